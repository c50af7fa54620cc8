import { WorkQueue } from '@apimachinery/client/queue'
import type { Clock } from 'apimachinery/wait'

/** An eviction that waits, or goes on. */
interface Eviction {
  /** When the taints were seen, in milliseconds. */
  readonly created: number
  readonly due: number
  isRunning: boolean
}

const workers = 8

/** Evictions of pods that wait for their time. Source: pkg/controller/tainteviction/timed_workers.go of Kubernetes. */
export class TimedEvictions {
  readonly #clock: Clock
  readonly #evict: (key: string) => Promise<void>
  readonly #evictions = new Map<string, Eviction>()
  readonly #queue: WorkQueue<string>
  #workers: readonly Promise<void>[] = []

  /** @param evict - deletes a pod, and does not throw */
  constructor(clock: Clock, evict: (key: string) => Promise<void>) {
    this.#clock = clock
    this.#evict = evict
    this.#queue = new WorkQueue({ clock })
  }

  start(): void {
    this.#workers = Array.from({ length: workers }, () => this.#work())
  }

  async stop(): Promise<void> {
    this.#evictions.clear()
    this.#queue.shutDown()
    await Promise.all(this.#workers)
  }

  /** When the taints of a pod that waits were seen. */
  createdAt(key: string): number | undefined {
    const found = this.#evictions.get(key)
    return found?.isRunning === false ? found.created : undefined
  }

  /** Evicts a pod at a time, unless it waits already. */
  add(key: string, created: number, due: number): void {
    if (this.#evictions.has(key)) return
    this.#evictions.set(key, { created, due, isRunning: due <= created })
    this.#queue.addAfter(key, Math.max(0, due - this.#clock.monotonic()))
  }

  /** @returns whether the pod waited */
  cancel(key: string): boolean {
    const found = this.#evictions.get(key)
    return found?.isRunning === false && this.#evictions.delete(key)
  }

  async #work(): Promise<void> {
    for (let work = await this.#queue.get(); work !== undefined; work = await this.#queue.get()) {
      const key = work.item
      const eviction = this.#evictions.get(key)
      if (eviction !== undefined && !this.#queue.shuttingDown) await this.#run(key, eviction)
      this.#queue.done(key)
    }
  }

  async #run(key: string, eviction: Eviction): Promise<void> {
    const left = eviction.due - this.#clock.monotonic()
    if (left > 0) {
      this.#queue.addAfter(key, left)
      return
    }
    eviction.isRunning = true
    await this.#evict(key)
    this.#evictions.delete(key)
  }
}
