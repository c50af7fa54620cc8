import type { KubernetesObject } from 'apimachinery/runtime'
import type { HandlerRegistration } from '../cache/event-handler.js'
import type { SharedInformer } from '../cache/shared-informer.js'
import type { ControllerEvent, Predicate } from './controller-event.js'
import { type Enqueue, type EventSource, lowPriority } from './event-source.js'
import type { ReconcileKey } from './reconcile-request.js'

/** The keys to reconcile after an event. */
export type KeysOfEvent<T extends KubernetesObject> = (
  event: ControllerEvent<T>,
) => Iterable<ReconcileKey> | Promise<Iterable<ReconcileKey>>

/** Input of an {@link InformerSource}. */
export interface InformerSourceParts<T extends KubernetesObject> {
  readonly name: string
  readonly informer: SharedInformer<T>
  readonly keys: KeysOfEvent<T>
  readonly predicates: readonly Predicate<T>[]
  readonly resyncPeriod?: number | undefined
  readonly onError: (error: unknown) => void
}

/** The events of an informer. */
export class InformerSource<T extends KubernetesObject> implements EventSource {
  readonly name: string
  readonly #parts: InformerSourceParts<T>
  #registration: HandlerRegistration | undefined

  constructor(parts: InformerSourceParts<T>) {
    this.#parts = parts
    this.name = parts.name
  }

  get idle(): boolean {
    return this.#registration?.idle ?? true
  }

  get problem(): string | undefined {
    return this.#parts.informer.problem
  }

  async start(enqueue: Enqueue, signal: AbortSignal): Promise<void> {
    const { informer, resyncPeriod, onError } = this.#parts
    const handle = (event: ControllerEvent<T>): unknown => this.#handle(event, enqueue)
    const registration = informer.addEventHandler(
      {
        onAdd: (object, facts) => handle({ type: 'create', object, ...facts }),
        onUpdate: (old, object, { isResync }) => handle({ type: 'update', old, object, isResync }),
        onDelete: (object, { finalStateUnknown }) => handle({ type: 'delete', object, finalStateUnknown }),
      },
      { resyncPeriod, onError },
    )
    this.#registration = registration
    signal.addEventListener('abort', () => registration.remove(), { once: true })
    await registration.synced
  }

  /** Without a promise if the map function returns none: most do not, and a promise for each event costs time. */
  #handle(event: ControllerEvent<T>, enqueue: Enqueue): unknown {
    const { predicates, keys } = this.#parts
    for (const predicate of predicates) if (!predicate(event)) return undefined
    const priority = isRecentChange(event) ? 0 : lowPriority
    const add = (found: Iterable<ReconcileKey>): void => {
      for (const key of found) enqueue(key, { priority })
    }
    const found = keys(event)
    return Symbol.iterator in found ? add(found) : found.then(add)
  }
}

function isRecentChange(event: ControllerEvent<KubernetesObject>): boolean {
  if (event.type === 'create') return !event.isInInitialList
  return event.type !== 'update' || !event.isResync
}
