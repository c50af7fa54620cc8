import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { amountOf } from '../../core/resource-list/resource-amounts.js'
import { validateContainerResourceName } from '../../core/resource-list/resource-names.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
  ObjectMetricSource,
  PodsMetricSource,
  ResourceMetricSource,
} from '../v2/types.gen.js'
import { type ObjectReferenceOptions, segmentErrors, validateCrossVersionObjectReference } from './object-reference.js'

const sourceTypes = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource']
const targetTypes = ['Utilization', 'Value', 'AverageValue']

/** The field of each type of metric, in the order in which they are looked at. */
const fieldOfType = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
} as const
type SourceField = (typeof fieldOfType)[keyof typeof fieldOfType]

/** Settings for checking metrics. */
export interface MetricOptions {
  readonly minReplicas: number | null | undefined
  readonly reference: ObjectReferenceOptions
}

/** Checks the metrics that decide about the number of replicas. */
export function validateMetrics(
  metrics: readonly MetricSpec[] | null | undefined,
  options: MetricOptions,
  path: FieldPath,
): FieldError[] {
  const given = structsOf(metrics)
  const errors = given.flatMap((metric, i) => validateMetricSpec(metric, path.index(i), options.reference))
  if (options.minReplicas !== 0 || given.some(({ type }) => type === 'Object' || type === 'External')) return errors
  const detail = 'must specify at least one Object or External metric to support scaling to zero replicas'
  return [...errors, forbidden(path, detail)]
}

function validateMetricSpec(metric: MetricSpec, path: FieldPath, reference: ObjectReferenceOptions): FieldError[] {
  const type = metric.type ?? ''
  const isKnown = sourceTypes.includes(type)
  const unknown = isKnown ? [] : [notSupportedNamed(path.child('type'), type, sourceTypes)]
  const fields = Object.values(fieldOfType).filter((field) => isSet(metric[field]))
  const expected = isKnown ? fieldOfType[type as keyof typeof fieldOfType] : undefined
  const missing = expected !== undefined && !isSet(metric[expected])
  const surplus = fields.length === 1 ? [] : fields.filter((field) => field !== expected).sort()
  return [
    ...(type === '' ? [required(path.child('type'), 'must specify a metric source type')] : []),
    ...unknown,
    ...(fields[0] === undefined ? [] : sourceErrors(metric, fields[0], { path: path.child(fields[0]), reference })),
    ...(missing ? [required(path.child(expected), 'must populate information for the given metric source')] : []),
    ...unknown,
    ...surplus.map((field) => forbidden(path.child(field), 'must populate the given metric source only')),
  ]
}

function sourceErrors(
  metric: MetricSpec,
  field: SourceField,
  { path, reference }: { readonly path: FieldPath; readonly reference: ObjectReferenceOptions },
): FieldError[] {
  switch (field) {
    case 'object':
      return objectErrors(metric.object!, path, reference)
    case 'external':
      return externalErrors(metric.external!, path)
    case 'pods':
      return podsErrors(metric.pods!, path)
    case 'resource':
      return resourceErrors(metric.resource!, path)
    default:
      return containerResourceErrors(metric.containerResource!, path)
  }
}

function objectErrors(source: ObjectMetricSource, path: FieldPath, reference: ObjectReferenceOptions): FieldError[] {
  const { value, averageValue } = source.target ?? {}
  const at = path.child('target')
  return [
    ...validateCrossVersionObjectReference(source.describedObject, path.child('describedObject'), reference),
    ...identifierErrors(source.metric, path.child('metric')),
    ...targetErrors(source.target, at),
    ...(isSet(value) || isSet(averageValue)
      ? []
      : [required(at.child('averageValue'), 'must set either a target value or averageValue')]),
  ]
}

function externalErrors(source: ExternalMetricSource, path: FieldPath): FieldError[] {
  const { value, averageValue } = source.target ?? {}
  const at = path.child('target')
  const none = !isSet(value) && !isSet(averageValue)
  const both = isSet(value) && isSet(averageValue)
  return [
    ...identifierErrors(source.metric, path.child('metric')),
    ...targetErrors(source.target, at),
    ...(none
      ? [required(at.child('averageValue'), 'must set either a target value for metric or a per-pod target')]
      : []),
    ...(both ? [forbidden(at.child('value'), 'may not set both a target value for metric and a per-pod target')] : []),
  ]
}

function podsErrors(source: PodsMetricSource, path: FieldPath): FieldError[] {
  const at = path.child('target')
  return [
    ...identifierErrors(source.metric, path.child('metric')),
    ...targetErrors(source.target, at),
    ...(isSet(source.target?.averageValue)
      ? []
      : [required(at.child('averageValue'), 'must specify a positive target averageValue')]),
  ]
}

function resourceErrors(source: ResourceMetricSource, path: FieldPath): FieldError[] {
  return [
    ...(source.name ? [] : [required(path.child('name'), 'must specify a resource name')]),
    ...resourceTargetErrors(source.target, path.child('target')),
  ]
}

function containerResourceErrors(source: ContainerResourceMetricSource, path: FieldPath): FieldError[] {
  const { name, container } = source
  return [
    ...(name
      ? validateContainerResourceName(name, path.child('name'))
      : [required(path.child('name'), 'must specify a resource name')]),
    ...(container
      ? validateDNS1123Label(container, path.child('container'))
      : [required(path.child('container'), 'must specify a container')]),
    ...resourceTargetErrors(source.target, path.child('target')),
  ]
}

/** A resource has a target as an amount or as a percentage. */
function resourceTargetErrors(target: MetricTarget | null | undefined, path: FieldPath): FieldError[] {
  const { averageUtilization, averageValue } = target ?? {}
  const errors = targetErrors(target, path)
  if (!isSet(averageUtilization) && !isSet(averageValue)) {
    const detail = 'must set either a target raw value or a target utilization'
    return [...errors, required(path.child('averageUtilization'), detail)]
  }
  if (!isSet(averageUtilization) || !isSet(averageValue)) return errors
  const detail = 'may not set both a target raw value and a target utilization'
  return [...errors, forbidden(path.child('averageValue'), detail)]
}

function targetErrors(target: MetricTarget | null | undefined, path: FieldPath): FieldError[] {
  const { type, value, averageValue, averageUtilization } = target ?? {}
  const at = path.child('type')
  const positive = (amount: string | null | undefined, name: string) =>
    isSet(amount) && amountOf(amount).sign() <= 0
      ? [invalid(path.child(name), amountOf(amount), 'must be positive')]
      : []
  return [
    ...(type ? [] : [required(at, 'must specify a metric target type')]),
    ...(targetTypes.includes(type ?? '')
      ? []
      : [invalidNamed(at, type ?? '', 'must be either Utilization, Value, or AverageValue')]),
    ...positive(value, 'value'),
    ...positive(averageValue, 'averageValue'),
    ...(isSet(averageUtilization) && averageUtilization < 1
      ? [invalid(path.child('averageUtilization'), averageUtilization, 'must be greater than 0')]
      : []),
  ]
}

function identifierErrors(metric: MetricIdentifier | null | undefined, path: FieldPath): FieldError[] {
  return segmentErrors(metric?.name ?? '', path.child('name'), 'must specify a metric name')
}
