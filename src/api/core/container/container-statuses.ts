import { utf8Length } from '../../../internal/utf8-length.js'
import { duplicate, type FieldError, forbidden, invalid, required, tooLong } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isValidGroupID, isValidUserID } from '../../../validation/number-rules.js'
import { isSet, scalarsOf, structsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import type {
  Container,
  ContainerStatus,
  LinuxContainerUser,
  PodSpec,
  PodStatus,
  ResourceHealth,
  ResourceStatus,
} from '../v1/types.gen.js'

const lists = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const
type List = (typeof lists)[number]

const maxMessageLength = 1024
const maxImageRefLength = 256

/** Checks what is reported about containers: their users, devices and mounted images. */
export function validateContainerStatuses(
  status: PodStatus,
  spec: PodSpec,
  options: PodValidationOptions,
): FieldError[] {
  const each = (names: readonly List[], rule: (item: ContainerStatus, at: FieldPath) => FieldError[]): FieldError[] =>
    names.flatMap((name) =>
      structsOf<ContainerStatus>(status[name]).flatMap((item, i) => rule(item, fieldPath('status', name).index(i))),
    )
  const resources = (containers: readonly Container[]) => (item: ContainerStatus, at: FieldPath) =>
    allocatedErrors(item, at, containers)
  const errors = [
    ...each(lists, (item, at) => userErrors(item, at, spec)),
    ...each(['containerStatuses'], resources(structsOf(spec.containers))),
    ...each(['initContainerStatuses'], resources(structsOf(spec.initContainers))),
    ...each(['ephemeralContainerStatuses'], noAllocatedErrors),
  ]
  return options.allowImageVolumeWithDigest ? [...errors, ...each(lists, imageErrors)] : errors
}

function userErrors({ user }: ContainerStatus, path: FieldPath, { os }: PodSpec): FieldError[] {
  if (!isSet(user?.linux)) return []
  const at = path.child('user', 'linux')
  const name = isSet(os) ? os.name : 'linux'
  if (name === 'windows') return [forbidden(at, 'cannot be set for a windows pod')]
  return name === 'linux' ? linuxUserErrors(user.linux, at) : []
}

function linuxUserErrors(given: LinuxContainerUser, path: FieldPath): FieldError[] {
  const uid = given.uid ?? 0
  const gid = given.gid ?? 0
  const { supplementalGroups } = given
  return [
    ...isValidUserID(uid).map((problem) => invalid(path.child('uid'), uid, problem)),
    ...isValidGroupID(gid).map((problem) => invalid(path.child('gid'), gid, problem)),
    ...scalarsOf(supplementalGroups, 0).flatMap((group, i) =>
      isValidGroupID(group).map((problem) => invalid(path.child('supplementalGroups').index(i), group, problem)),
    ),
  ]
}

function noAllocatedErrors({ allocatedResourcesStatus }: ContainerStatus, path: FieldPath): FieldError[] {
  if (structsOf(allocatedResourcesStatus).length === 0) return []
  return [forbidden(path.child('allocatedResourcesStatus'), 'must not be specified in container status')]
}

function allocatedErrors(status: ContainerStatus, path: FieldPath, containers: readonly Container[]): FieldError[] {
  const container = containers.find(({ name }) => (name ?? '') === (status.name ?? ''))
  return structsOf(status.allocatedResourcesStatus).flatMap((item, i) => {
    const at = path.child('allocatedResourcesStatus').index(i)
    return [
      ...(container === undefined ? [] : nameErrors(item, at.child('name'), container)),
      ...healthErrors(structsOf(item.resources), at.child('resources')),
    ]
  })
}

function nameErrors(given: ResourceStatus, path: FieldPath, { resources }: Container): FieldError[] {
  const name = given.name ?? ''
  if (!name.startsWith('claim:')) {
    if (Object.hasOwn(resources?.requests ?? {}, name)) return []
    return [invalidNamed(path, name, "must match one of the container's resource requests")]
  }
  const claims = structsOf(resources?.claims).map((claim) =>
    (claim.request ?? '') === '' ? `claim:${claim.name}` : `claim:${claim.name}/${claim.request}`,
  )
  if (claims.includes(name)) return []
  const detail =
    "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or 'claim:<claimName>' if request is empty"
  return [invalidNamed(path, name, detail)]
}

const healths = ['Healthy', 'Unhealthy', 'Unknown']

function healthErrors(list: readonly ResourceHealth[], path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  return list.flatMap((given, i) => {
    const health = given.health ?? ''
    const resourceID = given.resourceID ?? ''
    const { message } = given
    const at = path.index(i)
    const errors: FieldError[] = []
    if (!healths.includes(health)) errors.push(notSupportedNamed(at.child('health'), health, healths))
    if (message === '') errors.push(required(at.child('message'), 'must be non-empty if specified'))
    else if (isSet(message) && utf8Length(message) > maxMessageLength) {
      errors.push(tooLong(at.child('message'), maxMessageLength))
    }
    if (seen.has(resourceID)) errors.push(duplicate(at.child('resourceID'), resourceID).withJSONText())
    seen.add(resourceID)
    return errors
  })
}

function imageErrors({ volumeMounts }: ContainerStatus, path: FieldPath): FieldError[] {
  return structsOf(volumeMounts).flatMap(({ volumeStatus }, i) => {
    const image = volumeStatus?.image
    if (!isSet(image)) return []
    const at = path.child('volumeMounts').index(i).child('volumeStatus', 'imageVolumeStatus', 'imageRef')
    const reference = image.imageRef ?? ''
    if (reference === '') return [required(at, 'imageRef must not be empty')]
    return utf8Length(reference) > maxImageRefLength ? [tooLong(at, maxImageRefLength)] : []
  })
}
