import type {
  ContainerResourceMetricSource,
  ExternalMetricSource,
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
  ObjectMetricSource,
  PodsMetricSource,
} from 'apimachinery/api/autoscaling/v2'
import { messageOf } from 'apimachinery/errors'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { newMilliQuantity, type QuantityFormat } from 'apimachinery/resource'
import { selectorText } from '../selector-text.js'
import { milliValue } from './metric-answer.js'
import type { UsedResource } from './metrics-client.js'
import type { CalculatedReplicas, ReplicaCalculator, ScaledPods } from './replica-calculator.js'

/** What one metric of an autoscaler asks for. */
export interface MetricProposal {
  readonly replicas: number
  /** The metric in messages. */
  readonly name: string
  readonly status: MetricStatus
}

/** Why one metric of an autoscaler asks for nothing. */
export class MetricError extends Error {
  override readonly name = 'MetricError'
  /** Of the condition and the event. */
  readonly reason: string
  /** Of the condition and the event: without what the error says about the metric. */
  readonly detail: string

  constructor(reason: string, prefix: string, cause: unknown) {
    super(`${prefix}${messageOf(cause)}`, { cause })
    this.reason = reason
    this.detail = messageOf(cause instanceof UnmentionedContext ? cause.cause : cause)
  }
}

/** What was tried, of which conditions and events say nothing. */
class UnmentionedContext extends Error {}

/** The replicas that a metric of an autoscaler asks for. Source: pkg/controller/podautoscaler of Kubernetes. @throws MetricError */
export async function proposalOf(
  spec: MetricSpec,
  scaled: ScaledPods,
  calculator: ReplicaCalculator,
): Promise<MetricProposal> {
  const { type, resource, containerResource, object, pods, external } = spec
  const parts = { scaled, calculator }
  if (type === 'Resource' && resource !== undefined) {
    const { name, target } = resource
    return guarded('FailedGetResourceMetric', `failed to get ${name} resource metric value: `, async () => {
      const { name: about, value, replicas } = await ofResource({ resource: name }, target, parts)
      return { replicas, name: about, status: { type, resource: { name, current: value } } }
    })
  }
  if (type === 'ContainerResource' && containerResource !== undefined) return ofContainer(containerResource, parts)
  if (type === 'Object' && object !== undefined) {
    const prefix = 'failed to get object metric value: '
    return guarded('FailedGetObjectMetric', prefix, () => ofObject(object, parts))
  }
  if (type === 'Pods' && pods !== undefined) {
    return guarded('FailedGetPodsMetric', 'failed to get pods metric value: ', () => ofPods(pods, parts))
  }
  if (type === 'External' && external !== undefined) {
    const prefix = `failed to get ${external.metric.name} external metric value: `
    return guarded('FailedGetExternalMetric', prefix, () => ofExternal(external, parts))
  }
  throw new MetricError('InvalidMetricSourceType', '', new Error(`unknown metric source type ${JSON.stringify(type)}`))
}

interface Parts {
  readonly scaled: ScaledPods
  readonly calculator: ReplicaCalculator
}

async function guarded(reason: string, prefix: string, find: () => Promise<MetricProposal>): Promise<MetricProposal> {
  try {
    return await find()
  } catch (error) {
    throw new MetricError(reason, prefix, error)
  }
}

type ErrorMaker = new (message: string, options: ErrorOptions) => Error

/** Adds what was tried to an error. */
async function tried<T>(what: string, call: Promise<T>, ErrorClass: ErrorMaker = Error): Promise<T> {
  return call.catch((error: unknown) => {
    throw new ErrorClass(`failed to get ${what}: ${messageOf(error)}`, { cause: error })
  })
}

async function ofResource(
  used: UsedResource,
  { averageValue, averageUtilization }: MetricTarget,
  { scaled, calculator }: Parts,
): Promise<{ readonly replicas: number; readonly name: string; readonly value: MetricValueStatus }> {
  const { resource, container } = used
  // Metrics servers write memory in powers of two.
  const format: QuantityFormat = resource === 'memory' ? 'BinarySI' : 'DecimalSI'
  if (averageValue !== undefined) {
    const target = milliValue(averageValue)
    const { replicas, usage } = await tried(`${resource} usage`, calculator.forResourceUse(scaled, used, target))
    return { replicas, name: `${resource} resource`, value: { averageValue: quantity(usage, format) } }
  }
  if (averageUtilization === undefined) {
    const needed = 'neither an average utilization target nor an average value (usage) target was set'
    throw new Error(`invalid resource metric source: ${needed}`)
  }
  const found = calculator.forUtilization(scaled, used, averageUtilization)
  const { replicas, usage, utilization } = await tried(`${resource} utilization`, found)
  const kind = container === undefined ? 'resource' : 'container resource'
  return {
    replicas,
    name: `${resource} ${kind} utilization (percentage of request)`,
    value: { averageUtilization: utilization, averageValue: quantity(usage, format) },
  }
}

