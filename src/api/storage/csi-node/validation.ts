import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { isValidConditionReason } from '../../../validation/conditions.js'
import { duplicate, type FieldError, invalid, required, tooLong, tooMany } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { csiNodeDriverDescriptor } from '../v1/descriptors.gen.js'
import type { CSINode, CSINodeDriver, StorageHealth, StorageHealthCondition } from '../v1/types.gen.js'

const maxNodeIDLength = 256

/** Checks a new CSINode. */
export function validateCSINode(node: CSINode): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const path = fieldPath('spec', 'drivers')
  const names = new Set<string>()
  return [
    ...validateObjectMeta(node.metadata, rules, fieldPath('metadata')),
    ...structsOf(node.spec?.drivers).flatMap((driver, i) => driverErrors(driver, names, path.index(i))),
  ]
}

/**
 * Checks a changed CSINode: of drivers that stay, only what a node can hold may change.
 *
 * @param mutableAllocatable - what a node can hold may change.
 */
export function validateCSINodeUpdate(node: CSINode, old: CSINode, mutableAllocatable: boolean): readonly FieldError[] {
  const fixed = ({ name, nodeID, topologyKeys, allocatable }: CSINodeDriver): CSINodeDriver =>
    mutableAllocatable ? { name, nodeID, topologyKeys } : { name, nodeID, topologyKeys, allocatable }
  const path = fieldPath('spec', 'drivers')
  const now = new Map<string, CSINodeDriver[]>()
  for (const driver of structsOf(node.spec?.drivers)) {
    const name = driver.name ?? ''
    now.set(name, [...(now.get(name) ?? []), driver])
  }
  const changed = structsOf(old.spec?.drivers).flatMap((before) =>
    (now.get(before.name ?? '') ?? []).filter((driver) => !sameDriver(fixed(driver), fixed(before))),
  )
  const errors = changed.map((driver) =>
    invalidInternal(path, { type: csiNodeDriverDescriptor, value: fixed(driver) }, fieldImmutableErrorMsg),
  )
  return [...validateCSINode(node), ...errors]
}

function sameDriver(a: CSINodeDriver, b: CSINodeDriver): boolean {
  return deepEqual(csiNodeDriverDescriptor, a, b)
}

function driverErrors(driver: CSINodeDriver, names: Set<string>, path: FieldPath): FieldError[] {
  const name = driver.name ?? ''
  const { nodeID, allocatable, topologyKeys } = driver
  const errors = [...validateCSIDriverName(name, path.child('name')), ...nodeIDErrors(nodeID, path.child('nodeID'))]
  const countPath = path.child('allocatable', 'count')
  errors.push(...validateNonnegativeField(allocatable?.count ?? 0, countPath))
  if (names.has(name)) errors.push(duplicate(path.child('name'), name))
  names.add(name)
  const seen = new Set<string>()
  for (const key of textsOf(topologyKeys)) {
    if (key === '') errors.push(required(path, ''))
    if (seen.has(key)) errors.push(duplicate(path, key))
    seen.add(key)
    errors.push(...validateQualifiedName(key, path))
  }
  return errors
}

function nodeIDErrors(nodeID: string | null | undefined, path: FieldPath): FieldError[] {
  if (!nodeID) return [required(path, '')]
  if (utf8Length(nodeID) <= maxNodeIDLength) return []
  return [invalid(path, nodeID, `must be ${maxNodeIDLength} characters or less`)]
}

/** Checks a changed status of a CSINode: the health of the storage that its drivers serve. */
export function validateCSINodeStatusUpdate(node: CSINode, old: CSINode): readonly FieldError[] {
  const path = fieldPath('status', 'storageHealth')
  const seen = new Set<string>()
  const errors = structsOf(node.status?.storageHealth).flatMap((health, i) => {
    const name = health.name ?? ''
    const twice = seen.has(name) ? [duplicate(path.index(i), name)] : []
    seen.add(name)
    return [...twice, ...healthErrors(health, path.index(i))]
  })
  return [...validateObjectMetaUpdate(node.metadata, old.metadata, fieldPath('metadata')), ...errors]
}

const maxHealthConditions = 16

function healthErrors({ name, healthConditions }: StorageHealth, path: FieldPath): FieldError[] {
  const at = path.child('name')
  const errors = name ? validateCSIDriverName(name, at) : [required(at, '')]
  const conditions = structsOf(healthConditions)
  const list = path.child('healthConditions')
  if (conditions.length > maxHealthConditions) return [...errors, tooMany(list, conditions.length, maxHealthConditions)]
  return [...errors, ...conditions.flatMap((condition, i) => conditionErrors(condition, list.index(i)))]
}

const healthStatuses = ['StorageDegraded', 'StorageUnreachable']
const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const volumeModes = ['Filesystem', 'Block']
const maxReasonLength = 256
const maxMessageLength = 1024

function conditionErrors(condition: StorageHealthCondition, path: FieldPath): FieldError[] {
  const { status, accessMode, volumeMode } = condition
  const reason = condition.reason ?? ''
  const message = condition.message ?? ''
  const unknown = (name: string, value: string | null | undefined, known: readonly string[]) =>
    !isSet(value) || known.includes(value) ? [] : [notSupportedNamed(path.child(name), value, known)]
  const at = path.child('reason')
  return [
    ...unknown('status', status ?? '', healthStatuses),
    ...(reason === '' ? [required(at, '')] : isValidConditionReason(reason).map((text) => invalid(at, reason, text))),
    ...(utf8Length(reason) > maxReasonLength ? [tooLong(at, maxReasonLength)] : []),
    ...(utf8Length(message) > maxMessageLength ? [tooLong(path.child('message'), maxMessageLength)] : []),
    ...unknown('accessMode', accessMode, accessModes),
    ...unknown('volumeMode', volumeMode, volumeModes),
  ]
}
