import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName } from 'apimachinery/runtime'
import { KeyQueue } from '../../internal/key-queue.js'
import type { ControllerContext } from './controller-context.js'

/** How a controller reconciles definitions. */
export interface DefinitionQueueOptions {
  /** Upstream's name of the queue, for metrics. */
  readonly name: string
  /** Reconciles the definition of a name; failures are retried with growing delays. */
  readonly sync: (name: string) => Promise<void>
  /** Reports whether a listed, new or changed definition is reconciled. */
  readonly selects: (definition: CustomResourceDefinition) => boolean
  /** Called with the name of a deleted definition. */
  readonly onDelete?: ((name: string) => void) | undefined
  /** Definitions that are reconciled at once; default 1. */
  readonly workers?: number | undefined
}

/** The queue of a controller: names of definitions, added at the start and on each change. */
export class DefinitionQueue {
  readonly #context: ControllerContext
  readonly #options: DefinitionQueueOptions
  readonly #queue: KeyQueue
  #unlisten: (() => void) | undefined

  constructor(context: ControllerContext, options: DefinitionQueueOptions) {
    this.#context = context
    this.#options = options
    const { pace, onError, queues } = context
    const { name, sync, workers = 1 } = options
    this.#queue = new KeyQueue({ sync, clock: pace, onError, workers, observer: queues?.(name) })
  }

  add(name: string): void {
    this.#queue.add(name)
  }

  start(): void {
    const { definitions } = this.#context
    const { selects, onDelete } = this.#options
    this.#unlisten = definitions.onChange(({ object, type }) => {
      if (type === 'DELETED') onDelete?.(getName(object))
      else if (selects(object)) this.add(getName(object))
    })
    for (const definition of definitions.list()) if (selects(definition)) this.add(getName(definition))
    this.#queue.start()
  }

  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#queue.stop()
  }
}
