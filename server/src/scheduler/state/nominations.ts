import type { PodInfo } from './pod-info.js'

/** Pods that are going to run on a node once there is room: others of lower priority must not take it. Source: pkg/scheduler/backend/queue/nominator.go. */
export class Nominations {
  readonly #pods = new Map<string, Map<string, PodInfo>>()
  readonly #nodes = new Map<string, string>()

  /** The pods that are nominated for a node. */
  of(node: string): Iterable<PodInfo> {
    return this.#pods.get(node)?.values() ?? []
  }

  /** Whether any pod is nominated for a node. */
  has(node: string): boolean {
    return this.#pods.has(node)
  }

  /** The node that a pod is nominated for. */
  nodeOf(uid: string): string | undefined {
    return this.#nodes.get(uid)
  }

  /** Nominates a pod in place of its earlier nomination; an empty name removes it. */
  set(pod: PodInfo, node: string): void {
    this.delete(pod.uid)
    if (node === '') return
    this.#nodes.set(pod.uid, node)
    const pods = this.#pods.get(node)
    if (pods === undefined) this.#pods.set(node, new Map([[pod.uid, pod]]))
    else pods.set(pod.uid, pod)
  }

  delete(uid: string): void {
    const node = this.#nodes.get(uid)
    if (node === undefined) return
    this.#nodes.delete(uid)
    const pods = this.#pods.get(node)
    if (pods?.delete(uid) === true && pods.size === 0) this.#pods.delete(node)
  }
}
