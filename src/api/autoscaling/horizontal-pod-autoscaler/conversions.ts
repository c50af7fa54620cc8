import { list } from '../../../descriptor/build.js'
import { readJSON } from '../../../descriptor/read-json.js'
import { toCanonicalJSON } from '../../../descriptor/to-canonical-json.js'
import type { ListDescriptor } from '../../../descriptor/types.js'
import type { ObjectMeta } from '../../../meta/v1/types.gen.js'
import { withAnnotations } from '../../conversion/annotations.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import * as descriptorsV1 from '../v1/descriptors.gen.js'
import * as v1 from '../v1/types.gen.js'
import * as v2 from '../v2/types.gen.js'
import { behaviorFromNote, noteOfBehavior } from './autoscaler-behavior.js'
import { newMetric, newMetricStatus, oldMetric, oldMetricStatus } from './autoscaler-metrics.js'

/** Registers the conversions of HorizontalPodAutoscaler. */
export function addHorizontalPodAutoscalerConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v2.HorizontalPodAutoscaler)
  scheme.addConversion(v1.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler, autoscalerOfV1)
  scheme.addConversion(v2.HorizontalPodAutoscaler, v1.HorizontalPodAutoscaler, autoscalerOfV2)
  scheme.addConversion(v2.HorizontalPodAutoscaler, v2.HorizontalPodAutoscaler, autoscalerWithoutNotes)
}

const prefix = 'autoscaling.alpha.kubernetes.io/'

/** Annotations in which v1 keeps what it has no fields for. */
const notes = {
  metrics: `${prefix}metrics`,
  currentMetrics: `${prefix}current-metrics`,
  conditions: `${prefix}conditions`,
  behavior: `${prefix}behavior`,
  scaleUpTolerance: `${prefix}scale-up-tolerance`,
  scaleDownTolerance: `${prefix}scale-down-tolerance`,
}
const noteNames = Object.values(notes)
const noNotes = Object.fromEntries(noteNames.map((name) => [name, undefined]))

const defaultUtilization = 80

/** An autoscaler of v2 as a server keeps it: without the annotations of v1. */
export function autoscalerWithoutNotes(from: v2.HorizontalPodAutoscaler): v2.HorizontalPodAutoscaler {
  if (!hasNotes(from.metadata)) return from
  const form = recast(from, v2.HorizontalPodAutoscaler)
  form.metadata = withAnnotations(from.metadata, noNotes)
  return form
}

/** An autoscaler of v2 in the form of v1. */
export function autoscalerOfV2(from: v2.HorizontalPodAutoscaler): v1.HorizontalPodAutoscaler {
  const to = recast(from, v1.HorizontalPodAutoscaler)
  const { metrics, behavior, ...spec } = from.spec ?? ({} as v2.HorizontalPodAutoscalerSpec)
  const { currentMetrics, conditions, ...status } = from.status ?? ({} as v2.HorizontalPodAutoscalerStatus)
  const cpu = metrics?.find(isCPUUtilization)?.resource?.target.averageUtilization
  if (from.spec) to.spec = { ...spec, ...(isNumber(cpu) && { targetCPUUtilizationPercentage: cpu }) }
  const currentCPU = currentMetrics?.filter(isCPU).findLast(hasUtilization)?.resource?.current?.averageUtilization
  if (from.status) {
    to.status = { ...status, currentReplicas: status.currentReplicas ?? 0 }
    if (isNumber(currentCPU)) to.status.currentCPUUtilizationPercentage = currentCPU
  }
  const added = {
    [notes.metrics]: noteOf(metrics?.filter((metric) => !isCPUUtilization(metric)).map(oldMetric), metricsOfV1),
    [notes.currentMetrics]: noteOf(currentMetrics?.map(oldMetricStatus), currentMetricsOfV1),
    [notes.behavior]: behavior ? noteOfBehavior(behavior) : undefined,
    [notes.conditions]: noteOf(conditions, conditionsOfV1),
  }
  const isNoted = Object.values(added).some((note) => note !== undefined)
  if (isNoted || hasNotes(from.metadata)) to.metadata = withAnnotations(from.metadata, { ...noNotes, ...added })
  return to
}

