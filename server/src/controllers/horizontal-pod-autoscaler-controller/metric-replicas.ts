import type { MetricStatus } from 'apimachinery/api/autoscaling/v2'
import { asError } from 'apimachinery/errors'
import type { AutoscalerRun } from './autoscaler-run.js'
import { MetricError, proposalOf } from './metric-source.js'
import type { ReplicaCalculator, ScaledPods } from './replica-calculator.js'

/** What all metrics of an autoscaler ask for together. */
export interface MetricReplicas {
  /** The most that a metric asks for; undefined if too many metrics say nothing. */
  readonly replicas?: number | undefined
  /** The metric that asks for it, in messages. */
  readonly name: string
  readonly statuses: MetricStatus[]
  /** Why metrics say nothing. */
  readonly problem?: Error | undefined
}

/**
 * The replicas that the metrics of an autoscaler ask for; sets the condition ScalingActive. A metric that says nothing forbids to scale down.
 * Source: pkg/controller/podautoscaler of Kubernetes.
 */
export async function metricReplicas(
  run: AutoscalerRun,
  scaled: ScaledPods,
  calculator: ReplicaCalculator,
): Promise<MetricReplicas> {
  const specs = run.autoscaler.spec.metrics ?? []
  const statuses: MetricStatus[] = []
  const errors: Error[] = []
  let [replicas, name] = [0, '']
  for (const spec of specs) {
    try {
      const proposal = await proposalOf(spec, scaled, calculator)
      statuses.push(proposal.status)
      if (replicas === 0 || proposal.replicas > replicas) [replicas, name] = [proposal.replicas, proposal.name]
    } catch (error) {
      // The status of each metric is at its place.
      statuses.push({ type: '' })
      errors.push(asError(error))
      if (error instanceof MetricError) run.event('Warning', error.reason, error.detail)
    }
  }
  const [first] = errors
  const count = `${errors.length} invalid out of ${specs.length}`
  const problem = first && new Error(`invalid metrics (${count}), first error is: ${first.message}`, { cause: first })
  if (first !== undefined && (errors.length >= specs.length || replicas < scaled.specReplicas)) {
    run.setCondition('ScalingActive', unableToCompute(first))
    return { name: '', statuses, problem }
  }
  const found = `the HPA was able to successfully calculate a replica count from ${name}`
  run.setCondition('ScalingActive', ['True', 'ValidMetricFound', found])
  return { replicas, name, statuses, problem }
}

function unableToCompute(error: Error): readonly ['False', string, string] {
  const { reason, detail } = error instanceof MetricError ? error : { reason: '', detail: error.message }
  return ['False', reason, `the HPA was unable to compute the replica count: ${detail}`]
}
