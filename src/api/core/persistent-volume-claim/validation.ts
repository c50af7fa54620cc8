import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'
import { isSet, memberOf, textsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { forbiddenChange } from '../internal-form/struct-diff.js'
import { validateBasicResource } from '../persistent-volume/persistent-volume-spec.js'
import { amountOf, isFractional, validateResourceQuantityValue } from '../resource-list/resource-amounts.js'
import { isNativeResource } from '../resource-list/resource-names.js'
import { persistentVolumeClaimSpecDescriptor } from '../v1/descriptors.gen.js'
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '../v1/types.gen.js'
import { type ClaimSpecOptions, validatePersistentVolumeClaimSpec } from './claim-spec.js'

const betaStorageClass = 'volume.beta.kubernetes.io/storage-class'
const resizeStatuses = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort()

/** Which features decide about claims. */
export interface ClaimFeatures {
  /** The gate `RecoverVolumeExpansionFailure`. */
  readonly recoverExpansion: boolean
  /** The gate `VolumeAttributesClass`. */
  readonly attributesClass: boolean
}

/** Checks a new PersistentVolumeClaim. */
export function validatePersistentVolumeClaim(
  { metadata, spec }: PersistentVolumeClaim,
  options: ClaimSpecOptions = {},
): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...validatePersistentVolumeClaimSpec(spec, fieldPath('spec'), options),
  ]
}

/** The invalid parts of the old object that stay allowed. */
function oldClaimOptions({ spec }: PersistentVolumeClaim): ClaimSpecOptions {
  const selectorErrors = validateLabelSelector(spec?.selector, {}, fieldPath('spec'))
  return {
    allowInvalidAPIGroupInDataSource: isSet(spec?.dataSource?.apiGroup) || isSet(spec?.dataSourceRef?.apiGroup),
    allowInvalidLabelValueInSelector: selectorErrors.length > 0,
  }
}

/** Checks a changed PersistentVolumeClaim: a bound one may grow, nothing else of its specification changes. */
export function validatePersistentVolumeClaimUpdate(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  features: ClaimFeatures,
): readonly FieldError[] {
  const path = fieldPath('spec')
  const { upgraded, compared } = comparedSpecs(claim, old)
  const [now, before] = compared
  const same = deepEqual(persistentVolumeClaimSpecDescriptor, now, before)
  return [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, fieldPath('metadata')),
    ...validatePersistentVolumeClaim(claim, oldClaimOptions(old)),
    ...(upgraded ? [] : classAnnotationChange(claim, old)),
    ...(same
      ? []
      : [
          forbiddenChange(
            path,
            'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
            { type: 'PersistentVolumeClaimSpec', before, after: now },
          ),
        ]),
    ...sizeChange(claim, old, features),
    ...volumeModeChange(claim, old),
    ...attributesClassChange(claim, old, features),
  ]
}

interface ComparedSpecs {
  /** The class moved from its old annotation into the field. */
  readonly upgraded: boolean
  /** The specifications now and before, without what may change. */
  readonly compared: readonly [PersistentVolumeClaimSpec, PersistentVolumeClaimSpec]
}

function comparedSpecs(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): ComparedSpecs {
  const now: PersistentVolumeClaimSpec = { ...claim.spec }
  const before: PersistentVolumeClaimSpec = { ...old.spec }
  if (!before.volumeName) before.volumeName = now.volumeName
  const upgraded = movesClassFromAnnotation(claim, old)
  if (upgraded) now.storageClassName = undefined
  else if (setsClassFirst(claim, old)) now.storageClassName = before.storageClassName
  if (claim.status?.phase === 'Bound') {
    now.volumeAttributesClassName = before.volumeAttributesClassName
    if (isSet(now.resources?.requests)) {
      const storage = memberOf(before.resources?.requests, 'storage') ?? '0'
      now.resources = { ...now.resources, requests: { ...now.resources.requests, storage } }
    }
  }
  return { upgraded, compared: [now, before] }
}

function classAnnotation({ metadata }: PersistentVolumeClaim): string | undefined {
  return memberOf(metadata?.annotations, betaStorageClass)
}

function movesClassFromAnnotation(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const before = classAnnotation(old)
  if (before === undefined || isSet(old.spec?.storageClassName)) return false
  return claim.spec?.storageClassName === before && (classAnnotation(claim) ?? before) === before
}

function setsClassFirst(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const name = claim.spec?.storageClassName
  if (!isSet(name) || isSet(old.spec?.storageClassName)) return false
  return (classAnnotation(old) ?? name) === name
}

function classAnnotationChange(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const now = classAnnotation(claim) ?? ''
  if (now === (classAnnotation(old) ?? '')) return []
  return [invalid(fieldPath('metadata', 'annotations', betaStorageClass), now, fieldImmutableErrorMsg)]
}

