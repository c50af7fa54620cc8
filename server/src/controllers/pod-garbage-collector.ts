import { WorkQueue } from '@apimachinery/client/queue'
import { Node, Pod, type PodCondition } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { timeAt } from './cluster-time.js'
import type { Controller, ControllerContext } from './controller.js'
import { isDeleting } from './controller.js'
import { isNodeReady, withPodCondition } from './node-conditions.js'
import { PeriodicTask } from './periodic-task.js'

const name = 'pod-garbage-collector-controller'
/** Between two passes, and until the pods of a node that is gone are deleted, in milliseconds. */
const [period, quarantine] = [20_000, 40_000]
/** How many finished pods are kept, unless something else is asked for. */
const usualKept = 12_500
const outOfService = 'node.kubernetes.io/out-of-service'

/** Deletes pods that nobody else does: on nodes that are gone, deleted before they were bound, too many finished ones. Source: pkg/controller/podgc of Kubernetes. */
export function podGarbageCollector(context: ControllerContext, kept = usualKept): Controller {
  return new PodGarbageCollector(context, kept)
}

class PodGarbageCollector implements Controller {
  readonly name = name
  readonly #context: ControllerContext
  /** How many finished pods are kept; 0 for all. */
  readonly #kept: number
  /** Names of nodes that are gone. */
  readonly #gone: WorkQueue<string>
  readonly #task: PeriodicTask
  #stopped = false

  constructor(context: ControllerContext, kept: number) {
    this.#context = context
    this.#kept = kept
    this.#gone = new WorkQueue({ clock: context.clock })
    const onError = (error: unknown): void => this.#report(error)
    this.#task = new PeriodicTask({ clock: context.clock, milliseconds: period, run: () => this.#pass(), onError })
  }

  start(): void {
    const { informers } = this.#context
    Promise.all([informers.informerFor(Pod).waitForSync(), informers.informerFor(Node).waitForSync()]).then(
      () => {
        if (!this.#stopped) this.#task.start()
      },
      (error: unknown) => {
        if (!this.#stopped) this.#report(error)
      },
    )
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#gone.shutDown()
    await this.#task.stop()
  }

  #report(error: unknown): void {
    this.#context.onError(error, name)
  }

  async #pass(): Promise<void> {
    const { informers } = this.#context
    const pods = informers.informerFor(Pod).lister.list()
    const nodes = new Map(
      informers
        .informerFor(Node)
        .lister.list()
        .map((node) => [node.metadata?.name ?? '', node]),
    )
    if (this.#kept > 0) await this.#each(inOrder(pods.filter(isTerminated)).slice(0, -this.#kept))
    await this.#each(inOrder(pods.filter((pod) => isDeleting(pod) && isOutOfService(nodes.get(nodeOf(pod))))))
    await this.#orphans(pods, nodes)
    await this.#each(pods.filter((pod) => isDeleting(pod) && nodeOf(pod) === ''))
  }

  async #orphans(pods: readonly Pod[], nodes: ReadonlyMap<string, Node>): Promise<void> {
    for (const pod of pods) {
      const node = nodeOf(pod)
      if (node !== '' && !nodes.has(node)) this.#gone.addAfter(node, quarantine)
    }
    const gone = new Set<string>()
    while (this.#gone.length > 0) {
      const work = await this.#gone.get()
      if (work === undefined) return
      this.#gone.done(work.item)
      if (!nodes.has(work.item) && !(await this.#exists(work.item))) gone.add(work.item)
    }
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
    }
    await this.#each(
      pods.filter((pod) => gone.has(nodeOf(pod))),
      condition,
    )
  }

  async #exists(node: string): Promise<boolean> {
    try {
      await this.#context.client.get(Node, { name: node })
      return true
    } catch (error) {
      if (!isNotFound(error)) this.#report(error)
      return !isNotFound(error)
    }
  }

  async #each(pods: readonly Pod[], condition?: PodCondition): Promise<void> {
    for (const pod of pods) {
      try {
        await this.#failAndDelete(pod, condition)
      } catch (error) {
        if (!isNotFound(error)) this.#report(error)
      }
    }
  }

  async #failAndDelete(pod: Pod, condition: PodCondition | undefined): Promise<void> {
    const { client, clock } = this.#context
    const { name: podName = '', namespace = '', uid, generation } = pod.metadata ?? {}
    const { phase } = pod.status ?? {}
    if (phase !== 'Succeeded' && phase !== 'Failed') {
      const now = timeAt(clock.now())
      const observed = { ...condition, observedGeneration: generation }
      const conditions = condition && withPodCondition(pod, { ...condition, ...observed }, now)
      const status = { phase: 'Failed', observedGeneration: generation, ...(conditions && { conditions }) }
      const patch = { type: PatchType.StrategicMerge, body: { metadata: { uid }, status } }
      await client.resource(Pod).namespace(namespace).status().patch(podName, patch)
    }
    await client.delete(pod, { gracePeriodSeconds: 0 })
  }
}

function nodeOf({ spec }: Pod): string {
  return spec?.nodeName ?? ''
}

function isTerminated({ status }: Pod): boolean {
  return !['Pending', 'Running', 'Unknown'].includes(status?.phase ?? '')
}

function isOutOfService(node: Node | undefined): boolean {
  return node !== undefined && !isNodeReady(node) && node.spec?.taints?.some(({ key }) => key === outOfService) === true
}

/** Evicted pods first, then the oldest. */
function inOrder(pods: readonly Pod[]): readonly Pod[] {
  const rank = ({ status, metadata }: Pod): string => {
    const isEvicted = status?.phase === 'Failed' && status.reason === 'Evicted'
    return `${isEvicted ? 0 : 1} ${metadata?.creationTimestamp ?? ''} ${metadata?.name ?? ''}`
  }
  return pods
    .map((pod) => ({ pod, rank: rank(pod) }))
    .sort((left, right) => (left.rank < right.rank ? -1 : 1))
    .map(({ pod }) => pod)
}
