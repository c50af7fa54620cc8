import { parseQuantity } from 'apimachinery/resource'
import { canonicalDuration, parseDuration } from 'apimachinery/scalar'
import { momentOf } from '../cluster-time.js'

/** What was measured of a pod. */
export interface PodMetric {
  /** When, milliseconds since 1970. */
  readonly timestamp: number
  /** Over how many milliseconds. */
  readonly window: number
  /** In thousandths. */
  readonly value: bigint
}

/** By name of the pod. */
export type PodMetrics = Map<string, PodMetric>

/** A list of the resource metrics API, `metrics.k8s.io/v1beta1`. */
export interface PodMetricsList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string }
    readonly timestamp?: string
    readonly window?: string
    readonly containers?: readonly { readonly name: string; readonly usage?: Readonly<Record<string, string>> }[]
  }[]
}

/** A list of the custom and the external metrics API. */
export interface MetricValueList {
  readonly items?: readonly {
    readonly describedObject?: { readonly name?: string }
    readonly timestamp?: string
    /** Seconds, of the first versions; `windowSeconds` of the later ones. */
    readonly window?: number
    readonly windowSeconds?: number
    readonly value: string
  }[]
}

/** The window of metrics that do not say theirs, in milliseconds. */
const defaultWindow = 60_000

/** The use of a resource by pods, or by one container of each. Pods of which something is missing are left out. */
export function resourceUsage({ items = [] }: PodMetricsList, resource: string, container?: string): PodMetrics {
  const metrics: PodMetrics = new Map()
  for (const { metadata, timestamp, window, containers = [] } of items) {
    const counted =
      container === undefined ? containers : containers.filter(({ name }) => name === container).slice(0, 1)
    const uses = counted.map(({ usage }) => usage?.[resource])
    if (uses.length === 0 || uses.some((use) => use === undefined)) continue
    metrics.set(metadata?.name ?? '', {
      timestamp: momentOf(timestamp) ?? 0,
      window: window === undefined ? 0 : Number(parseDuration(canonicalDuration(window)) / 1_000_000n),
      value: uses.reduce((sum, use) => sum + milliValue(use ?? '0'), 0n),
    })
  }
  return metrics
}

/** Values of a metric by the object that each describes. */
export function valuesByObject({ items = [] }: MetricValueList): PodMetrics {
  return new Map(
    items.map(({ describedObject, timestamp, value, window, windowSeconds }) => {
      const seconds = windowSeconds ?? window
      const metric = {
        timestamp: momentOf(timestamp) ?? 0,
        window: seconds === undefined ? defaultWindow : seconds * 1000,
        value: milliValue(value),
      }
      return [describedObject?.name ?? '', metric]
    }),
  )
}

/** A quantity in thousandths. */
export function milliValue(quantity: string): bigint {
  return parseQuantity(quantity).milliValue()
}
