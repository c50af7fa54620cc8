import { canonicalQuantity } from '../../../resource/quantity-json.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { structsOf } from '../../validation/go-values.js'
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../v2/types.gen.js'

const unknown = '<unknown>'

const shownMetrics = 2

/** How a HorizontalPodAutoscaler is shown. */
export const horizontalPodAutoscalerTable: KindTable<HorizontalPodAutoscaler> = {
  columns: [
    nameColumn,
    column(
      'Reference',
      'string',
      'scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.',
    ),
    column(
      'Targets',
      'string',
      'metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond. If not set, the default metric will be set to 80% average CPU utilization.',
    ),
    column(
      'MinPods',
      'string',
      'minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.',
    ),
    column(
      'MaxPods',
      'string',
      'maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.',
    ),
    column(
      'Replicas',
      'string',
      'currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.',
    ),
    ageColumn,
  ],
  cells: ({ spec, status }, { name, age }) => [
    name,
    `${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`,
    metricsCell(structsOf(spec?.metrics), structsOf(status?.currentMetrics)),
    spec?.minReplicas === undefined || spec.minReplicas === null ? '<unset>' : String(spec.minReplicas),
    spec?.maxReplicas ?? 0,
    status?.currentReplicas ?? 0,
    age,
  ],
}

function metricsCell(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (specs.length === 0) return '<none>'
  const texts = specs.slice(0, shownMetrics).map((spec, index) => metricText(spec, statuses[index]))
  const shown = texts.join(', ')
  return specs.length > shownMetrics ? `${shown} + ${specs.length - shownMetrics} more...` : shown
}

function metricText(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case 'External':
      return averageOrValue(spec.external?.target, status?.external?.current)
    case 'Object':
      return averageOrValue(spec.object?.target, status?.object?.current)
    case 'Pods':
      return `${amount(status?.pods?.current?.averageValue)}/${amount(spec.pods?.target?.averageValue)}`
    case 'Resource':
      return `${spec.resource?.name ?? ''}: ${ofResource(spec.resource?.target, status?.resource?.current)}`
    case 'ContainerResource':
      return `${spec.containerResource?.name ?? ''}: ${ofResource(spec.containerResource?.target, status?.containerResource?.current)}`
    default:
      return '<unknown type>'
  }
}

function averageOrValue(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  const average = target?.averageValue
  if (average !== undefined && average !== null) return `${amount(current?.averageValue)}/${amount(average)} (avg)`
  return `${amount(current?.value)}/${amount(target?.value)}`
}

function ofResource(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  const average = target?.averageValue
  if (average !== undefined && average !== null) return `${amount(current?.averageValue)}/${amount(average)}`
  return `${percent(current?.averageUtilization, unknown)}/${percent(target?.averageUtilization, '<auto>')}`
}

function amount(quantity: string | number | null | undefined): string {
  return quantity === undefined || quantity === null ? unknown : canonicalQuantity(String(quantity))
}

function percent(value: number | null | undefined, absent: string): string {
  return value === undefined || value === null ? absent : `${value}%`
}
