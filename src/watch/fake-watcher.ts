import { Channel } from '../collections/channel.js'
import { MachineryError } from '../errors/machinery-error.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import type { EventType } from './event-type.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** A watcher for tests, whose events the test sends; `Sent` is what sending returns. */
abstract class ScriptedWatcher<T extends KubernetesObject, Sent> implements Watcher<T> {
  protected channel: Channel<WatchEvent<T>>
  readonly #capacity: number

  protected constructor(capacity: number) {
    this.#capacity = capacity
    this.channel = new Channel(capacity)
  }

  /** Sends an event of any type. */
  abstract action(type: EventType, object: T | KubernetesObject): Sent

  /** Sends `ADDED`. */
  add(object: T): Sent {
    return this.action('ADDED', object)
  }

  /** Sends `MODIFIED`. */
  modify(object: T): Sent {
    return this.action('MODIFIED', object)
  }

  /** Sends `DELETED`. */
  delete(lastValue: T): Sent {
    return this.action('DELETED', lastValue)
  }

  /** Sends `ERROR`; the object is a `Status` as a rule. */
  error(object: KubernetesObject): Sent {
    return this.action('ERROR', object)
  }

  get isStopped(): boolean {
    return this.channel.closed
  }

  stop(): void {
    this.channel.close()
  }

  /** Makes a stopped watcher ready for use again. Loops that run are not resumed. */
  reset(): void {
    this.channel.close()
    this.channel = new Channel(this.#capacity)
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>> {
    return this.channel[Symbol.asyncIterator]()
  }
}

/**
 * A watcher for tests without a queue of its own: sending waits until the event is received, or until there is room for it.
 * Sending returns false if the watcher was stopped before.
 */
export class FakeWatcher<T extends KubernetesObject = KubernetesObject> extends ScriptedWatcher<T, Promise<boolean>> {
  /** `channelSize` events are queued; default none. */
  constructor(options: { readonly channelSize?: number } = {}) {
    super(options.channelSize ?? 0)
  }

  /** Sends an event of any type. */
  action(type: EventType, object: T | KubernetesObject): Promise<boolean> {
    return this.channel.send({ type, object } as WatchEvent<T>)
  }
}

/** Events that a {@link RaceFreeFakeWatcher} queues. */
export const defaultChanSize = 100

/**
 * A watcher for tests that queues events, up to {@link defaultChanSize}. Events after it was stopped are ignored.
 *
 * Its methods throw a `MachineryError` with the code `ChannelFull` if the queue is full.
 */
export class RaceFreeFakeWatcher<T extends KubernetesObject = KubernetesObject> extends ScriptedWatcher<T, void> {
  constructor() {
    super(defaultChanSize)
  }

  /** Queues an event of any type. */
  action(type: EventType, object: T | KubernetesObject): void {
    const { channel } = this
    if (channel.trySend({ type, object } as WatchEvent<T>) || channel.closed) return
    throw new MachineryError('ChannelFull', 'channel full')
  }
}
