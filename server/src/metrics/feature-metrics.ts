import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { FeatureGates } from 'apimachinery/api/releases'

/** Stage and enablement of every gate. Source: k8s.io/component-base/metrics/prometheus/feature. */
export function addFeatureMetrics(registry: MetricsRegistry, gates: FeatureGates): void {
  registry.gauge(
    {
      name: 'kubernetes_feature_enabled',
      help: 'This metric records the data about the stage and enablement of a k8s feature.',
      stability: 'BETA',
      labelNames: ['name', 'stage'],
    },
    (family) => {
      for (const { name, stage } of gates.all) {
        family.labels(name, stage === 'ga' ? '' : stage.toUpperCase()).set(gates.enabled(name) ? 1 : 0)
      }
    },
  )
}
