import type { Client } from '@apimachinery/client'
import type { Pod } from 'apimachinery/api/core/v1'
import { Eviction, type PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { isConflict, newBadRequest, newConflict, StatusError } from 'apimachinery/errors'
import { type CreateOptions, DeleteOptions, Status, UpdateOptions } from 'apimachinery/meta/v1'
import { GroupVersionKind } from 'apimachinery/schema'
import { isDryRun } from '../../../registry/dry-run.js'
import { type Encodable, encodable } from '../../../registry/encodable.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { CreateRequest, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Store } from '../../../registry/store.js'
import { updateObject } from '../../../registry/update-object.js'
import type { RequestContext } from '../../../request/request-context.js'
import { budgetsOf, countDisruption, stillProcessed } from './disruption-budget.js'
import { isPodReady, setPodCondition } from './pod-condition.js'

const attempts = 20
const pauseMilliseconds = 500
const evictionKind = /* @__PURE__ */ new GroupVersionKind('policy', 'v1', 'Eviction')

/** Input of evictions. */
export interface EvictionParts {
  readonly pods: Store<Pod>
  /** Reads and writes budgets. */
  readonly client: Client
}

/**
 * The subresource `eviction`: a deletion that the disruption budgets of a pod must allow.
 *
 * Source: `EvictionREST` of pkg/registry/core/pod/storage of Kubernetes.
 */
export function podEvictionStore(parts: EvictionParts): ResourceStorage<Eviction> {
  return {
    type: Eviction,
    namespaced: true,
    kindIn: () => evictionKind,
    acceptsGroupVersion: ({ group, version }) => group === 'policy' && (version === 'v1' || version === 'v1beta1'),
    createNamed: (context, eviction, request) =>
      new EvictionAttempt(parts, context, request.name).run(eviction, request),
  }
}

class EvictionAttempt {
  readonly #parts: EvictionParts
  readonly #context: RequestContext
  readonly #name: string

  constructor(parts: EvictionParts, context: RequestContext, name: string) {
    this.#parts = parts
    this.#context = context
    this.#name = name
  }

  async run(eviction: Eviction, { options, validate }: CreateRequest<Eviction>): Promise<Encodable<Status>> {
    if (this.#name !== readMetadata(eviction).name) {
      throw newBadRequest('name in URL does not match name in Eviction object')
    }
    const original = deleteOptionsOf(eviction, options)
    await validate?.(deepCopy(eviction))
    const pod = await this.#deleteUncounted(original)
    if (pod === undefined) return success()
    const budgets = await budgetsOf(this.#parts.client, pod)
    if (budgets.length > 1) throw severalBudgets()
    const [budget] = budgets
    if (budget === undefined) {
      await this.#delete(original)
      return success()
    }
    if (isGuarded(pod, budget)) {
      const { clock } = this.#context
      await countDisruption(budget, { client: this.#parts.client, clock, pod, dryRun: isDryRun(original) })
      await this.#delete(original)
    } else await this.#deleteUnguarded(pod, budget, original)
    return success()
  }

  /** Deletes a pod that no budget counts; gives the pod where budgets do. */
  async #deleteUncounted(original: DeleteOptions): Promise<Pod | undefined> {
    for (let attempt = 1; ; attempt++) {
      const { object: pod } = await this.#parts.pods.get(this.#context, this.#name, {})
      if (!ignoresBudgets(pod)) return pod
      const bound = isEnding(pod) || hasVersion(original) ? original : withVersion(original, pod)
      try {
        await this.#delete(bound)
        return undefined
      } catch (error) {
        if (!isConflict(error) || hasVersion(original) || attempt === attempts) throw error
      }
      await new Promise<void>((resolve) => this.#context.clock.setTimer(resolve, pauseMilliseconds))
    }
  }

  /** The pod must still be as it was: it may have become ready. */
  async #deleteUnguarded(pod: Pod, budget: PodDisruptionBudget, original: DeleteOptions): Promise<void> {
    try {
      await this.#delete(withVersion(original, pod))
    } catch (error) {
      if (!isConflict(error) || hasVersion(original)) throw error
      throw stillProcessed(readMetadata(budget).name ?? '')
    }
  }

  /** Sets the reason of the deletion in the pod, and deletes it. */
  async #delete(options: DeleteOptions): Promise<void> {
    const { pods } = this.#parts
    const bound = isDryRun(options) ? options : await this.#markAsDisrupted(options)
    await pods.delete(this.#context, this.#name, { options: deepCopy(bound) })
  }

  async #markAsDisrupted(options: DeleteOptions): Promise<DeleteOptions> {
    const { pods } = this.#parts
    const hooks = pods.options.strategy.subresources?.status ?? pods.options.strategy
    const { result } = await updateObject({
      store: pods.options,
      context: this.#context,
      name: this.#name,
      hooks,
      neverCreate: true,
      request: {
        options: new UpdateOptions(),
        updatedObject: async (current) => {
          const pod = deepCopy(current!.object)
          checkPreconditions(pod, options)
          setPodCondition(pod, disruptionTarget, new Date(this.#context.clock.now()))
          return pod
        },
      },
    })
    return hasVersion(options) ? withVersion(options, result.object) : options
  }
}

const disruptionTarget = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
}

function deleteOptionsOf({ deleteOptions }: Eviction, { dryRun }: CreateOptions): DeleteOptions {
  const asked = dryRun ?? []
  const options = new DeleteOptions({ ...deleteOptions })
  const own = options.dryRun ?? []
  if (own.length === 0) return asked.length > 0 ? new DeleteOptions({ ...options, dryRun: [...asked] }) : options
  if (asked.length > 0 && asked.join() !== own.join()) {
    const texts = [asked, own].map((list) => `[${list.join(' ')}]`)
    throw new Error(`Non-matching dry-run options in request and content: ${texts.join(' and ')}`)
  }
  return options
}

function ignoresBudgets({ status, metadata }: Pod): boolean {
  const phase = status?.phase ?? ''
  return ['Succeeded', 'Failed', 'Pending'].includes(phase) || Boolean(metadata?.deletionTimestamp)
}

function isEnding({ status, metadata }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed' || Boolean(metadata?.deletionTimestamp)
}

/** Healthy pods count; others only where too few are healthy, and the budget does not let them all go. */
function isGuarded(pod: Pod, { spec, status }: PodDisruptionBudget): boolean {
  if (isPodReady(pod)) return true
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return false
  const [current, desired] = [status?.currentHealthy ?? 0, status?.desiredHealthy ?? 0]
  return !(current >= desired && desired > 0)
}

function hasVersion({ preconditions }: DeleteOptions): boolean {
  return preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== null
}

function withVersion(options: DeleteOptions, pod: Pod): DeleteOptions {
  const { resourceVersion } = readMetadata(pod)
  return new DeleteOptions({ ...options, preconditions: { ...options.preconditions, resourceVersion } })
}

function checkPreconditions(pod: Pod, { preconditions }: DeleteOptions): void {
  const { uid = '', resourceVersion = '', name = '' } = readMetadata(pod)
  const refuse = (what: string, [wanted, found]: readonly [string, string], end: string): void => {
    const message = `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${found}). The object might have been ${end}`
    throw newConflict({ group: '', resource: 'Pod' }, name, new Error(message))
  }
  if (preconditions?.uid && preconditions.uid !== uid) {
    refuse('UID', [preconditions.uid, uid], 'deleted and then recreated')
  }
  if (preconditions?.resourceVersion && preconditions.resourceVersion !== resourceVersion) {
    refuse('ResourceVersion', [preconditions.resourceVersion, resourceVersion], 'modified')
  }
}

function success(): Encodable<Status> {
  return encodable(new Status({ status: 'Success' }))
}

function severalBudgets(): StatusError {
  const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.'
  return new StatusError({ status: 'Failure', message, code: 500 })
}
