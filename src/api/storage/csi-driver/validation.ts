import { duplicate, type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { CSIDriver, CSIDriverSpec, TokenRequest } from '../v1/types.gen.js'

const fsGroupPolicies = ['File', 'None', 'ReadWriteOnceWithFSType']
const lifecycleModes = ['Persistent', 'Ephemeral']
const minTokenSeconds = 600
const maxTokenSeconds = 2 ** 32

/** Which fields must be set because their feature is on. */
export interface CSIDriverOptions {
  readonly seLinuxMount: boolean
  readonly preventPodSchedulingIfMissing: boolean
}

/** Checks a new CSIDriver. */
export function validateCSIDriver(driver: CSIDriver, options: CSIDriverOptions): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(driver.metadata, rules, fieldPath('metadata')),
    ...validateSpec(driver.spec ?? {}, options, fieldPath('spec')),
  ]
}

/** Checks a changed CSIDriver: whether it attaches, and the life of its volumes stay the same. */
export function validateCSIDriverUpdate(
  driver: CSIDriver,
  old: CSIDriver,
  options: CSIDriverOptions,
): readonly FieldError[] {
  const path = fieldPath('spec')
  const spec = driver.spec ?? {}
  const before = old.spec ?? {}
  return [
    ...validateObjectMetaUpdate(driver.metadata, old.metadata, fieldPath('metadata')),
    ...validateSpec(spec, options, path),
    ...validateImmutableField(spec.attachRequired, before.attachRequired, path.child('attachedRequired')),
    ...validateImmutableField(
      spec.volumeLifecycleModes,
      before.volumeLifecycleModes,
      path.child('volumeLifecycleModes'),
    ),
  ]
}

function validateSpec(spec: CSIDriverSpec, options: CSIDriverOptions, path: FieldPath): FieldError[] {
  const must = (value: boolean | null | undefined, name: string) =>
    isSet(value) ? [] : [required(path.child(name), '')]
  return [
    ...must(spec.attachRequired, 'attachedRequired'),
    ...must(spec.podInfoOnMount, 'podInfoOnMount'),
    ...must(spec.storageCapacity, 'storageCapacity'),
    ...fsGroupPolicyErrors(spec, path.child('fsGroupPolicy')),
    ...tokenRequestErrors(structsOf(spec.tokenRequests), path.child('tokenRequests')),
    ...lifecycleModeErrors(spec, path.child('volumeLifecycleModes')),
    ...(options.seLinuxMount ? must(spec.seLinuxMount, 'seLinuxMount') : []),
    ...updatePeriodErrors(spec, path.child('nodeAllocatableUpdatePeriodSeconds')),
    ...tokenInSecretsErrors(spec, path.child('serviceAccountTokenInSecrets')),
    ...(options.preventPodSchedulingIfMissing
      ? must(spec.preventPodSchedulingIfMissing, 'preventPodSchedulingIfMissing')
      : []),
  ]
}

function fsGroupPolicyErrors({ fsGroupPolicy }: CSIDriverSpec, path: FieldPath): FieldError[] {
  if (!isSet(fsGroupPolicy) || fsGroupPolicies.includes(fsGroupPolicy)) return []
  return [notSupported(path, fsGroupPolicy, fsGroupPolicies).withJSONText()]
}

function lifecycleModeErrors({ volumeLifecycleModes }: CSIDriverSpec, path: FieldPath): FieldError[] {
  const unknown = textsOf(volumeLifecycleModes).filter((mode) => !lifecycleModes.includes(mode))
  return unknown.map((mode) => notSupported(path, mode, lifecycleModes).withJSONText())
}

function updatePeriodErrors(spec: CSIDriverSpec, path: FieldPath): FieldError[] {
  const period = spec.nodeAllocatableUpdatePeriodSeconds
  if (!isSet(period) || period >= 10) return []
  return [invalid(path, period, 'must be greater than or equal to 10 seconds')]
}

function tokenInSecretsErrors(spec: CSIDriverSpec, path: FieldPath): FieldError[] {
  if (!isSet(spec.serviceAccountTokenInSecrets) || structsOf(spec.tokenRequests).length > 0) return []
  const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'
  return [invalid(path, spec.serviceAccountTokenInSecrets, detail)]
}

function tokenRequestErrors(requests: readonly TokenRequest[], path: FieldPath): FieldError[] {
  const audiences = new Set<string>()
  return requests.flatMap((given, i) => {
    const audience = given.audience ?? ''
    const { expirationSeconds: seconds } = given
    if (audiences.has(audience)) return [duplicate(path.index(i).child('audience'), audience)]
    audiences.add(audience)
    const at = path.index(i).child('expirationSeconds')
    if (!isSet(seconds)) return []
    if (seconds < minTokenSeconds) return [invalid(at, seconds, 'may not specify a duration less than 10 minutes')]
    if (seconds <= maxTokenSeconds) return []
    return [invalid(at, seconds, 'may not specify a duration larger than 2^32 seconds')]
  })
}
