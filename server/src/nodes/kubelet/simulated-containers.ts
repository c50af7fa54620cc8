import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { ContainerStatus, Pod } from 'apimachinery/api/core/v1'
import { KubeletError } from './kubelet-error.js'

/** A container by the names in a path. */
export interface ContainerName {
  readonly node: string
  readonly namespace: string
  readonly pod: string
  readonly container: string
}

/** A container that is there. */
export interface SimulatedContainer {
  readonly pod: Pod
  readonly namespace: string
  readonly name: string
}

/** The containers of pods on simulated nodes. */
export class SimulatedContainers {
  readonly #pods: SharedInformer<Pod>
  /** Called for each change of a pod, by its key. */
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(pods: SharedInformer<Pod>) {
    this.#pods = pods
  }

  start(): void {
    const changed = (pod: Pod): void => this.#notify(pod)
    this.#pods.addEventHandler({ onUpdate: (_old, pod) => changed(pod), onDelete: changed })
  }

  /** A pod of a node. @throws KubeletError 404 */
  pod({ node, namespace, pod: name }: Omit<ContainerName, 'container'>): Pod {
    const pod = this.#pods.lister.namespace(namespace).get(name)
    if (pod?.spec?.nodeName !== node) throw new KubeletError(404, `pod ${JSON.stringify(name)} does not exist`)
    return pod
  }

  /** @throws KubeletError 404 */
  container(name: ContainerName): SimulatedContainer {
    const pod = this.pod(name)
    const { namespace, container } = name
    const { containers = [], initContainers = [], ephemeralContainers = [] } = pod.spec ?? {}
    if (![...containers, ...initContainers, ...ephemeralContainers].some((each) => each.name === container)) {
      const text = `container ${JSON.stringify(container)} not found in pod ${JSON.stringify(name.pod)}`
      throw new KubeletError(404, text)
    }
    return { pod, namespace, name: container }
  }

  /** Aborted when a container runs no more, its pod is gone, or `signal` is aborted. */
  ended(container: SimulatedContainer, signal: AbortSignal): AbortSignal {
    const ended = new AbortController()
    void this.untilEnded(container, signal).then(() => ended.abort())
    return ended.signal
  }

  /** Resolves when a container runs no more, its pod is gone, or `signal` is aborted. */
  async untilEnded({ pod, name: container }: SimulatedContainer, signal: AbortSignal): Promise<void> {
    const key = objectKey(pod)
    while (!signal.aborted && this.#isRunning(key, { uid: pod.metadata?.uid, container })) {
      await this.#changed(key, signal)
    }
  }

  #isRunning(
    key: string,
    { uid, container }: { readonly uid: string | undefined; readonly container: string },
  ): boolean {
    const pod = this.#pods.lister.getByKey(key)
    if (pod === undefined || pod.metadata?.uid !== uid) return false
    return statusOf(pod, container)?.state?.terminated === undefined
  }

  #changed(key: string, signal: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(key) ?? new Set()
    this.#waiting.set(key, waiting)
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake)
        waiting.delete(wake)
        if (waiting.size === 0) this.#waiting.delete(key)
        resolve()
      }
      waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }

  #notify(pod: Pod): void {
    for (const wake of [...(this.#waiting.get(objectKey(pod)) ?? [])]) wake()
  }
}

/** The status of a container of any sort. */
export function statusOf({ status }: Pod, container: string): ContainerStatus | undefined {
  const { containerStatuses, initContainerStatuses, ephemeralContainerStatuses } = status ?? {}
  const lists = [containerStatuses, initContainerStatuses, ephemeralContainerStatuses]
  return lists.flatMap((list) => list ?? []).find(({ name }) => name === container)
}