function ofContainer(source: ContainerResourceMetricSource, parts: Parts): Promise<MetricProposal> {
  const { name, container, target } = source
  const prefix = `failed to get ${container} container metric value: `
  return guarded('FailedGetContainerResourceMetric', prefix, async () => {
    const { name: about, value, replicas } = await ofResource({ resource: name, container }, target, parts)
    const status = { type: 'ContainerResource', containerResource: { name, container, current: value } }
    return { replicas, name: about, status }
  })
}

async function ofObject(source: ObjectMetricSource, { scaled, calculator }: Parts): Promise<MetricProposal> {
  const { describedObject, metric, target } = source
  const named = { object: describedObject, name: metric.name, selector: labelSelectorAsSelector(metric.selector ?? {}) }
  const statusOf = (current: MetricValueStatus): MetricStatus => {
    return { type: 'Object', object: { describedObject, metric: identifier(metric), current } }
  }
  if (target.type === 'Value' && target.value !== undefined) {
    const { replicas, usage } = await calculator.forObject(scaled, named, milliValue(target.value))
    const name = `${describedObject.kind} metric ${metric.name}`
    return { replicas, name, status: statusOf({ value: quantity(usage) }) }
  }
  if (target.type === 'AverageValue' && target.averageValue !== undefined) {
    const found = calculator.forObjectPerPod(scaled, named, milliValue(target.averageValue))
    const { replicas, usage } = await tried(`${metric.name} object metric`, found, UnmentionedContext)
    return { replicas, name: externalName(metric), status: statusOf({ averageValue: quantity(usage) }) }
  }
  throw new Error('invalid object metric source: neither a value target nor an average value target was set')
}

async function ofPods({ metric, target }: PodsMetricSource, { scaled, calculator }: Parts): Promise<MetricProposal> {
  const named = { name: metric.name, selector: labelSelectorAsSelector(metric.selector ?? {}) }
  const { replicas, usage } = await calculator.forPods(scaled, named, milliValue(target.averageValue ?? '0'))
  const status = { type: 'Pods', pods: { metric: identifier(metric), current: { averageValue: quantity(usage) } } }
  return { replicas, name: `pods metric ${metric.name}`, status }
}

async function ofExternal(source: ExternalMetricSource, { scaled, calculator }: Parts): Promise<MetricProposal> {
  const { metric, target } = source
  const selector = labelSelectorAsSelector(metric.selector ?? {})
  const named = { name: metric.name, selector, selectorText: selectorText(metric.selector) }
  const proposal = ({ replicas }: CalculatedReplicas, current: MetricValueStatus): MetricProposal => {
    const status = { type: 'External', external: { metric: identifier(metric), current } }
    return { replicas, name: externalName(metric), status }
  }
  if (target.averageValue !== undefined) {
    const call = calculator.forExternalPerPod(scaled, named, milliValue(target.averageValue))
    const found = await tried(`${metric.name} external metric`, call, UnmentionedContext)
    return proposal(found, { averageValue: quantity(found.usage) })
  }
  if (target.value !== undefined) {
    const call = calculator.forExternal(scaled, named, milliValue(target.value))
    const found = await tried(`external metric ${metric.name}`, call, UnmentionedContext)
    return proposal(found, { value: quantity(found.usage) })
  }
  throw new Error('invalid external metric source: neither a value target nor an average value target was set')
}

function externalName({ name, selector }: MetricIdentifier): string {
  return `external metric ${name}(${selectorText(selector)})`
}

function identifier({ name, selector }: MetricIdentifier): MetricIdentifier {
  return { name, ...(selector && { selector }) }
}

function quantity(milli: bigint, format: QuantityFormat = 'DecimalSI'): string {
  return newMilliQuantity(milli, format).toString()
}
