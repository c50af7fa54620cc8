import type { SharedInformer } from '@apimachinery/client/cache'
import type { CrossVersionObjectReference } from 'apimachinery/api/autoscaling/v2'
import type { Pod } from 'apimachinery/api/core/v1'
import { messageOf } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import { isPodReady } from '../pod-control/pod-state.js'
import type { AutoscalerSettings } from './autoscaler-settings.js'
import type { PodMetrics } from './metric-answer.js'
import type { MetricsClient, NamedMetric, SelectedPods, UsedResource } from './metrics-client.js'
import { groupPods, type PodGroups } from './pod-groups.js'
import { podRequests } from './pod-requests.js'
import { proposedReplicas } from './proposed-replicas.js'
import { averageRatio, isWithin, type Tolerances, type UseRatio, utilizationRatio } from './use-ratio.js'

/** What {@link ReplicaCalculator} works with. */
export interface ReplicaCalculatorParts {
  readonly metrics: MetricsClient
  readonly pods: SharedInformer<Pod>
  readonly settings: AutoscalerSettings
  readonly clock: Clock
}

/** Of what the replicas are calculated. */
export interface ScaledPods extends SelectedPods {
  /** That are wanted now. */
  readonly specReplicas: number
  /** That there are now. */
  readonly statusReplicas: number
  readonly tolerances: Tolerances
}

/** A number of replicas, and the use that asks for it. */
export interface CalculatedReplicas {
  readonly replicas: number
  /** In thousandths. */
  readonly usage: bigint
  /** Percent of the requests. */
  readonly utilization?: number | undefined
}

/** An object's metric. */
export interface ObjectMetric extends NamedMetric {
  readonly object: CrossVersionObjectReference
}

const maxInt32 = 2 ** 31 - 1
const maxInt64 = 2n ** 63n - 1n

/** Calculates replicas from metrics. Methods throw an Error where there are no metrics. Source: pkg/controller/podautoscaler of Kubernetes. */
export class ReplicaCalculator {
  readonly #parts: ReplicaCalculatorParts

  constructor(parts: ReplicaCalculatorParts) {
    this.#parts = parts
  }

  /** For a share of the requests, in percent. */
  async forUtilization(scaled: ScaledPods, used: UsedResource, target: number): Promise<CalculatedReplicas> {
    const measured = await this.#resourceUse(scaled, used)
    const pods = this.#podsOf(scaled)
    const groups = this.#groupsOf(pods, measured, used.resource)
    let requests: ReadonlyMap<string, bigint> | undefined
    const requested = (): ReadonlyMap<string, bigint> => {
      requests ??= podRequests(pods, used)
      return requests
    }
    return calculated(
      proposedReplicas(measured, {
        currentReplicas: scaled.specReplicas,
        tolerances: scaled.tolerances,
        groups,
        ratioOf: (metrics) => utilizationRatio(metrics, requested(), target),
        fullUse: (pod) => ((requested().get(pod) ?? 0n) * BigInt(Math.max(100, target))) / 100n,
      }),
    )
  }

  /** For an average use of a resource, in thousandths. */
  async forResourceUse(scaled: ScaledPods, used: UsedResource, target: bigint): Promise<CalculatedReplicas> {
    return this.#forAverage(scaled, await this.#resourceUse(scaled, used), { target, resource: used.resource })
  }

