export { type ClientMetrics, type ClientMetricsOptions, clientMetrics } from './client-metrics.js'
export {
  Distribution,
  defaultBuckets,
  exponentialBuckets,
  Histogram,
  type HistogramFacts,
  linearBuckets,
} from './histogram.js'
export type {
  Child,
  LabelConstraint,
  Labels,
  LabelValues,
  MetricFacts,
  MetricFamily,
  Sample,
  Stability,
} from './metric-family.js'
export {
  MetricsRegistry,
  type MetricsRegistryOptions,
  metricsContentType,
  type Refresh,
  type RegisteredFamily,
} from './metrics-registry.js'
export { Cell, Counter, Gauge, NumberFamily } from './number-family.js'
export { type QueueMetricsOptions, queueMetricsProvider } from './queue-metrics-provider.js'
