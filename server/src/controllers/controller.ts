import type { Client } from '@apimachinery/client'
import type { InformerFactory } from '@apimachinery/client/cache'
import { WorkQueue } from '@apimachinery/client/queue'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { getDeletionTimestamp, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'

/** What a controller is made with. */
export interface ControllerContext {
  readonly client: Client
  /** Shared by all controllers of a server. */
  readonly informers: InformerFactory
  readonly clock: Clock
  /** Is told of what fails; it is tried again. */
  readonly onError: (error: unknown, controller: string) => void
}

/** Something that runs beside the server until it is stopped. */
export interface Controller {
  readonly name: string
  /** Asks for its informers and begins; called once. */
  start(): void
  stop(): Promise<void>
}

/** How a {@link ReconcileLoop} works. */
export interface ReconcileLoopOptions {
  readonly name: string
  readonly context: ControllerContext
  /** Brings what a key names to where it should be; gives the milliseconds after which it wants to be called again. */
  readonly reconcile: (key: string) => Promise<number | undefined>
  /** How many keys are worked on at once, default 4. */
  readonly workers?: number
}

/** Takes keys from a queue until it is stopped. What fails is tried again, later each time. */
export class ReconcileLoop {
  readonly queue: WorkQueue<string>
  readonly #options: ReconcileLoopOptions
  #workers: Promise<void>[] = []

  constructor(options: ReconcileLoopOptions) {
    this.#options = options
    this.queue = new WorkQueue({ clock: options.context.clock })
  }

  start(): void {
    this.#workers = Array.from({ length: this.#options.workers ?? 4 }, () => this.#work())
  }

  async stop(): Promise<void> {
    this.queue.shutDown()
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    for (let work = await this.queue.get(); work !== undefined; work = await this.queue.get()) {
      const key = work.item
      try {
        const again = await this.#options.reconcile(key)
        this.queue.forget(key)
        if (again !== undefined) this.queue.add(key, { after: again })
      } catch (error) {
        // Somebody else was faster: the informer will tell what is there now.
        if (!isConflict(error) && !isNotFound(error)) this.#options.context.onError(error, this.#options.name)
        this.queue.add(key, { rateLimited: true })
      } finally {
        this.queue.done(key)
      }
    }
  }
}

/** Whether the object is being deleted. */
export function isDeleting(object: KubernetesObject): boolean {
  return getDeletionTimestamp(object) !== undefined
}
