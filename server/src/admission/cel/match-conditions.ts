import type { MatchCondition } from 'apimachinery/api/admissionregistration/v1'
import { Aggregate, newForbidden } from 'apimachinery/errors'
import type { AdmissionExpressionOptions, Bindings } from 'apimachinery/openapi/cel'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import { AdmissionExpression, OutOfBudgetError } from './expression.js'

/** Costs of all conditions of one webhook or policy together, in the units of Kubernetes. */
const costBudget = 2_500_000

/** Settings for compiling the conditions of a webhook or policy. */
export interface MatchConditionOptions extends Pick<AdmissionExpressionOptions, 'params' | 'variables'> {
  readonly failurePolicy: string | undefined
}

/** Whose conditions, and for which request. */
export interface ConditionOwner {
  readonly kind: 'webhook' | 'policy'
  readonly name: string
  readonly type: 'admit' | 'validating' | 'validate'
  readonly operation: string
}

/** The result of evaluating conditions. */
export interface ConditionEvaluation {
  readonly seconds: number
  readonly errors: number
  /** One of them was false. */
  readonly excluded: boolean
}

/** Called with the evaluation of the conditions of one webhook or policy. */
export type ConditionEvaluationObserver = (evaluation: ConditionEvaluation) => void

/** Called with evaluations of conditions. */
export type ConditionObserver = (owner: ConditionOwner, evaluation: ConditionEvaluation) => void

/** The conditions of a webhook or policy, compiled when they are first looked at. */
export class MatchConditions {
  readonly #conditions: readonly MatchCondition[]
  readonly #options: MatchConditionOptions
  #compiled: readonly AdmissionExpression[] | undefined

  constructor(conditions: readonly MatchCondition[] | undefined, options: MatchConditionOptions) {
    this.#conditions = conditions ?? []
    this.#options = options
  }

  get size(): number {
    return this.#conditions.length
  }

  /**
   * Whether a request meets all conditions; a single false one suffices, even if others fail.
   *
   * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions.
   * @throws Aggregate if conditions fail and the failure policy is `Fail`.
   */
  async match(bindings: Bindings, observe?: ConditionEvaluationObserver): Promise<boolean> {
    const start = performance.now()
    const errors: Error[] = []
    let matched: boolean | undefined
    try {
      matched = await this.#match(bindings, errors)
      return matched
    } finally {
      observe?.({ seconds: (performance.now() - start) / 1000, errors: errors.length, excluded: matched === false })
    }
  }

  async #match(bindings: Bindings, errors: Error[]): Promise<boolean> {
    const budget = { left: costBudget }
    try {
      for (const expression of this.#expressions()) {
        const { value, error } = await expression.evaluate(bindings, budget)
        if (value === false) return false
        if (error !== undefined) errors.push(new AdmissionError(error))
      }
    } catch (error) {
      if (!(error instanceof OutOfBudgetError)) throw error
      errors.splice(0, errors.length, error)
    }
    if (errors.length === 0) return true
    if (this.#options.failurePolicy === 'Ignore') return false
    throw new Aggregate(errors)
  }

  #expressions(): readonly AdmissionExpression[] {
    const { params, variables } = this.#options
    const options = { params, variables, authorizer: true, returns: 'bool' } as const
    this.#compiled ??= this.#conditions.map(({ expression = '' }) => new AdmissionExpression(expression, options))
    return this.#compiled
  }
}

/** The refusal of a request whose conditions failed. */
export function failedConditions({ resource, name }: AdmissionAttributes, error: unknown): Error {
  return newForbidden(resource, name, error)
}
