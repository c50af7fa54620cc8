import { canonicalQuantity } from '../../resource/quantity-json.js'
import type { Scale } from '../autoscaling/v1/types.gen.js'
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from '../autoscaling/v2/types.gen.js'
import { structsOf } from '../validation/go-values.js'
import { cells, type RowPrinters } from './cells.js'

const unknown = '<unknown>'
const shownMetrics = 2

/** Rows of `autoscaling`. Source: pkg/printers/internalversion of Kubernetes. */
export const autoscalingPrinters: RowPrinters = {
  HorizontalPodAutoscaler: cells<HorizontalPodAutoscaler>(({ spec, status }, { name, age }) => [
    name,
    `${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`,
    metricsCell(structsOf(spec?.metrics), structsOf(status?.currentMetrics)),
    spec?.minReplicas === undefined || spec.minReplicas === null ? '<unset>' : String(spec.minReplicas),
    spec?.maxReplicas ?? 0,
    status?.currentReplicas ?? 0,
    age,
  ]),
  Scale: cells<Scale>(({ spec, status }, { name, age }) => [name, spec?.replicas ?? 0, status?.replicas ?? 0, age]),
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
