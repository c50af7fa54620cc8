import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { RuleObserver } from 'apimachinery/openapi'

/** The default buckets of Prometheus. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * `apiserver_cel_*`: how long the rules in schemas of custom resources take: the compilation of all rules of one schema, the evaluation of all of an
 * object.
 *
 * Source: k8s.io/apiserver/pkg/cel/metrics.
 */
export function ruleMetrics(registry: MetricsRegistry): RuleObserver {
  const family = (name: string, help: string) =>
    registry.histogram({ name: `apiserver_cel_${name}_duration_seconds`, help, stability: 'BETA', buckets }).labels()
  const seconds = {
    compilation: family('compilation', 'CEL compilation time in seconds.'),
    evaluation: family('evaluation', 'CEL evaluation time in seconds.'),
  }
  // A rule is compiled when it is evaluated for the first time: one is not a part of the other.
  let within = 0
  return (work, run) => {
    const before = within
    const start = performance.now()
    within = 0
    try {
      return run()
    } finally {
      const took = performance.now() - start
      seconds[work].observe((took - within) / 1000)
      within = before + took
    }
  }
}
