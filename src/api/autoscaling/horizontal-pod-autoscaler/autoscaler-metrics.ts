import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import { parseQuantity } from '../../../resource/quantity.js'
import type * as v1 from '../v1/types.gen.js'
import type * as v2 from '../v2/types.gen.js'

/** A metric of v2 in the form of v1. */
export function oldMetric(metric: v2.MetricSpec): v1.MetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric
  return {
    type,
    ...(object && { object: oldObject(object) }),
    ...(pods && { pods: { ...named(pods.metric), targetAverageValue: pods.target?.averageValue ?? zero } }),
    ...(resource && { resource: { name: resource.name, ...oldTarget(resource.target) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...oldTarget(containerResource.target),
        container: containerResource.container,
      },
    }),
    ...(external && { external: oldExternal(external) }),
  }
}

/** A metric of v1 in the form of v2. */
export function newMetric(metric: v1.MetricSpec): v2.MetricSpec {
  const { type, object, pods, resource, containerResource, external } = metric
  return {
    type,
    ...(object && { object: newObject(object) }),
    ...(pods && {
      pods: { metric: metricOf(pods), target: { type: 'AverageValue', averageValue: pods.targetAverageValue } },
    }),
    ...(resource && { resource: { name: resource.name, target: newTarget(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        target: newTarget(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && { external: newExternal(external) }),
  }
}

/** The current value of a metric of v2 in the form of v1. */
export function oldMetricStatus(status: v2.MetricStatus): v1.MetricStatus {
  const { type, object, pods, resource, containerResource, external } = status
  return {
    type,
    ...(object && {
      object: {
        target: object.describedObject,
        ...named(object.metric),
        currentValue: object.current?.value ?? zero,
        ...optional('averageValue', object.current?.averageValue),
      },
    }),
    ...(pods && { pods: { ...named(pods.metric), currentAverageValue: pods.current?.averageValue ?? zero } }),
    ...(resource && { resource: { name: resource.name, ...oldCurrent(resource.current) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        ...oldCurrent(containerResource.current),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metricName: external.metric.name,
        ...optional('metricSelector', external.metric.selector),
        currentValue: external.current?.value ?? zero,
        ...optional('currentAverageValue', external.current?.averageValue),
      },
    }),
  }
}

/** The current value of a metric of v1 in the form of v2. */
export function newMetricStatus(status: v1.MetricStatus): v2.MetricStatus {
  const { type, object, pods, resource, containerResource, external } = status
  return {
    type,
    ...(object && {
      object: {
        metric: metricOf(object),
        current: { value: object.currentValue, ...optional('averageValue', object.averageValue) },
        describedObject: object.target,
      },
    }),
    ...(pods && { pods: { metric: metricOf(pods), current: { averageValue: pods.currentAverageValue } } }),
    ...(resource && { resource: { name: resource.name, current: newCurrent(resource) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        current: newCurrent(containerResource),
        container: containerResource.container,
      },
    }),
    ...(external && {
      external: {
        metric: { name: external.metricName, ...optional('selector', external.metricSelector) },
        current: { value: external.currentValue, ...optional('averageValue', external.currentAverageValue) },
      },
    }),
  }
}

/** The v1 form of an absent quantity. */
const zero = '0'

function optional<K extends string, V>(name: K, value: V | null | undefined): Partial<Record<K, V>> {
  return value === undefined || value === null ? {} : ({ [name]: value } as Record<K, V>)
}

function named({ name, selector }: v2.MetricIdentifier): { metricName: string; selector?: LabelSelector } {
  return { metricName: name, ...optional('selector', selector) }
}

function metricOf(from: { metricName: string; selector?: LabelSelector | undefined }): v2.MetricIdentifier {
  return { name: from.metricName, ...optional('selector', from.selector) }
}

function oldTarget(target: v2.MetricTarget | undefined): {
  targetAverageUtilization?: number
  targetAverageValue?: string
} {
  return {
    ...optional('targetAverageUtilization', target?.averageUtilization),
    ...optional('targetAverageValue', target?.averageValue),
  }
}

function newTarget(from: {
  targetAverageUtilization?: number | undefined
  targetAverageValue?: string | undefined
}): v2.MetricTarget {
  const utilization = optional('averageUtilization', from.targetAverageUtilization)
  return {
    type: 'averageUtilization' in utilization ? 'Utilization' : 'AverageValue',
    ...optional('averageValue', from.targetAverageValue),
    ...utilization,
  }
}

function oldCurrent(current: v2.MetricValueStatus | undefined): {
  currentAverageUtilization?: number
  currentAverageValue: string
} {
  return {
    ...optional('currentAverageUtilization', current?.averageUtilization),
    currentAverageValue: current?.averageValue ?? zero,
  }
}

function newCurrent(from: {
  currentAverageUtilization?: number | undefined
  currentAverageValue: string
}): v2.MetricValueStatus {
  return { averageValue: from.currentAverageValue, ...optional('averageUtilization', from.currentAverageUtilization) }
}

function oldObject({ target, metric, describedObject }: v2.ObjectMetricSource): v1.ObjectMetricSource {
  return {
    target: describedObject,
    ...named(metric),
    targetValue: target?.value ?? zero,
    ...optional('averageValue', target?.averageValue),
  }
}

/** v1 cannot leave the value out: its 0 beside an average is none. */
function newObject(from: v1.ObjectMetricSource): v2.ObjectMetricSource {
  const average = optional('averageValue', from.averageValue)
  const isAverage = 'averageValue' in average
  return {
    describedObject: from.target,
    target: {
      type: isAverage ? 'AverageValue' : 'Value',
      ...((!isAverage || !isZero(from.targetValue)) && { value: from.targetValue }),
      ...average,
    },
    metric: metricOf(from),
  }
}

function isZero(text: string): boolean {
  return parseQuantity(text).isZero()
}

function oldExternal({ metric, target }: v2.ExternalMetricSource): v1.ExternalMetricSource {
  return {
    metricName: metric.name,
    ...optional('metricSelector', metric.selector),
    ...optional('targetValue', target?.value),
    ...optional('targetAverageValue', target?.averageValue),
  }
}

function newExternal(from: v1.ExternalMetricSource): v2.ExternalMetricSource {
  const value = optional('value', from.targetValue)
  return {
    metric: { name: from.metricName, ...optional('selector', from.metricSelector) },
    target: {
      type: 'value' in value ? 'Value' : 'AverageValue',
      ...value,
      ...optional('averageValue', from.targetAverageValue),
    },
  }
}
