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
import type { ControllerContext } from './controller-context.js'
import { DefinitionController } from './definition-controller.js'

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
export class ConditionController extends DefinitionController {
  readonly #rule: ConditionRule
  readonly #seen = new Map<string, string>()

  constructor(context: ControllerContext, rule: ConditionRule) {
    super(context, rule.queue)
    this.#rule = rule
  }

  protected override selects(definition: CustomResourceDefinition): boolean {
    return this.#seen.get(getName(definition)) !== this.#rule.facts(definition)
  }

  protected override deleted(name: string): void {
    this.#seen.delete(name)
  }

  protected override async sync(name: string): Promise<void> {
    const { definitions, updateStatus, clock } = this.context
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
