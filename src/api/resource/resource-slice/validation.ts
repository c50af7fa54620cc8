import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateNodeSelector } from '../../core/scheduling/node-selector.js'
import { nodeSelectorDescriptor } from '../../core/v1/descriptors.gen.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateCounters, validateDevice } from '../device/resource-device.js'
import { validateSet } from '../limited-lists.js'
import { validateNodeName, validatePoolName } from '../names.js'
import type { CounterSet, Device, ResourcePool, ResourceSlice, ResourceSliceSpec } from '../v1/types.gen.js'

const maxDevices = 128
const maxAdvancedDevices = 64
const maxCounterSets = 8
const oneOfNodes = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'
const trueOrUnset = 'must be either unset or set to true'

/** Checks a new ResourceSlice. */
export function validateResourceSlice(slice: ResourceSlice): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const spec = slice.spec ?? ({} as ResourceSliceSpec)
  return [
    ...validateObjectMeta(slice.metadata, rules, fieldPath('metadata')),
    ...validateSpec(spec, undefined, fieldPath('spec')),
  ]
}

/** Checks a changed ResourceSlice: driver, pool and node stay the same. */
export function validateResourceSliceUpdate(slice: ResourceSlice, old: ResourceSlice): readonly FieldError[] {
  const [spec, before] = [slice.spec ?? ({} as ResourceSliceSpec), old.spec ?? ({} as ResourceSliceSpec)]
  return [
    ...validateObjectMetaUpdate(slice.metadata, old.metadata, fieldPath('metadata')),
    ...validateSpec(spec, before, fieldPath('spec')),
  ]
}

function validateSpec(spec: ResourceSliceSpec, old: ResourceSliceSpec | undefined, path: FieldPath): FieldError[] {
  return [
    ...validateCSIDriverName(spec.driver, path.child('driver')),
    ...poolErrors(spec.pool, path.child('pool')),
    ...(old === undefined ? [] : immutableErrors(spec, old, path)),
    ...nodeErrors(spec, path),
    ...exclusiveErrors(spec, path),
    ...deviceErrors(spec, old, path.child('devices')),
    ...validateSet(
      structsOf(spec.sharedCounters),
      { limit: maxCounterSets, rule: counterSetErrors, key: ({ name }) => name ?? '' },
      path.child('sharedCounters'),
    ),
  ]
}

function exclusiveErrors({ sharedCounters, devices }: ResourceSliceSpec, path: FieldPath): FieldError[] {
  if (!isSet(sharedCounters) || !isSet(devices)) return []
  return [invalid(path, '', 'only one of `sharedCounters` or `devices` is allowed')]
}

function deviceErrors(spec: ResourceSliceSpec, old: ResourceSliceSpec | undefined, path: FieldPath): FieldError[] {
  const devices = structsOf(spec.devices)
  const known = new Map<string, Device>()
  for (const device of structsOf(old?.devices)) if (!known.has(device.name ?? '')) known.set(device.name ?? '', device)
  const perDeviceNodeSelection = spec.perDeviceNodeSelection === true
  const rule = (device: Device, at: FieldPath) =>
    validateDevice(device, { old: known.get(device.name ?? ''), perDeviceNodeSelection }, at)
  const limit = devices.some(isAdvanced) ? maxAdvancedDevices : maxDevices
  return validateSet(devices, { limit, rule, key: ({ name }) => name ?? '' }, path)
}

/** A slice holds fewer devices that have taints, take from shared counters or have attributes with lists. */
function isAdvanced({ taints, consumesCounters, attributes }: Device): boolean {
  if ((taints ?? []).length > 0 || (consumesCounters ?? []).length > 0) return true
  return Object.values(attributes ?? {}).some(
    (attribute) =>
      isSet(attribute) && [attribute.bools, attribute.ints, attribute.strings, attribute.versions].some(isSet),
  )
}

function poolErrors(pool: ResourcePool | null | undefined, path: FieldPath): FieldError[] {
  const resourceSliceCount = pool?.resourceSliceCount ?? 0
  const generation = pool?.generation ?? 0
  const errors = validatePoolName(pool?.name, path.child('name'))
  if (resourceSliceCount <= 0) {
    errors.push(invalid(path.child('resourceSliceCount'), resourceSliceCount, 'must be greater than zero'))
  }
  if (generation < 0) {
    errors.push(invalid(path.child('generation'), generation, 'must be greater than or equal to zero'))
  }
  return errors
}

function immutableErrors(spec: ResourceSliceSpec, old: ResourceSliceSpec, path: FieldPath): FieldError[] {
  return [
    ...validateImmutableField(spec.pool?.name ?? '', old.pool?.name ?? '', path.child('pool', 'name')),
    ...validateImmutableField(spec.driver ?? '', old.driver ?? '', path.child('driver')),
    ...validateImmutableField(spec.nodeName, old.nodeName, path.child('nodeName')),
  ]
}

function nodeErrors(spec: ResourceSliceSpec, path: FieldPath): FieldError[] {
  const { nodeName, nodeSelector, allNodes, perDeviceNodeSelection } = spec
  const errors: FieldError[] = []
  if (nodeName === '') {
    errors.push(invalid(path.child('nodeName'), nodeName, 'must be either unset or set to a non-empty string'))
  } else if (isSet(nodeName)) errors.push(...validateNodeName(nodeName, path.child('nodeName')))
  if (isSet(nodeSelector)) errors.push(...selectorErrors(nodeSelector, path.child('nodeSelector')))
  if (allNodes === false) errors.push(invalid(path.child('allNodes'), false, trueOrUnset))
  if (perDeviceNodeSelection === false) errors.push(invalid(path.child('perDeviceNodeSelection'), false, trueOrUnset))
  const given = { nodeName, nodeSelector, allNodes, perDeviceNodeSelection }
  const set = Object.entries(given).flatMap(([name, value]) => (value ? [`\`${name}\``] : []))
  if (set.length === 0) errors.push(required(path, oneOfNodes))
  if (set.length > 1) errors.push(invalid(path, `{${set.join(', ')}}`, `${oneOfNodes}, but multiple fields are set`))
  return errors
}

/** One term is allowed, so that the selectors of several slices can be merged. */
function selectorErrors(selector: NonNullable<ResourceSliceSpec['nodeSelector']>, path: FieldPath): FieldError[] {
  const errors = validateNodeSelector(selector, path, { allowInvalidLabelValue: false })
  const terms = structsOf(selector.nodeSelectorTerms)
  if (terms.length === 1) return errors
  const type = nodeSelectorDescriptor.propertyByName.get('nodeSelectorTerms')?.type
  const value = terms.length === 0 ? (selector.nodeSelectorTerms ?? null) : terms
  const detail = 'must have exactly one node selector term'
  if (type === undefined) return errors
  return [...errors, invalidInternal(path.child('nodeSelectorTerms'), { type, value }, detail)]
}

function counterSetErrors({ name, counters }: CounterSet, path: FieldPath): FieldError[] {
  const namePath = path.child('name')
  return [
    ...(name ? validateDNS1123Label(name, namePath) : [required(namePath, '')]),
    ...validateCounters(counters, path.child('counters')),
  ]
}
