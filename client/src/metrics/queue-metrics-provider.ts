import type { QueueMetricsProvider } from '../queue/queue-metrics.js'
import { exponentialBuckets } from './histogram.js'
import type { Stability } from './metric-family.js'
import type { MetricsRegistry } from './metrics-registry.js'

/** In what the metrics of queues differ between programs. */
export interface QueueMetricsOptions {
  /** Labels whose value is the name of the queue; default those of controller-runtime, `name` and `controller`. */
  readonly labelNames?: readonly string[] | undefined
  /** Buckets of durations, in seconds; default those of controller-runtime. */
  readonly buckets?: readonly number[] | undefined
  readonly stability?: Stability | undefined
}

/**
 * Registers the metrics of work queues in a registry, under their names in Go.
 *
 * Source: k8s.io/component-base/metrics/prometheus/workqueue.
 */
export function queueMetricsProvider(
  registry: MetricsRegistry,
  options: QueueMetricsOptions = {},
): QueueMetricsProvider {
  const { labelNames = ['name', 'controller'], buckets = exponentialBuckets(1e-8, 10, 12), stability } = options
  const facts = (metric: string, help: string) => ({ name: `workqueue_${metric}`, help, labelNames, stability })
  const labels = (name: string) => Object.fromEntries(labelNames.map((label) => [label, name]))
  const counter = (metric: string, help: string) => (name: string) =>
    registry.counter(facts(metric, help)).with(labels(name))
  const histogram = (metric: string, help: string) => (name: string) =>
    registry.histogram({ ...facts(metric, help), buckets }).with(labels(name))
  const reading = (metric: string, help: string) => (name: string, read: () => number) =>
    registry.gauge(facts(metric, help)).set(read, labels(name))
  return {
    newDepthMetric: (name) => registry.gauge(facts('depth', 'Current depth of workqueue')).with(labels(name)),
    newAddsMetric: counter('adds_total', 'Total number of adds handled by workqueue'),
    newLatencyMetric: histogram(
      'queue_duration_seconds',
      'How long in seconds an item stays in workqueue before being requested.',
    ),
    newWorkDurationMetric: histogram(
      'work_duration_seconds',
      'How long in seconds processing an item from workqueue takes.',
    ),
    newUnfinishedWorkSecondsMetric: reading(
      'unfinished_work_seconds',
      "How many seconds of work has done that is in progress and hasn't been observed by work_duration. Large values indicate stuck threads. One can deduce the number of stuck threads by observing the rate at which this increases.",
    ),
    newLongestRunningProcessorSecondsMetric: reading(
      'longest_running_processor_seconds',
      'How many seconds has the longest running processor for workqueue been running.',
    ),
    newRetriesMetric: counter('retries_total', 'Total number of retries handled by workqueue'),
  }
}
