import { deepEqual } from '../../../descriptor/deep-equal.js'
import { type FieldError, invalid, notFound, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { amountOf } from '../../core/resource-list/resource-amounts.js'
import { isNativeResource } from '../../core/resource-list/resource-names.js'
import { validateNodeSelector } from '../../core/scheduling/node-selector.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, memberOf, structsOf } from '../../validation/go-values.js'
import { validateList, validateMap, validateSet } from '../limited-lists.js'
import { qualifiedNameMaxLength, validateNodeName, validateQualifiedName } from '../names.js'
import { validateBindingConditions } from '../resource-claim/binding-conditions.js'
import { deviceDescriptor } from '../v1/descriptors.gen.js'
import type { Counter, Device, DeviceCounterConsumption, NodeAllocatableResource } from '../v1/types.gen.js'
import { countAttributeValues, validateDeviceAttribute } from './device-attributes.js'
import { validateSharedCapacity, validateSingleCapacity } from './device-capacity.js'
import { validateDeviceTaint } from './taints.js'

const maxAttributesAndCapacities = 32
const maxAttributeValues = 48
const maxTaints = 16
const maxConsumptions = 2
const maxCounters = 32
const labelMaxLength = 63
const onNodes =
  'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'

/** The fields of the slice that concern its devices. */
export interface SliceFields {
  readonly old: Device | undefined
  readonly perDeviceNodeSelection: boolean
}

/** Checks a device of a slice. */
export function validateDevice(
  device: Device,
  { old, perDeviceNodeSelection }: SliceFields,
  path: FieldPath,
): FieldError[] {
  const capacityRule = device.allowMultipleAllocations === true ? validateSharedCapacity : validateSingleCapacity
  const names = { keyLength: qualifiedNameMaxLength, keyRule: validateQualifiedName }
  return [
    ...validateDNS1123Label(device.name ?? '', path.child('name')),
    ...sizeErrors(device, path),
    ...validateMap(device.attributes, { ...names, rule: validateDeviceAttribute }, path.child('attributes')),
    ...validateMap(device.capacity, { ...names, rule: capacityRule }, path.child('capacity')),
    ...taintErrors(device, old, path.child('taints')),
    ...validateSet(
      structsOf(device.consumesCounters),
      { limit: maxConsumptions, rule: consumptionErrors, key: ({ counterSet }) => counterSet ?? '' },
      path.child('consumesCounters'),
    ),
    ...nodeErrors(device, perDeviceNodeSelection, path),
    ...validateBindingConditions(device, path),
    ...nodeAllocatableErrors(device, path.child('nodeAllocatableResources')),
  ]
}

/** Checks counters by their names; any amount is right. */
export function validateCounters(
  counters: Readonly<Record<string, Counter>> | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (Object.keys(counters ?? {}).length === 0) return [required(path, '')]
  const rules = { limit: maxCounters, keyLength: labelMaxLength, keyRule: validateDNS1123Label, rule: () => [] }
  return validateMap(counters, rules, path)
}

function sizeErrors(device: Device, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const count = Object.keys(device.attributes ?? {}).length + Object.keys(device.capacity ?? {}).length
  if (count > maxAttributesAndCapacities) {
    const detail = `the total number of attributes and capacities must not exceed ${maxAttributesAndCapacities}`
    errors.push(invalid(path, count, detail))
  }
  const values = countAttributeValues(device)
  if (values > maxAttributeValues) {
    errors.push(invalid(path, values, `the total number of attribute values must not exceed ${maxAttributeValues}`))
  }
  return errors
}

function taintErrors(device: Device, old: Device | undefined, path: FieldPath): FieldError[] {
  const type = deviceDescriptor.propertyByName.get('taints')?.type
  if (old !== undefined && type !== undefined && deepEqual(type, old.taints, device.taints)) return []
  const rule = (taint: Parameters<typeof validateDeviceTaint>[0], at: FieldPath) =>
    validateDeviceTaint(taint, undefined, at)
  return validateList(structsOf(device.taints), { limit: maxTaints, rule }, path)
}

function consumptionErrors(consumption: DeviceCounterConsumption, path: FieldPath): FieldError[] {
  const { counterSet, counters } = consumption
  const setPath = path.child('counterSet')
  return [
    ...(counterSet ? validateDNS1123Label(counterSet, setPath) : [required(setPath, '')]),
    ...validateCounters(counters, path.child('counters')),
  ]
}

function nodeErrors(device: Device, perDeviceNodeSelection: boolean, path: FieldPath): FieldError[] {
  const { nodeName, nodeSelector, allNodes } = device
  if (!perDeviceNodeSelection) {
    if (!isSet(nodeName) && !isSet(nodeSelector) && !isSet(allNodes)) return []
    const detail =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec'
    return [invalid(path, null, detail)]
  }
  const errors: FieldError[] = []
  if (nodeName === '') errors.push(invalid(path.child('nodeName'), nodeName, 'must not be empty'))
  else if (isSet(nodeName)) errors.push(...validateNodeName(nodeName, path.child('nodeName')))
  if (isSet(nodeSelector)) {
    errors.push(...validateNodeSelector(nodeSelector, path.child('nodeSelector'), { allowInvalidLabelValue: false }))
  }
  if (allNodes === false) {
    errors.push(invalid(path.child('allNodes'), allNodes, 'must be either unset or set to true'))
  }
  const given = [
    nodeName ? '`nodeName`' : '',
    isSet(nodeSelector) ? '`nodeSelector`' : '',
    allNodes ? '`allNodes`' : '',
  ]
  const set = given.filter((name) => name !== '')
  if (set.length === 0) errors.push(required(path, onNodes))
  if (set.length > 1) errors.push(invalid(path, `{${set.join(', ')}}`, onNodes))
  return errors
}

/** The node resources that a device uses. */
function nodeAllocatableErrors(device: Device, path: FieldPath): FieldError[] {
  return Object.entries(device.nodeAllocatableResources ?? {}).flatMap(([name, resource]) => {
    const at = path.key(name)
    const errors = isNativeResource(name)
      ? []
      : [invalid(at, name, 'must be a node allocatable resource name').withJSONText()]
    return [...errors, ...mappingErrors(resource, device, at)]
  })
}

function mappingErrors(resource: NodeAllocatableResource, device: Device, path: FieldPath): FieldError[] {
  const { capacityKey, deviceMultiplier } = resource?.mapping ?? {}
  const errors: FieldError[] = []
  if (isSet(deviceMultiplier) && amountOf(deviceMultiplier).sign() <= 0) {
    errors.push(invalid(path.child('mapping', 'deviceMultiplier'), deviceMultiplier, 'must be positive'))
  }
  const keyPath = path.child('mapping', 'capacityKey')
  if (capacityKey === '') errors.push(invalid(keyPath, '', 'capacityKey must not be an empty string'))
  else if (isSet(capacityKey) && memberOf(device.capacity, capacityKey) === undefined) {
    errors.push(notFound(keyPath, capacityKey))
  }
  return errors
}