  /** For an average of a metric of the pods, in thousandths. */
  async forPods(scaled: ScaledPods, metric: NamedMetric, target: bigint): Promise<CalculatedReplicas> {
    const measured = await this.#parts.metrics.ofPods(scaled, metric).catch((error: unknown) => {
      throw new Error(`unable to get metric ${metric.name}: ${messageOf(error)}`, { cause: error })
    })
    return this.#forAverage(scaled, measured, { target })
  }

  /** For a value of an object's metric, in thousandths. */
  async forObject(scaled: ScaledPods, metric: ObjectMetric, target: bigint): Promise<CalculatedReplicas> {
    const usage = await this.#ofObject(scaled, metric)
    return { replicas: this.#forRatio(scaled, Number(usage) / Number(target)), usage }
  }

  /** For a value of an object's metric divided by the number of pods, in thousandths. */
  async forObjectPerPod(scaled: ScaledPods, metric: ObjectMetric, target: bigint): Promise<CalculatedReplicas> {
    return perPod(scaled, await this.#ofObject(scaled, metric), target)
  }

  /** For a value of an external metric, in thousandths. @param about - the metric in messages */
  async forExternal(scaled: ScaledPods, metric: ExternalMetric, target: bigint): Promise<CalculatedReplicas> {
    const usage = await this.#external(scaled, metric)
    return { replicas: this.#forRatio(scaled, Number(usage) / Number(target)), usage }
  }

  /** For a value of an external metric divided by the number of pods, in thousandths. */
  async forExternalPerPod(scaled: ScaledPods, metric: ExternalMetric, target: bigint): Promise<CalculatedReplicas> {
    return perPod(scaled, await this.#external(scaled, metric), target)
  }

  async #resourceUse(scaled: ScaledPods, used: UsedResource): Promise<PodMetrics> {
    return this.#parts.metrics.resourceUse(scaled, used).catch((error: unknown) => {
      throw new Error(`unable to get metrics for resource ${used.resource}: ${messageOf(error)}`, { cause: error })
    })
  }

  #forAverage(scaled: ScaledPods, measured: PodMetrics, { target, resource }: AverageTarget): CalculatedReplicas {
    const groups = this.#groupsOf(this.#podsOf(scaled), measured, resource)
    return calculated(
      proposedReplicas(measured, {
        currentReplicas: scaled.specReplicas,
        tolerances: scaled.tolerances,
        groups,
        ratioOf: (metrics) => averageRatio(metrics, target),
        fullUse: () => target,
      }),
    )
  }

  /** Without replicas there are no pods that could be ready. */
  #forRatio(scaled: ScaledPods, ratio: number): number {
    const { specReplicas, tolerances } = scaled
    if (specReplicas === 0) return Math.ceil(ratio)
    if (isWithin(tolerances, ratio)) return specReplicas
    let ready: number
    try {
      ready = this.#podsOf(scaled).filter((pod) => pod.status?.phase === 'Running' && isPodReady(pod)).length
    } catch (error) {
      throw new Error(`unable to calculate ready pods: ${messageOf(error)}`, { cause: error })
    }
    return Math.min(maxInt32, Math.ceil(ratio * ready))
  }

  async #ofObject({ namespace }: ScaledPods, { object, ...metric }: ObjectMetric): Promise<bigint> {
    return this.#parts.metrics.ofObject(namespace, object, metric).catch((error: unknown) => {
      // The arguments of upstream's format are in this order.
      const where = `${object.kind} on ${namespace} ${object.name}/${messageOf(error)}`
      throw new Error(`unable to get metric ${metric.name}: ${where}`, { cause: error })
    })
  }

  async #external({ namespace }: ScaledPods, metric: ExternalMetric): Promise<bigint> {
    const values = await this.#parts.metrics.external(namespace, metric).catch((error: unknown) => {
      const name = `${namespace}/${metric.name}/${metric.selectorText}`
      throw new Error(`unable to get external metric ${name}: ${messageOf(error)}`, { cause: error })
    })
    const sum = values.reduce((total, value) => total + value, 0n)
    return sum > maxInt64 ? maxInt64 : sum
  }

  #podsOf({ namespace, selector }: SelectedPods): Pod[] {
    const pods = this.#parts.pods.lister.namespace(namespace).list(selector)
    if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count')
    return pods
  }

  #groupsOf(pods: readonly Pod[], measured: PodMetrics, resource: string | undefined): PodGroups {
    const { settings, clock } = this.#parts
    return groupPods(pods, measured, { resource, settings, now: clock.now() })
  }
}

/** A metric of something outside of the cluster. */
export interface ExternalMetric extends NamedMetric {
  /** The selector as messages show it. */
  readonly selectorText: string
}

interface AverageTarget {
  readonly target: bigint
  readonly resource?: string | undefined
}

function calculated({ replicas, average, utilization }: UseRatio & { readonly replicas: number }): CalculatedReplicas {
  return { replicas, usage: average, utilization }
}

function perPod({ statusReplicas, tolerances }: ScaledPods, usage: bigint, target: bigint): CalculatedReplicas {
  const ratio = Number(usage) / (Number(target) * statusReplicas)
  const replicas = isWithin(tolerances, ratio) ? statusReplicas : Math.ceil(Number(usage) / Number(target))
  const average = Math.ceil(Number(usage) / statusReplicas)
  return { replicas: Math.min(maxInt32, replicas), usage: Number.isFinite(average) ? BigInt(average) : maxInt64 }
}
