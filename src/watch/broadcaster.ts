import { Channel } from '../collections/channel.js'
import { MachineryError } from '../errors/machinery-error.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { EventType } from './event-type.js'
import type { WatchEvent } from './watch-event.js'
import { stopOnAbort, type Watcher } from './watcher.js'

/** How an event is treated when the queue of a watcher is full: all wait for that watcher, or it misses the event. */
export type FullChannelBehavior = 'waitIfChannelFull' | 'dropIfChannelFull'

/** How a {@link Broadcaster} queues. */
export interface BroadcasterOptions {
  /** Events queued for each watcher. */
  readonly queueLength: number
  readonly fullChannelBehavior: FullChannelBehavior
  /** Events queued before they are distributed; default 25. Go's `NewLongQueueBroadcaster` has `queueLength` here. */
  readonly incomingQueueLength?: number
}

const defaultIncomingQueueLength = 25

/** An event with its place in the order of all events. */
interface Numbered<T extends KubernetesObject> {
  readonly number: number
  readonly event: WatchEvent<T>
}

/**
 * Distributes events among any number of watchers: each gets every event that came after it began to watch, in order.
 */
export class Broadcaster<T extends KubernetesObject = KubernetesObject> {
  readonly #incoming: Channel<Numbered<T>>
  readonly #watchers = new Set<BroadcasterWatcher<T>>()
  readonly #queueLength: number
  readonly #drops: boolean
  readonly #distributed: Promise<void>
  #count = 0

  constructor({ queueLength, fullChannelBehavior, incomingQueueLength }: BroadcasterOptions) {
    this.#queueLength = queueLength
    this.#drops = fullChannelBehavior === 'dropIfChannelFull'
    this.#incoming = new Channel(incomingQueueLength ?? defaultIncomingQueueLength)
    this.#distributed = this.#loop()
  }

  /**
   * Adds a watcher. Stopping it, or aborting `signal`, takes it off again.
   *
   * @throws MachineryError `Stopped` after {@link shutdown}.
   */
  watch(options: { readonly signal?: AbortSignal | undefined } = {}): Watcher<T> {
    return this.watchWithPrefix([], options)
  }

  /** As {@link watch}; the watcher gets `queued` before anything else. @throws MachineryError `Stopped` */
  watchWithPrefix(
    queued: readonly WatchEvent<T>[],
    options: { readonly signal?: AbortSignal | undefined } = {},
  ): Watcher<T> {
    this.#expectRunning()
    const length = Math.max(this.#queueLength, queued.length === 0 ? 0 : queued.length + 1)
    const watcher = new BroadcasterWatcher<T>({
      channel: new Channel(length),
      from: this.#count,
      onStop: () => this.#watchers.delete(watcher),
    })
    for (const event of queued) watcher.channel.trySend(event)
    this.#watchers.add(watcher)
    watcher.stopWith(options.signal)
    return watcher
  }

  /**
   * Sends an event to all watchers; waits while too many are queued already.
   *
   * @throws MachineryError `Stopped` after {@link shutdown}.
   */
  async action(type: EventType, object: T | KubernetesObject): Promise<void> {
    this.#expectRunning()
    await this.#incoming.send(this.#numbered(type, object))
  }

  /**
   * Sends an event to all watchers; false when too many are queued already, and it was dropped.
   *
   * @throws MachineryError `Stopped` after {@link shutdown}.
   */
  actionOrDrop(type: EventType, object: T | KubernetesObject): boolean {
    this.#expectRunning()
    return this.#incoming.trySend(this.#numbered(type, object))
  }

  /** Takes no more events, and ends all watchers when those that were queued are distributed. */
  async shutdown(): Promise<void> {
    this.#incoming.finish()
    await this.#distributed
  }

  #numbered(type: EventType, object: T | KubernetesObject): Numbered<T> {
    return { number: this.#count++, event: { type, object } as WatchEvent<T> }
  }

  #expectRunning(): void {
    if (this.#incoming.closed) throw new MachineryError('Stopped', 'broadcaster already stopped')
  }

  async #loop(): Promise<void> {
    for (let next = await this.#incoming.receive(); next.done !== true; next = await this.#incoming.receive()) {
      for (const { channel, from } of this.#watchers) {
        if (next.value.number < from) continue
        if (!channel.trySend(next.value.event) && !this.#drops) await channel.send(next.value.event)
      }
    }
    for (const watcher of this.#watchers) watcher.stop()
  }
}

/** Input of a {@link BroadcasterWatcher}. */
interface BroadcasterWatcherParts<T extends KubernetesObject> {
  readonly channel: Channel<WatchEvent<T>>
  /** Number of the first event that it may see. */
  readonly from: number
  readonly onStop: () => void
}

class BroadcasterWatcher<T extends KubernetesObject> implements Watcher<T> {
  readonly channel: Channel<WatchEvent<T>>
  readonly from: number
  readonly #onStop: () => void
  #forgetSignal: (() => void) | undefined

  constructor({ channel, from, onStop }: BroadcasterWatcherParts<T>) {
    this.channel = channel
    this.from = from
    this.#onStop = onStop
  }

  stopWith(signal: AbortSignal | undefined): void {
    this.#forgetSignal = stopOnAbort(this, signal)
  }

  stop(): void {
    this.#forgetSignal?.()
    this.channel.close()
    this.#onStop()
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    return this.channel.iterate(() => this.stop())
  }
}
