import { objectKey, splitObjectKey } from '@apimachinery/client/cache'
import { Node, Pod, type Taint } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { stringifyJSON } from 'apimachinery/json'
import { PatchType } from 'apimachinery/patch'
import { timeAt } from '../cluster-time.js'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { withPodCondition } from '../node-conditions.js'
import { PodsByNode } from '../pods-by-node.js'
import { TimedEvictions } from './timed-evictions.js'
import { tolerationTime } from './toleration-time.js'

const name = 'taint-eviction-controller'
const attempts = 5

/** Deletes pods that do not tolerate the taints of their nodes. Source: pkg/controller/tainteviction of Kubernetes. */
export function taintEvictionController(context: ControllerContext): Controller {
  return new TaintEviction(context)
}

class TaintEviction implements Controller {
  readonly name = name
  readonly #context: ControllerContext
  readonly #tainted = new Map<string, readonly Taint[]>()
  readonly #evictions: TimedEvictions
  readonly #pods: PodsByNode
  readonly #nodeLoop
  readonly #podLoop

  constructor(context: ControllerContext) {
    this.#context = context
    this.#evictions = new TimedEvictions(context.clock, (key) => this.#evict(key))
    this.#pods = new PodsByNode(context.informers.informerFor(Pod))
    this.#nodeLoop = reconcileLoop({ name, context, reconcile: async (key) => this.#syncNode(key) })
    this.#podLoop = reconcileLoop({ name, context, reconcile: async (key) => this.#syncPod(key) })
  }

  start(): void {
    const { informers } = this.#context
    informers.informerFor(Node).addEventHandler({
      onAdd: (node) => this.#nodeLoop.add(objectKey(node)),
      onUpdate: (old, node) => {
        if (stringifyJSON(noExecute(old)) !== stringifyJSON(noExecute(node))) this.#nodeLoop.add(objectKey(node))
      },
      onDelete: (node) => this.#nodeLoop.add(objectKey(node)),
    })
    informers.informerFor(Pod).addEventHandler({
      onAdd: (pod) => this.#podLoop.add(objectKey(pod)),
      onUpdate: (old, pod) => {
        const facts = ({ spec }: Pod): string => stringifyJSON([spec?.nodeName ?? '', spec?.tolerations ?? []])
        if (facts(old) !== facts(pod)) this.#podLoop.add(objectKey(pod))
      },
      onDelete: (pod) => this.#podLoop.add(objectKey(pod)),
    })
    this.#evictions.start()
    this.#nodeLoop.start()
    this.#podLoop.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#evictions.stop(), this.#nodeLoop.stop(), this.#podLoop.stop()])
  }

  #syncNode(key: string): undefined {
    const node = this.#context.informers.informerFor(Node).lister.get(key)
    const taints = node === undefined ? [] : noExecute(node)
    if (taints.length === 0) this.#tainted.delete(key)
    else this.#tainted.set(key, taints)
    if (node === undefined) return undefined
    for (const pod of this.#pods.onNode(key)) this.#judge(pod, taints)
    return undefined
  }

  #syncPod(key: string): undefined {
    const pod = this.#context.informers.informerFor(Pod).lister.getByKey(key)
    if (pod === undefined) {
      this.#cancel(key)
      return undefined
    }
    const taints = this.#tainted.get(pod.spec?.nodeName ?? '')
    if (taints !== undefined) this.#judge(pod, taints)
    return undefined
  }

  #judge(pod: Pod, taints: readonly Taint[]): void {
    const key = objectKey(pod)
    if (taints.length === 0) {
      this.#cancel(key)
      return
    }
    const now = this.#context.clock.monotonic()
    const time = tolerationTime(taints, pod.spec?.tolerations ?? [])
    if (time === 0 || time === Number.POSITIVE_INFINITY) {
      this.#cancel(key)
      if (time === 0) this.#evictions.add(key, now, now)
      return
    }
    const created = this.#evictions.createdAt(key)
    if (created !== undefined) {
      // Seen before: the time counts from then, and does not grow.
      if (created + time < now + time) return
      this.#cancel(key)
    }
    this.#evictions.add(key, created ?? now, (created ?? now) + time)
  }

  #cancel(key: string): void {
    if (this.#evictions.cancel(key)) this.#event(key, `Cancelling deletion of Pod ${key}`)
  }

  /** About a pod of which only the name is known, as upstream. */
  #event(key: string, message: string): void {
    const { namespace, name: podName } = splitObjectKey(key)
    const pod = new Pod({ metadata: { namespace, name: podName } })
    this.#context.events.event(pod, 'Normal', 'TaintManagerEviction', message)
  }

  async #evict(key: string): Promise<void> {
    this.#event(key, `Marking for deletion Pod ${key}`)
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#markAndDelete(key)
        return
      } catch (error) {
        if (isNotFound(error)) return
        if (attempt < attempts) continue
        this.#context.onError(error, name)
        return
      }
    }
  }

  async #markAndDelete(key: string): Promise<void> {
    const { client, clock } = this.#context
    const { namespace, name: podName } = splitObjectKey(key)
    const pod = await client.get(Pod, { namespace, name: podName })
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
      observedGeneration: pod.metadata?.generation,
    }
    const conditions = withPodCondition(pod, condition, timeAt(clock.now()))
    if (conditions !== undefined) {
      const body = { metadata: { uid: pod.metadata?.uid }, status: { conditions } }
      await client
        .resource(Pod)
        .namespace(namespace ?? '')
        .status()
        .patch(podName, { type: PatchType.StrategicMerge, body })
    }
    await client.delete(pod)
  }
}

function noExecute({ spec }: Node): readonly Taint[] {
  return spec?.taints?.filter(({ effect }) => effect === 'NoExecute') ?? []
}