function sizeChange(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { recoverExpansion }: ClaimFeatures,
): FieldError[] {
  const sizeOf = ({ spec }: PersistentVolumeClaim) => amountOf(memberOf(spec?.resources?.requests, 'storage'))
  const now = sizeOf(claim)
  if (now.cmp(sizeOf(old)) >= 0) return []
  const path = fieldPath('spec', 'resources', 'requests', 'storage')
  const { allocatedResources, allocatedResourceStatuses, capacity } = old.status ?? {}
  if (!recoverExpansion && !isSet(allocatedResources) && !isSet(allocatedResourceStatuses)) {
    return [forbidden(path, 'field can not be less than previous value')]
  }
  if (now.cmp(amountOf(memberOf(capacity, 'storage'))) > 0) return []
  return [forbidden(path, 'field can not be less than status.capacity')]
}

function volumeModeChange(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const now = claim.spec?.volumeMode ?? null
  if (now === (old.spec?.volumeMode ?? null)) return []
  return [invalid(fieldPath('volumeMode'), now, fieldImmutableErrorMsg).withJSONText()]
}

function attributesClassChange(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { attributesClass }: ClaimFeatures,
): FieldError[] {
  const [now, before] = [claim.spec?.volumeAttributesClassName ?? null, old.spec?.volumeAttributesClassName ?? null]
  if (now === before) return []
  const path = fieldPath('spec', 'volumeAttributesClassName')
  const errors = attributesClass
    ? []
    : [forbidden(path, 'update is forbidden when the VolumeAttributesClass feature gate is disabled')]
  if (!isSet(old.status?.currentVolumeAttributesClassName) || (now !== null && now !== '')) return errors
  const what = now === null ? 'nil' : 'empty string'
  return [
    ...errors,
    forbidden(path, `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`),
  ]
}

/** Checks a changed status of a PersistentVolumeClaim. */
export function validatePersistentVolumeClaimStatusUpdate(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  { recoverExpansion }: ClaimFeatures,
): readonly FieldError[] {
  const { capacity } = claim.status ?? {}
  const path = fieldPath('status')
  const { allocatedResources, allocatedResourceStatuses } = old.status ?? {}
  const resized = recoverExpansion || isSet(allocatedResources) || isSet(allocatedResourceStatuses)
  return [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata, fieldPath('metadata')),
    ...(claim.metadata?.resourceVersion ? [] : [required(fieldPath('resourceVersion'), '')]),
    ...(textsOf(claim.spec?.accessModes).length > 0 ? [] : [required(fieldPath('Spec', 'accessModes'), '')]),
    ...Object.keys(capacity ?? {}).flatMap((name) =>
      validateBasicResource(memberOf(capacity, name), path.child('capacity').key(name)),
    ),
    ...(resized ? [...resizeStatusErrors(claim, path), ...allocatedErrors(claim, path)] : []),
  ]
}

function resizeStatusErrors({ status }: PersistentVolumeClaim, path: FieldPath): FieldError[] {
  const at = path.child('allocatedResourceStatuses')
  return Object.entries(status?.allocatedResourceStatuses ?? {}).flatMap(([name, value]) => [
    ...resourceKeyErrors(name, at),
    ...(resizeStatuses.includes(value ?? '') ? [] : [notSupported(at, name, resizeStatuses).withJSONText()]),
  ])
}

function allocatedErrors({ status }: PersistentVolumeClaim, path: FieldPath): FieldError[] {
  const list = status?.allocatedResources
  const at = path.child('allocatedResources')
  return Object.keys(list ?? {}).flatMap((name) => {
    const keyErrors = resourceKeyErrors(name, at)
    if (keyErrors.length > 0) return keyErrors
    const text = memberOf(list, name)
    const errors = validateBasicResource(text, at.key(name))
    return errors.length > 0 ? errors : validateResourceQuantityValue('storage', amountOf(text), at.key(name))
  })
}

function resourceKeyErrors(name: string, path: FieldPath): FieldError[] {
  const errors = isQualifiedName(name).map((problem) => invalid(path, name, problem))
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors
  return [notSupported(path, name, ['storage'])]
}

/** Warnings about a PersistentVolumeClaim. */
export function warningsForPersistentVolumeClaim(claim: PersistentVolumeClaim): readonly string[] {
  return [
    ...(classAnnotation(claim) === undefined
      ? []
      : [`metadata.annotations[${betaStorageClass}]: deprecated since v1.8; use "storageClassName" attribute instead`]),
    ...warningsForClaimSpec(claim.spec, fieldPath('spec')),
  ]
}

/** Warnings about the specification of a claim: amounts of bytes that are not whole. */
export function warningsForClaimSpec(
  spec: PersistentVolumeClaimSpec | null | undefined,
  path: FieldPath,
): readonly string[] {
  return (['requests', 'limits'] as const).flatMap((name) => {
    const amount = amountOf(memberOf(spec?.resources?.[name], 'storage'))
    if (!isFractional(amount)) return []
    const at = path.child('resources').child(name).key('storage')
    return [`${at}: fractional byte value "${amount}" is invalid, must be an integer`]
  })
}
