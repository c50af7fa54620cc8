import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import type {
  NodeAllocatableResourceClaimStatus,
  PodExtendedResourceClaimStatus,
  PodSpec,
  PodStatus,
} from '../v1/types.gen.js'

/** Checks what is reported about the claims of a pod for devices. */
export function validateClaimStatuses(status: PodStatus, spec: PodSpec, path: FieldPath): FieldError[] {
  const extended = status.extendedResourceClaimStatus
  const at = path.child('nodeAllocatableResourceClaimStatuses')
  return [
    ...claimErrors(status, spec, path.child('resourceClaimStatuses')),
    ...(isSet(extended) ? extendedErrors(extended, spec, path.child('extendedResourceClaimStatus')) : []),
    ...structsOf(status.nodeAllocatableResourceClaimStatuses).flatMap((item, i) =>
      allocatableErrors(item, at.index(i), claimNames(status, spec)),
    ),
  ]
}

function claimErrors(status: PodStatus, spec: PodSpec, path: FieldPath): FieldError[] {
  const known = new Set(structsOf(spec.resourceClaims).map(({ name }) => name ?? ''))
  const seen = new Set<string>()
  return structsOf(status.resourceClaimStatuses).flatMap((given, i) => {
    const name = given.name ?? ''
    const { resourceClaimName } = given
    const at = path.index(i)
    const errors: FieldError[] = []
    if (!known.has(name)) {
      errors.push(invalid(at.child('name'), name, 'must match the name of an entry in `spec.resourceClaims`'))
    }
    if (seen.has(name)) errors.push(duplicate(at.child('name'), name))
    seen.add(name)
    return isSet(resourceClaimName) ? [...errors, ...claimNameErrors(resourceClaimName, at)] : errors
  })
}

/** Earlier releases name the field beside it. */
function claimNameErrors(name: string, path: FieldPath): FieldError[] {
  const earlier = nameErrors(name, path.child('name'))
  return nameErrors(name, path.child('resourceClaimName')).map((error, i) => error.since(36, earlier[i] as FieldError))
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function extendedErrors(status: PodExtendedResourceClaimStatus, spec: PodSpec, path: FieldPath): FieldError[] {
  const containers = new Map(
    [...structsOf(spec.initContainers), ...structsOf(spec.containers)].map((item) => [item.name ?? '', item]),
  )
  const mappings = structsOf(status.requestMappings)
  const at = path.child('requestMappings')
  const errors: FieldError[] = []
  if (mappings.length === 0) errors.push(required(at, 'at least one request mapping is required'))
  const seen = new Set<string>()
  for (const [i, given] of mappings.entries()) {
    const containerName = given.containerName ?? ''
    const resourceName = given.resourceName ?? ''
    const requestName = given.requestName ?? ''
    const container = containers.get(containerName)
    if (container === undefined) {
      const detail = 'must match the name of an entry in spec.initContainers.name or spec.containers.name'
      errors.push(invalid(at.index(i).child('containerName'), containerName, detail))
    } else if (!Object.hasOwn(container.resources?.requests ?? {}, resourceName)) {
      const detail =
        'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests'
      errors.push(invalid(at.index(i).child('resourceName'), resourceName, detail))
    }
    errors.push(...validateDNS1123Label(requestName, path.child('requestName')))
    const key = JSON.stringify([containerName, resourceName, requestName])
    if (seen.has(key)) errors.push(...repeated({ containerName, resourceName, requestName }, at.index(i)))
    seen.add(key)
  }
  const name = status.resourceClaimName ?? ''
  const nameAt = path.child('resourceClaimName')
  return [...errors, ...(name === '' ? [required(nameAt, '')] : nameErrors(name, nameAt))]
}

function repeated(mapping: Readonly<Record<string, string>>, path: FieldPath): FieldError[] {
  return Object.entries(mapping).map(([name, value]) => duplicate(path.child(name), value))
}

/** Names of the claims that the pod names itself, and of those that were made for it. */
function claimNames(status: PodStatus, spec: PodSpec): ReadonlySet<string> {
  const named = [...structsOf(spec.resourceClaims), ...structsOf(status.resourceClaimStatuses)]
  return new Set(named.flatMap(({ resourceClaimName: name }) => (isSet(name) ? [name] : [])))
}

function allocatableErrors(
  status: NodeAllocatableResourceClaimStatus,
  path: FieldPath,
  known: ReadonlySet<string>,
): FieldError[] {
  const name = status.resourceClaimName ?? ''
  const errors: FieldError[] = []
  if (name === '') errors.push(required(path.child('resourceClaimName'), 'must not be empty'))
  if (!known.has(name)) {
    errors.push(invalid(path.child('resourceClaimName'), name, 'no mapping found in pod reference'))
  }
  if ((status.containers ?? []).length === 0) errors.push(required(path.child('containers'), 'must not be empty'))
  return errors
}
