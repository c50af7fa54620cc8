import { deepCopy } from 'apimachinery/descriptor'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ObjectCache } from '../cache/object-cache.js'
import type { Client } from '../client/client.js'
import type { EventRecorder } from '../events/event-init.js'
import type { ReconcileRun } from './controller.js'
import type { ReconcileKey } from './reconcile-request.js'

/** The input of the function of a controller. */
export interface ReconcileContext<T extends KubernetesObject> {
  readonly key: ReconcileKey
  /** A copy of the object as the cache has it, which may be changed; undefined when it is deleted. */
  readonly object: T | undefined
  /** Writes of this client are seen by the cache before the next run for this key. */
  readonly client: Client
  readonly cache: ObjectCache
  readonly events: EventRecorder
  /** Aborted when the run takes too long, when the leader's lease is lost, and when the manager stops at once. */
  readonly signal: AbortSignal
  /** How often the runs for this key failed one after the other. */
  readonly failures: number
}

/** {@link ReconcileContext} of an object that is there. */
export type ReconcileObjectContext<T extends KubernetesObject> = ReconcileContext<T> & { readonly object: T }

/** Input of a {@link RunContext}. */
export interface RunContextParts<T extends KubernetesObject> {
  readonly run: ReconcileRun
  readonly cache: ObjectCache
  readonly events: EventRecorder
  readonly client: () => Client
  readonly stored: T | undefined
}

/** The context of one run. Expensive parts are created on use: the copy of the object, the client, the signal. */
export class RunContext<T extends KubernetesObject> implements ReconcileContext<T> {
  readonly key: ReconcileKey
  readonly cache: ObjectCache
  readonly events: EventRecorder
  readonly failures: number
  readonly #run: ReconcileRun
  readonly #makeClient: () => Client
  readonly #stored: T | undefined
  #client: Client | undefined
  #copy: T | undefined

  constructor({ run, cache, events, client, stored }: RunContextParts<T>) {
    this.key = run.key
    this.failures = run.failures
    this.cache = cache
    this.events = events
    this.#run = run
    this.#makeClient = client
    this.#stored = stored
  }

  get client(): Client {
    this.#client ??= this.#makeClient()
    return this.#client
  }

  get signal(): AbortSignal {
    return this.#run.signal
  }

  get object(): T | undefined {
    if (this.#stored === undefined) return undefined
    this.#copy ??= deepCopy(this.#stored)
    return this.#copy
  }
}