/** An autoscaler of v1 in the form of v2. Annotations that cannot be read are dropped. */
export function autoscalerOfV1(from: v1.HorizontalPodAutoscaler): v2.HorizontalPodAutoscaler {
  const to = recast(from, v2.HorizontalPodAutoscaler)
  const annotations = from.metadata?.annotations ?? {}
  const { targetCPUUtilizationPercentage: cpu, ...spec } = from.spec ?? ({} as v1.HorizontalPodAutoscalerSpec)
  const metrics = [
    ...(listIn<v1.MetricSpec>(annotations[notes.metrics], metricsOfV1) ?? []).map(newMetric),
    ...(isNumber(cpu) ? [cpuMetric(cpu)] : []),
  ]
  const behavior = behaviorFromNote(annotations[notes.behavior])
  const described = metrics.length > 0 ? metrics : [cpuMetric(defaultUtilization)]
  to.spec = { ...spec, metrics: described, ...(behavior && { behavior }) }
  const status = newStatus(from.status, annotations)
  if (status) to.status = status
  if (hasNotes(from.metadata)) to.metadata = withAnnotations(from.metadata, noNotes)
  return to
}

function newStatus(
  given: v1.HorizontalPodAutoscalerStatus | undefined,
  annotations: Readonly<Record<string, string>>,
): v2.HorizontalPodAutoscalerStatus | undefined {
  const { currentCPUUtilizationPercentage: cpu, ...status } = given ?? ({} as v1.HorizontalPodAutoscalerStatus)
  const current = listIn<v1.MetricStatus>(annotations[notes.currentMetrics], currentMetricsOfV1)?.map(newMetricStatus)
  const conditions = listIn<v2.HorizontalPodAutoscalerCondition>(annotations[notes.conditions], conditionsOfV1)
  const currentMetrics = current ?? (isNumber(cpu) ? [currentCPU(cpu)] : undefined)
  if (!given && !currentMetrics && !conditions) return undefined
  return { ...status, ...(currentMetrics && { currentMetrics }), ...(conditions && { conditions }) }
}

function cpuMetric(averageUtilization: number): v2.MetricSpec {
  return { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } } }
}

function currentCPU(averageUtilization: number): v2.MetricStatus {
  return { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }
}

function isCPU({ type, resource }: v2.MetricSpec | v2.MetricStatus): boolean {
  return type === 'Resource' && resource?.name === 'cpu'
}

function isCPUUtilization(metric: v2.MetricSpec): boolean {
  return isCPU(metric) && isNumber(metric.resource?.target?.averageUtilization)
}

function hasUtilization({ resource }: v2.MetricStatus): boolean {
  return isNumber(resource?.current?.averageUtilization)
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function hasNotes(metadata: ObjectMeta | undefined): boolean {
  const annotations = metadata?.annotations
  return annotations !== undefined && annotations !== null && noteNames.some((name) => Object.hasOwn(annotations, name))
}

const metricsOfV1 = /* @__PURE__ */ list(descriptorsV1.metricSpecDescriptor)
const currentMetricsOfV1 = /* @__PURE__ */ list(descriptorsV1.metricStatusDescriptor)
const conditionsOfV1 = /* @__PURE__ */ list(descriptorsV1.horizontalPodAutoscalerConditionDescriptor)

function noteOf(items: readonly object[] | undefined, type: ListDescriptor): string | undefined {
  return items && items.length > 0 ? toCanonicalJSON(type, items) : undefined
}

function listIn<T>(note: string | undefined, type: ListDescriptor): T[] | undefined {
  if (note === undefined) return undefined
  try {
    return (readJSON(type, note, { mode: 'canonical' }).value as T[] | null) ?? []
  } catch {
    return undefined
  }
}
