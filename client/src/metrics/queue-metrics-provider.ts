import type { CounterMetric, GaugeMetric, HistogramMetric, QueueMetricsProvider } from '../queue/queue-metrics.js'
import type { MetricsRegistry } from './metrics-registry.js'

const labelNames = ['name', 'controller']
const buckets = [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3].map((exponent) => 10 ** exponent)

/** Registers the metrics of work queues in a registry, under their names in Go. */
export function queueMetricsProvider(registry: MetricsRegistry): QueueMetricsProvider {
  const named = (name: string): { name: string; controller: string } => ({ name, controller: name })
  const gauge = (name: string, help: string) => registry.gauge({ name: `workqueue_${name}`, help, labelNames })
  const counter = (metric: string, help: string, name: string): CounterMetric => {
    const counted = registry.counter({ name: `workqueue_${metric}`, help, labelNames })
    const labels = named(name)
    counted.inc(labels, 0)
    return { inc: () => counted.inc(labels) }
  }
  const histogram = (metric: string, help: string, name: string): HistogramMetric => {
    const observed = registry.histogram({ name: `workqueue_${metric}`, help, labelNames, buckets })
    const labels = named(name)
    return { observe: (value) => observed.observe(value, labels) }
  }
  return {
    newDepthMetric: (name): GaugeMetric => {
      const depth = gauge('depth', 'Current depth of workqueue')
      const labels = named(name)
      depth.set(0, labels)
      return { set: (value) => depth.set(value, labels) }
    },
    newAddsMetric: (name) => counter('adds_total', 'Total number of adds handled by workqueue', name),
    newLatencyMetric: (name) =>
      histogram(
        'queue_duration_seconds',
        'How long in seconds an item stays in workqueue before being requested',
        name,
      ),
    newWorkDurationMetric: (name) =>
      histogram('work_duration_seconds', 'How long in seconds processing an item from workqueue takes.', name),
    newUnfinishedWorkSecondsMetric: (name, read) =>
      gauge('unfinished_work_seconds', 'Seconds of work in progress that work_duration does not count yet.').set(
        read,
        named(name),
      ),
    newLongestRunningProcessorSecondsMetric: (name, read) =>
      gauge(
        'longest_running_processor_seconds',
        'How many seconds has the longest running processor been running.',
      ).set(read, named(name)),
    newRetriesMetric: (name) => counter('retries_total', 'Total number of retries handled by workqueue', name),
  }
}
