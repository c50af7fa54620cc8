import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { getName } from 'apimachinery/runtime'
import {
  type DefinitionCondition,
  type DefinitionConditionType,
  findCondition,
  hasCondition,
  removeCondition,
  setCondition,
} from '../definition-conditions.js'
import { draftOf } from '../definition-draft.js'
import type { ControllerContext, DefinitionController } from './controller-context.js'
import { DefinitionQueue } from './definition-queue.js'

/** How a condition follows from a definition. */
export interface ConditionRule {
  readonly type: DefinitionConditionType
  /** Upstream's name of the queue, for metrics. */
  readonly queue: string
  /** The condition that a definition should have, if any. */
  readonly condition: (definition: CustomResourceDefinition) => DefinitionCondition | undefined
  /** The input of {@link condition}: definitions with the same text are checked once. */
  readonly facts: (definition: CustomResourceDefinition) => string
}

/** Keeps one condition of all definitions true to the facts. */
export class ConditionController implements DefinitionController {
  readonly #context: ControllerContext
  readonly #rule: ConditionRule
  readonly #queue: DefinitionQueue
  readonly #seen = new Map<string, string>()

  constructor(context: ControllerContext, rule: ConditionRule) {
    this.#context = context
    this.#rule = rule
    this.#queue = new DefinitionQueue(context, {
      name: rule.queue,
      sync: (name) => this.#sync(name),
      selects: (definition) => this.#seen.get(getName(definition)) !== rule.facts(definition),
      onDelete: (name) => this.#seen.delete(name),
    })
  }

  start(): void {
    this.#queue.start()
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }

  async #sync(name: string): Promise<void> {
    const { definitions, updateStatus, clock } = this.#context
    const found = definitions.get('', name)
    if (found === undefined) return
    const facts = this.#rule.facts(found)
    const condition = this.#rule.condition(found)
    const old = findCondition(found, this.#rule.type)
    const right = condition === undefined ? old === undefined : hasCondition(found, condition)
    if (!right) {
      const definition = draftOf(found)
      if (condition === undefined) removeCondition(definition, this.#rule.type)
      else setCondition(definition, condition, new Date(clock.now()))
      if ((await updateStatus(definition)) === undefined) return
    }
    this.#seen.set(name, facts)
  }
}
