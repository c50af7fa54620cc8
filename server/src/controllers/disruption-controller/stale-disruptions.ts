import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { Pod, type PodCondition } from 'apimachinery/api/core/v1'
import { getGeneration } from 'apimachinery/runtime'
import { momentOf, timeAt } from '../cluster-time.js'
import { type ControllerContext, isDeleting, type ReconcileLoop, reconcileLoop } from '../controller.js'
import { isPodTerminal } from '../pod-control/pod-state.js'

/** How long a pod may say that it is about to be disrupted, in milliseconds. */
const timeout = 120_000

/** Takes back the condition DisruptionTarget of pods that were not deleted after all. Source: pkg/controller/disruption of Kubernetes. */
export class StaleDisruptions {
  readonly #context: ControllerContext
  readonly #pods: SharedInformer<Pod>
  readonly #loop: ReconcileLoop

  constructor(context: ControllerContext, pods: SharedInformer<Pod>) {
    this.#context = context
    this.#pods = pods
    this.#loop = reconcileLoop({ name: 'disruption-controller', context, reconcile: (key) => this.#sync(key) })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  add(pod: Pod): void {
    if (disruptionOf(pod) !== undefined) this.#loop.add(objectKey(pod))
  }

  async #sync(key: string): Promise<number | undefined> {
    const pod = this.#pods.lister.getByKey(key)
    const condition = pod && disruptionOf(pod)
    if (pod === undefined || condition === undefined) return undefined
    const { client, clock } = this.#context
    const left = (momentOf(condition.lastTransitionTime) ?? 0) + timeout - clock.now()
    if (left > 0) return left
    const reset: PodCondition = {
      type: 'DisruptionTarget',
      status: 'False',
      observedGeneration: Number(getGeneration(pod)),
      lastTransitionTime: timeAt(clock.now()),
    }
    const conditions = (pod.status?.conditions ?? []).map((each) => (each === condition ? reset : each))
    await client.updateStatus(new Pod({ ...pod, status: { ...pod.status, conditions } }))
    return undefined
  }
}

/** The condition of a pod that may be stale: kubelets and ended pods keep theirs. */
function disruptionOf(pod: Pod): PodCondition | undefined {
  if (isDeleting(pod) || isPodTerminal(pod)) return undefined
  const condition = pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget')
  return condition?.status === 'True' && condition.reason !== 'TerminationByKubelet' ? condition : undefined
}
