import type { Client } from '@apimachinery/client'
import type { InformerFactory } from '@apimachinery/client/cache'
import type { CoreEventRecorder } from '@apimachinery/client/events'
import type { Release } from 'apimachinery/api/releases'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { getDeletionTimestamp, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock, Timer } from 'apimachinery/wait'
import { KeyQueue } from '../internal/key-queue.js'

/** Input of a controller. */
export interface ControllerContext {
  /** Of the controller alone: it has the rights of the controller's user. */
  readonly client: Client
  /** Shared by all controllers of a server. */
  readonly informers: InformerFactory
  /** Writes events, which name the controller's component. */
  readonly events: CoreEventRecorder
  /** The release that the server answers as. */
  readonly release: Release
  /** Whether a feature gate of the server is on. */
  readonly featureEnabled: (gate: string) => boolean
  /** The time of the cluster: when something was created, has ended or is due. A test may hold it. */
  readonly clock: Clock
  /** Measures pauses, retries and limits of the controllers themselves, which go on while the cluster's time stands still. */
  readonly pace: Clock
  /** How many keys the controller works on at once, where it does not need a number of its own. Default: 4. */
  readonly workers?: number | undefined
  /** Called for failures, which are retried. */
  readonly onError: (error: unknown, controller: string) => void
}

/** Something that runs beside the server until it is stopped. */
export interface Controller {
  readonly name: string
  /** Creates its informers and starts; called once. */
  start(): void
  stop(): Promise<void>
}

/** The function of a controller for a key; returns the milliseconds of the cluster's time after which it is called again. */
export interface ReconcileLoopOptions {
  readonly name: string
  readonly context: ControllerContext
  readonly reconcile: (key: string) => Promise<number | undefined>
  /** Errors that are retried without being reported, beside conflicts and objects that are gone. */
  readonly expected?: ((error: unknown) => boolean) | undefined
  /** How many keys are worked on at once; default: those of the context. */
  readonly workers?: number | undefined
  /** Milliseconds that really pass before a key is tried again for the first time, and the most; default 5 and 30,000. */
  readonly backoff?: readonly [first: number, longest: number] | undefined
}

/** How many keys of one controller are worked on at once, unless it says something else. */
const usualWorkers = 4

/** The queue of a controller with its workers. */
export class ReconcileLoop {
  readonly #options: ReconcileLoopOptions
  readonly #queue: KeyQueue
  /** By key: when the cluster's time says that it is due. */
  readonly #due = new Map<string, Timer>()
  #stopped = false

  constructor(options: ReconcileLoopOptions) {
    this.#options = options
    const { context, workers = context.workers ?? usualWorkers, backoff } = options
    const onError = (error: unknown): void => this.#report(error)
    this.#queue = new KeyQueue({ sync: (key) => this.#run(key), onError, clock: context.pace, workers, backoff })
  }

  start(): void {
    this.#queue.start()
  }

  add(key: string): void {
    this.#queue.add(key)
  }

  /** Adds a key after some milliseconds that really pass, or earlier when it waits for an earlier time already. */
  addAfter(key: string, milliseconds: number): void {
    this.#queue.addAfter(key, milliseconds)
  }

  /** Adds a key after some milliseconds of the cluster's time, in place of the time for which it waits. */
  addWhenDue(key: string, milliseconds: number): void {
    this.#due.get(key)?.stop()
    const due = (): void => {
      this.#due.delete(key)
      this.#queue.add(key)
    }
    // A clock that a test holds calls back for what is due already only when it goes on.
    if (milliseconds <= 0) due()
    else this.#due.set(key, this.#options.context.clock.setTimer(due, milliseconds))
  }

  /** Drops what waits, and resolves when what is worked on has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#due.values()) timer.stop()
    this.#due.clear()
    await this.#queue.stop()
  }

  async #run(key: string): Promise<void> {
    this.#due.get(key)?.stop()
    this.#due.delete(key)
    const { context, reconcile } = this.#options
    const started = context.clock.now()
    const again = await reconcile(key)
    // The time of the cluster may have gone on during the call.
    if (again !== undefined && !this.#stopped) this.addWhenDue(key, again - (context.clock.now() - started))
  }

  /** Failures are reported, except conflicts: then the informer will deliver the new object. */
  #report(error: unknown): void {
    const { name, context, expected } = this.#options
    if (!isConflict(error) && !isNotFound(error) && expected?.(error) !== true) context.onError(error, name)
  }
}

/** The loop of a controller. */
export function reconcileLoop(options: ReconcileLoopOptions): ReconcileLoop {
  return new ReconcileLoop(options)
}

/** Whether the object is being deleted. */
export function isDeleting(object: KubernetesObject): boolean {
  return getDeletionTimestamp(object) !== undefined
}
