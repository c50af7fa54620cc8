import type { MetricFacts, MetricsRegistry } from '@apimachinery/client/metrics'

/** Metrics of the registry itself. Source: `RegisterMetaMetrics` of k8s.io/component-base/metrics. */
export function addMetaMetrics(registry: MetricsRegistry): void {
  registry.counter(
    {
      name: 'registered_metrics_total',
      help: 'The count of registered metrics broken by stability level and deprecation version.',
      stability: 'BETA',
      labelNames: ['deprecated_version', 'stability_level'],
    },
    (family) => {
      family.clear()
      for (const { facts } of registry.families()) {
        if (facts.stability !== undefined) family.labels(facts.deprecatedVersion ?? '', facts.stability).inc()
      }
    },
  )
  const total = (options: MetricFacts, count: () => number): void => {
    registry.counter(options, (family) => family.labels().set(count()))
  }
  total(
    { name: 'hidden_metrics_total', help: 'The count of hidden metrics.', stability: 'BETA' },
    () => registry.withheld.hidden,
  )
  total(
    { name: 'disabled_metrics_total', help: 'The count of disabled metrics.', stability: 'BETA' },
    () => registry.withheld.disabled,
  )
  total(
    {
      name: 'cardinality_enforcement_unexpected_categorizations_total',
      help: 'The count of unexpected categorizations during cardinality enforcement.',
      stability: 'ALPHA',
    },
    () => registry.withheld.unexpected,
  )
}
