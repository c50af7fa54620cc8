import { Heap } from '../../internal/heap.js'
import type { QueuedPod } from './queued-pod.js'

const first = 1000
const longest = 10_000
/** Pods whose pauses end in the same second are ordered by priority. */
const orderingWindow = 1000

/** Pods that pause before they are tried again, 1 to 10 seconds. Source: pkg/scheduler/backend/queue/backoff_queue.go. */
export class Backoff {
  readonly #now: () => number
  /** Those that were rejected. */
  readonly #rejected: Heap<QueuedPod>
  /** Those that failed by errors. */
  readonly #failed: Heap<QueuedPod>

  constructor(now: () => number, before: (a: QueuedPod, b: QueuedPod) => boolean) {
    this.#now = now
    this.#rejected = new Heap((a, b) => {
      const difference = this.#until(a) - this.#until(b)
      return difference === 0 ? before(a, b) : difference < 0
    })
    this.#failed = new Heap((a, b) => this.#until(a) < this.#until(b))
  }

  get size(): number {
    return this.#rejected.size + this.#failed.size
  }

  has(pod: QueuedPod): boolean {
    return this.#rejected.has(pod) || this.#failed.has(pod)
  }

  isPausing(pod: QueuedPod): boolean {
    return this.#until(pod) >= aligned(this.#now())
  }

  put(pod: QueuedPod): void {
    this.remove(pod)
    if (pod.plugins.size === 0) this.#failed.put(pod)
    else this.#rejected.put(pod)
  }

  remove(pod: QueuedPod): boolean {
    return this.#rejected.remove(pod) || this.#failed.remove(pod)
  }

  /** Finds the place of a pod anew that has changed. */
  update(pod: QueuedPod): void {
    if (this.#rejected.has(pod)) this.#rejected.put(pod)
  }

  /** The next of the rejected ones, for a scheduler that has nothing else to do. */
  popEarly(): QueuedPod | undefined {
    return this.#rejected.pop()
  }

  /** Those whose pauses have ended. */
  popCompleted(): QueuedPod[] {
    const completed: QueuedPod[] = []
    for (const heap of [this.#rejected, this.#failed])
      for (let pod = heap.peek(); pod !== undefined && !this.isPausing(pod); pod = heap.peek()) {
        heap.pop()
        completed.push(pod)
      }
    return completed
  }

  /** When the next pause ends: at the beginning of the second after it. */
  get nextEnd(): number | undefined {
    const ends = [this.#rejected.peek(), this.#failed.peek()].flatMap((pod) => (pod ? [this.#until(pod)] : []))
    return ends.length === 0 ? undefined : Math.min(...ends) + orderingWindow
  }

  #until(pod: QueuedPod): number {
    const count = pod.errorCount > 0 ? pod.errorCount : pod.unschedulableCount
    if (count === 0) return 0
    pod.backoffUntil ??= aligned(pod.timestamp + Math.min(longest, first * 2 ** (count - 1)))
    return pod.backoffUntil
  }
}

function aligned(time: number): number {
  return Math.floor(time / orderingWindow) * orderingWindow
}
