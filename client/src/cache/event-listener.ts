import { Fifo } from 'apimachinery/collections'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Clock, Timer } from 'apimachinery/wait'
import type { EventHandler, HandlerOptions, HandlerRegistration } from './event-handler.js'
import { freezeDeep } from './freeze-deep.js'

/** An event for a handler. */
export type Notification<T> =
  | { readonly type: 'add'; readonly object: T; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly old: T; readonly object: T; readonly isResync: boolean }
  | { readonly type: 'delete'; readonly object: T; readonly finalStateUnknown: boolean }
  | { readonly type: 'synced' }

/** The parts of the informer that a listener uses. */
export interface ListenerParts<T> {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly objects: () => Iterable<T>
  readonly onRemove: (listener: object) => void
}

const shortestResync = 1000

/** Passes events to one handler, in order, at its own pace. */
export class EventListener<T extends KubernetesObject> implements HandlerRegistration {
  readonly synced: Promise<void>
  readonly #handler: EventHandler<T>
  readonly #options: HandlerOptions
  readonly #parts: ListenerParts<T>
  readonly #pending = new Fifo<Notification<T>>()
  #running = false
  #removed = false
  #hasSynced = false
  #timer: Timer | undefined
  #resolveSynced: () => void = () => undefined

  constructor(handler: EventHandler<T>, options: HandlerOptions, parts: ListenerParts<T>) {
    this.#handler = handler
    this.#options = options
    this.#parts = parts
    this.synced = new Promise((resolve) => {
      this.#resolveSynced = resolve
    })
  }

  hasSynced(): boolean {
    return this.#hasSynced
  }

  get idle(): boolean {
    return !this.#running && this.#pending.length === 0
  }

  push(notification: Notification<T>): void {
    if (this.#removed) return
    this.#pending.push(notification)
    if (this.#running) return
    this.#running = true
    queueMicrotask(() => void this.#run())
  }

  /** Starts periodic resyncs. */
  startResync(): void {
    const period = this.#options.resyncPeriod ?? 0
    if (period <= 0 || this.#timer !== undefined || this.#removed) return
    const resync = (): void => {
      for (const object of this.#parts.objects()) this.push({ type: 'update', old: object, object, isResync: true })
      this.#timer = undefined
      this.startResync()
    }
    this.#timer = this.#parts.clock.setTimer(resync, Math.max(period, shortestResync), { background: true })
  }

  /** Ends resyncs; pending events are still delivered. */
  stop(): void {
    this.#timer?.stop()
    this.#timer = undefined
  }

  remove(): void {
    this.#removed = true
    this.stop()
    this.#resolveSynced()
    this.#parts.onRemove(this)
  }

  async #run(): Promise<void> {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      if (this.#removed) break
      try {
        const result = this.#deliver(next)
        if (isThenable(result)) await result
      } catch (error) {
        this.#report(error)
      }
    }
    this.#running = false
  }

  #deliver(next: Notification<T>): unknown {
    const { filter } = this.#handler
    if (next.type === 'synced') {
      this.#hasSynced = true
      return this.#resolveSynced()
    }
    freezeDeep(next.object)
    if (filter !== undefined) return this.#deliverFiltered(next)
    return this.#call(next)
  }

  #deliverFiltered(next: Exclude<Notification<T>, { type: 'synced' }>): unknown {
    const fits = (object: T): boolean => this.#handler.filter?.(object) === true
    if (next.type !== 'update') return fits(next.object) ? this.#call(next) : undefined
    const { old, object } = next
    const [before, after] = [fits(old), fits(object)]
    if (before && after) return this.#call(next)
    if (after) return this.#call({ type: 'add', object, isInInitialList: false })
    return before ? this.#call({ type: 'delete', object: old, finalStateUnknown: false }) : undefined
  }

  #call(next: Exclude<Notification<T>, { type: 'synced' }>): unknown {
    const handler = this.#handler
    switch (next.type) {
      case 'add':
        return handler.onAdd?.(next.object, next)
      case 'update':
        return handler.onUpdate?.(freezeDeep(next.old), next.object, next)
      default:
        return handler.onDelete?.(next.object, next)
    }
  }

  #report(error: unknown): void {
    try {
      ;(this.#options.onError ?? this.#parts.onError)(error)
    } catch {
      // Telling of an error failed: the next event is not to be lost for that.
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
