import {
  type AdmissionExpressionOptions,
  type Bindings,
  type CELProgram,
  compileAdmissionExpression,
  type StaticType,
} from 'apimachinery/openapi/cel'

/** Costs that evaluations share, in the units of Kubernetes. */
export interface CostBudget {
  left: number
}

/** The result of an evaluation: a value, or an error in the wording of kube-apiserver. */
export interface Evaluation {
  readonly value?: unknown
  readonly error?: string
}

/** The budget that expressions share was not enough: nothing is evaluated after it. */
export class OutOfBudgetError extends Error {
  override readonly name = 'OutOfBudgetError'

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run')
  }
}

/** An expression of a webhook or policy: compiled, or the compiler's error. */
export class AdmissionExpression {
  readonly text: string
  readonly #program: CELProgram | undefined
  readonly type: StaticType | undefined
  /** The compiler's error; absent for an expression that can be evaluated. */
  readonly problem: string | undefined

  constructor(text: string, options: AdmissionExpressionOptions) {
    this.text = text
    const compiled = compileAdmissionExpression(text, options)
    if ('error' in compiled) {
      this.problem = compiled.error
    } else {
      this.#program = compiled.program
      this.type = compiled.type
    }
  }

  /**
   * Evaluates, and takes the cost from the budget.
   *
   * @throws OutOfBudgetError
   */
  async evaluate(bindings: Bindings, budget: CostBudget): Promise<Evaluation> {
    if (this.#program === undefined) return { error: `compilation error: ${this.problem}` }
    const { value, error, cost } = await this.#program.evaluateAsync(bindings)
    budget.left -= cost
    if (budget.left < 0) throw new OutOfBudgetError()
    return error === undefined ? { value } : { error: `expression '${this.text}' resulted in error: ${error}` }
  }

  /** Evaluates synchronously, for a field that is computed on demand. Throws if an authorizer is asynchronous. */
  evaluateNow(bindings: Bindings, budget: CostBudget): Evaluation & { readonly cost: number } {
    if (this.#program === undefined) return { error: this.problem ?? '', cost: 0 }
    const { value, error, cost } = this.#program.evaluate(bindings)
    budget.left -= cost
    return error === undefined ? { value, cost } : { error, cost }
  }
}
