import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validatePositiveQuantity } from '../../validation/field-rules.js'
import { isSet, memberOf, textsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateAccessModes, volumeModes } from '../persistent-volume-claim/claim-spec.js'
import { amountOf } from '../resource-list/resource-amounts.js'
import { validateNodeSelector } from '../scheduling/node-selector.js'
import type { PersistentVolumeSpec } from '../v1/types.gen.js'
import { validatePersistentVolumeSource } from './persistent-volume-sources.js'

const reclaimPolicies = ['Delete', 'Recycle', 'Retain']
const inlineDetail = 'may not be specified in the context of inline volumes'

/** Settings for checking a volume. */
export interface PersistentVolumeOptions {
  readonly volumeName: string
  /** The volume is inline in the object that uses it. */
  readonly inline: boolean
  /** Allows invalid values in node selectors, because the old object has them. */
  readonly allowInvalidLabelValue: boolean
  /** Classes of attributes are looked at. */
  readonly attributesClass: boolean
}

/** Checks the specification of a volume. */
export function validatePersistentVolumeSpec(
  spec: PersistentVolumeSpec,
  options: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  const hasNodeAffinity = isSet(spec.nodeAffinity) && !options.inline
  const modes = textsOf(spec.accessModes)
  const facts = { volumeName: options.volumeName, hasNodeAffinity }
  return [
    ...(options.inline ? inlineErrors(spec, path) : []),
    ...(modes.length === 0 ? [required(path.child('accessModes'), '')] : []),
    ...validateAccessModes(modes, path.child('accessModes')),
    ...(options.inline ? [] : capacityErrors(spec, path.child('capacity'))),
    ...reclaimPolicyErrors(spec, options, path.child('persistentVolumeReclaimPolicy')),
    ...nodeAffinityErrors(spec, options, path.child('nodeAffinity')),
    ...validatePersistentVolumeSource(spec, facts, path),
    ...recycledRootErrors(spec, path),
    ...classErrors(spec, options, path),
    ...volumeModeErrors(spec, options, path.child('volumeMode')),
    ...attributesClassErrors(spec, options, path),
  ]
}

function inlineErrors(spec: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (isSet(spec.claimRef)) errors.push(forbidden(path.child('claimRef'), inlineDetail))
  if (Object.keys(spec.capacity ?? {}).length > 0) errors.push(forbidden(path.child('capacity'), inlineDetail))
  if (!isSet(spec.csi)) errors.push(required(path.child('csi'), 'has to be specified in the context of inline volumes'))
  return errors
}

function capacityErrors({ capacity }: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const names = Object.keys(capacity ?? {})
  const errors = names.length === 0 ? [required(path, '')] : []
  if (names.length > 1 || !names.includes('storage')) {
    errors.push(notSupported(path, capacity ?? null, ['storage']))
  }
  return [...errors, ...names.flatMap((name) => amountErrors(memberOf(capacity, name), path.key(name)))]
}

function amountErrors(text: string | undefined, path: FieldPath): FieldError[] {
  const amount = amountOf(text)
  return [...validateBasicResource(text, path), ...validatePositiveQuantity(amount, path)]
}

/** Checks that an amount is not negative. */
export function validateBasicResource(text: string | undefined, path: FieldPath): FieldError[] {
  const value = amountOf(text).value()
  return value < 0n ? [invalid(path, value, 'must be a valid resource quantity')] : []
}

function reclaimPolicyErrors(
  { persistentVolumeReclaimPolicy: policy }: PersistentVolumeSpec,
  { inline }: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  if (!policy) return []
  if (!inline) return reclaimPolicies.includes(policy) ? [] : [notSupportedNamed(path, policy, reclaimPolicies)]
  return policy === 'Retain' ? [] : [forbidden(path, 'may only be Retain in the context of inline volumes')]
}

function nodeAffinityErrors(
  { nodeAffinity }: PersistentVolumeSpec,
  { inline, allowInvalidLabelValue }: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  if (!isSet(nodeAffinity)) return []
  if (inline) return [forbidden(path, inlineDetail)]
  const at = path.child('required')
  if (!isSet(nodeAffinity.required)) return [required(at, 'must specify required node constraints')]
  return validateNodeSelector(nodeAffinity.required, at, { allowInvalidLabelValue })
}

/** Recycling removes all files; those of a whole node must not go. */
function recycledRootErrors({ hostPath, persistentVolumeReclaimPolicy }: PersistentVolumeSpec, path: FieldPath) {
  if (!isSet(hostPath) || persistentVolumeReclaimPolicy !== 'Recycle' || !isRoot(hostPath.path ?? '')) return []
  const detail = "may not be 'recycle' for a hostPath mount of '/'"
  return [forbidden(path.child('persistentVolumeReclaimPolicy'), detail)]
}

function isRoot(target: string): boolean {
  if (!target.startsWith('/')) return false
  let depth = 0
  for (const part of target.split('/')) {
    if (part === '..') depth = Math.max(0, depth - 1)
    else if (part !== '' && part !== '.') depth++
  }
  return depth === 0
}

function classErrors(
  { storageClassName: name }: PersistentVolumeSpec,
  { inline }: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  const at = path.child('storageClassName')
  if (!name) return []
  if (inline) return [forbidden(at, inlineDetail)]
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(at, name, problem))
}

function volumeModeErrors(
  { volumeMode: mode }: PersistentVolumeSpec,
  { inline }: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  if (!isSet(mode)) return []
  if (!inline) return volumeModes.includes(mode) ? [] : [notSupportedNamed(path, mode, volumeModes)]
  if (mode === 'Filesystem') return []
  return [forbidden(path, 'may not specify volumeMode other than Filesystem in the context of inline volumes')]
}

function attributesClassErrors(
  { volumeAttributesClassName: name, csi }: PersistentVolumeSpec,
  { attributesClass }: PersistentVolumeOptions,
  path: FieldPath,
): FieldError[] {
  if (!isSet(name) || !attributesClass) return []
  const at = path.child('volumeAttributesClassName')
  const errors =
    name === ''
      ? [required(at, 'an empty string is disallowed')]
      : nameIsDNSSubdomain(name, false).map((problem) => invalid(at, name, problem))
  if (isSet(csi)) return errors
  return [...errors, required(path.child('csi'), 'has to be specified when using volumeAttributesClassName')]
}
