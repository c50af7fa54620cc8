import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName } from 'apimachinery/runtime'
import { KeyQueue } from '../../internal/key-queue.js'
import type { ControllerContext } from './controller-context.js'

/** A loop that brings definitions into their wanted state: a queue of their names, added at the start and on each change. */
export abstract class DefinitionController {
  protected readonly context: ControllerContext
  readonly #queue: KeyQueue
  #unlisten: (() => void) | undefined

  /** `name`: upstream's name of the queue, for metrics. `workers`: definitions that are reconciled at once. */
  constructor(context: ControllerContext, name: string, workers = 1) {
    this.context = context
    const { pace, onError, queues } = context
    const sync = (key: string): Promise<void> => this.sync(key)
    this.#queue = new KeyQueue({ sync, clock: pace, onError, workers, observer: queues?.(name) })
  }

  /** Reconciles the definition of a name; failures are retried with growing delays. */
  protected abstract sync(name: string): Promise<void>

  /** Reports whether a listed, new or changed definition is reconciled. */
  protected abstract selects(definition: CustomResourceDefinition): boolean

  /** A definition is deleted. */
  protected deleted(_name: string): void {}

  protected add(name: string): void {
    this.#queue.add(name)
  }

  start(): void {
    const { definitions } = this.context
    this.#unlisten = definitions.onChange(({ object, type }) => {
      if (type === 'DELETED') this.deleted(getName(object))
      else if (this.selects(object)) this.add(getName(object))
    })
    for (const definition of definitions.list()) if (this.selects(definition)) this.add(getName(definition))
    this.#queue.start()
  }

  async stop(): Promise<void> {
    this.#unlisten?.()
    await this.#queue.stop()
  }
}
