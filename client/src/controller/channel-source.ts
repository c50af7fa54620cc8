import type { KubernetesObject } from 'apimachinery/runtime'
import type { Predicate } from './controller-event.js'
import type { Enqueue, EventSource } from './event-source.js'
import type { KeysOfEvent } from './informer-source.js'
import { reconcileKey } from './reconcile-request.js'

/** How a {@link ChannelSource} makes keys of objects. */
export interface ChannelSourceOptions<T extends KubernetesObject> {
  readonly name?: string | undefined
  /** Default: the key of the object itself. */
  readonly keys?: KeysOfEvent<T> | undefined
  readonly predicates?: readonly Predicate<T>[] | undefined
}

/** Custom events: of another system, a queue, a webhook. They wait until the controller starts. */
export class ChannelSource<T extends KubernetesObject> implements EventSource {
  readonly name: string
  readonly #options: ChannelSourceOptions<T>
  readonly #waiting: T[] = []
  #enqueue: Enqueue | undefined
  #pending = 0

  constructor(options: ChannelSourceOptions<T> = {}) {
    this.#options = options
    this.name = options.name ?? 'channel'
  }

  get idle(): boolean {
    return this.#pending === 0 && (this.#waiting.length === 0 || this.#enqueue === undefined)
  }

  /** Enqueues an object in the controller. @throws errors of the map function */
  async send(object: T): Promise<void> {
    const enqueue = this.#enqueue
    if (enqueue === undefined) {
      this.#waiting.push(object)
      return
    }
    const { predicates = [], keys = (event) => [reconcileKey(event.object)] } = this.#options
    const event = { type: 'generic', object } as const
    if (!predicates.every((predicate) => predicate(event))) return
    this.#pending++
    try {
      for (const key of await keys(event)) enqueue(key)
    } finally {
      this.#pending--
    }
  }

  async start(enqueue: Enqueue, signal: AbortSignal): Promise<void> {
    this.#enqueue = enqueue
    signal.addEventListener(
      'abort',
      () => {
        this.#enqueue = undefined
      },
      { once: true },
    )
    for (const object of this.#waiting.splice(0)) await this.send(object)
  }
}
