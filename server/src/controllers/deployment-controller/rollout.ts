import { type Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import type { ControllerContext } from '../controller.js'
import type { PodTemplateHasher } from '../pod-control/pod-template-hash.js'
import { hasAnnotations, sizeAnnotations } from './deployment-annotations.js'
import { type ConditionInit, newCondition, setCondition } from './deployment-conditions.js'
import { newestSetOf } from './replica-sets.js'
import { replicasOf } from './rollout-limits.js'

/** What a rollout needs of its controller. */
export interface RolloutContext extends ControllerContext {
  readonly hash: PodTemplateHasher
}

/** One look at a deployment and the sets that it controls, with the writes that follow from it. */
export class Rollout {
  readonly context: RolloutContext
  /** A copy, which is changed and written. */
  readonly deployment: Deployment
  readonly #claimed: readonly ReplicaSet[]
  #sets: readonly ReplicaSet[]
  #newest: ReplicaSet | undefined

  constructor(context: RolloutContext, deployment: Deployment, sets: readonly ReplicaSet[]) {
    this.context = context
    this.deployment = deployment.deepCopy()
    this.#claimed = sets
    this.#sets = sets
    this.#newest = newestSetOf(deployment, sets)
  }

  /**
   * Forgets what was written. Upstream looks at its informer's sets again where a sync begins anew; what it writes a second time then is a
   * conflict, after which it waits. Conditions and the steps of a rollout follow from that.
   */
  reset(): void {
    this.#sets = this.#claimed
    this.#newest = newestSetOf(this.deployment, this.#claimed)
  }

  /** All sets, as they were written last. */
  get sets(): readonly ReplicaSet[] {
    return this.#sets
  }

  /** The set with the deployment's template, if it is there. */
  get newest(): ReplicaSet | undefined {
    return this.#newest
  }

  /** The sets with other templates. */
  get old(): readonly ReplicaSet[] {
    return this.#sets.filter(({ metadata }) => metadata?.uid !== this.#newest?.metadata?.uid)
  }

  /** Milliseconds since the epoch. */
  get now(): number {
    return this.context.clock.now()
  }

  /** Takes note of the newest set that was created. */
  created(set: ReplicaSet): void {
    this.#newest = set
    this.#sets = [...this.#sets, set]
  }

  /** Writes a set. @throws StatusError of the server, a conflict where the set has changed since */
  async updateSet(set: ReplicaSet): Promise<ReplicaSet> {
    const updated = await this.context.client.update(set)
    const isIt = ({ metadata }: ReplicaSet): boolean => metadata?.uid === updated.metadata?.uid
    this.#sets = this.#sets.map((each) => (isIt(each) ? updated : each))
    if (this.#newest !== undefined && isIt(this.#newest)) this.#newest = updated
    return updated
  }

  /**
   * Changes the size of a set; with `force` also what it remembers of the deployment's size.
   *
   * @returns the set afterwards, and whether it was scaled. @throws as {@link updateSet}
   */
  async scale(
    set: ReplicaSet,
    replicas: number,
    { force = false } = {},
  ): Promise<{ readonly set: ReplicaSet; readonly scaled: boolean }> {
    const before = replicasOf(set)
    const annotations = sizeAnnotations(this.deployment)
    const isSame = before === replicas
    if (isSame && (!force || hasAnnotations(set, annotations))) return { set, scaled: false }
    const metadata = { ...set.metadata, annotations: { ...set.metadata?.annotations, ...annotations } }
    const updated = await this.updateSet(new ReplicaSet({ ...set, metadata, spec: { ...set.spec!, replicas } }))
    if (isSame) return { set: updated, scaled: false }
    const direction = before < replicas ? 'up' : 'down'
    const message = `Scaled ${direction} replica set ${set.metadata?.name} from ${before} to ${replicas}`
    this.event('Normal', 'ScalingReplicaSet', message)
    return { set: updated, scaled: true }
  }

  /** Sets a condition that has just changed in the copy. */
  condition(init: ConditionInit): void {
    this.deployment.status ??= {}
    setCondition(this.deployment.status, newCondition(init, this.now))
  }

  /** Records an event of the deployment. */
  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.context.events.event(this.deployment, type, reason, message)
  }

  /** Writes status and annotations of the copy; a second time is a conflict, as upstream. @throws as {@link updateSet} */
  async writeStatus(): Promise<void> {
    await this.context.client.updateStatus(this.deployment)
  }
}
