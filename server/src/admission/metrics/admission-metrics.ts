import type { Distribution, Histogram, MetricsRegistry } from '@apimachinery/client/metrics'
import type { Operation } from '../attributes.js'
import type { AdmissionObserver, AdmissionRun, AdmissionStep } from '../chain.js'

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5]

/**
 * How long admission took: all of it, and each plugin.
 *
 * Source: `WithStepMetrics` and `WithControllerMetrics` of k8s.io/apiserver/pkg/admission/metrics.
 */
export function admissionMetrics(registry: MetricsRegistry): AdmissionObserver {
  const steps = registry.histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).',
    stability: 'STABLE',
    labelNames: ['operation', 'rejected', 'type'],
    buckets,
  })
  const plugins = registry.histogram({
    name: 'apiserver_admission_controller_admission_duration_seconds',
    help: 'Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
    stability: 'STABLE',
    labelNames: ['name', 'operation', 'rejected', 'type'],
    buckets,
  })
  return { step: timer(steps, []), plugin: (name) => timer(plugins, [name]) }
}

type Timer = (run: AdmissionRun, seconds: number) => void

/** Admission runs for each write, through many plugins: series are looked up once. */
function timer(family: Histogram, names: readonly string[]): Timer {
  const series: Record<AdmissionStep, Map<Operation, Distribution>> = { admit: new Map(), validate: new Map() }
  return ({ step, operation, rejected }, seconds) => {
    if (rejected) return family.labels(...names, operation, 'true', step).observe(seconds)
    let found = series[step].get(operation)
    if (found === undefined) {
      found = family.labels(...names, operation, 'false', step)
      series[step].set(operation, found)
    }
    found.observe(seconds)
  }
}
