import type { Declarations } from '../check/declarations.js'
import { PendingDecision, ResourceCheckValue } from '../library/authorizers.js'
import type { Bindings, CELEvaluation, CELProgram, EvaluateOptions } from '../program.js'
import type { Expr } from '../syntax/expression.js'
import { AuthorizerValue, type CELAuthorizationAttributes, type CELDecision } from '../values/authorizer.js'
import { StructValue } from '../values/struct-value.js'
import { dynamicValue, type ToValue } from '../values/typed-value.js'
import { CELError } from '../values/value.js'
import { CostExceeded, Frame } from './frame.js'
import { Planner } from './plan.js'
import type { Plan } from './planned.js'

/** The limit of Kubernetes for the evaluation of one expression. */
export const perCallLimit = 1_000_000

/** A planned expression with the variables that it reads. */
export class CompiledProgram implements CELProgram {
  readonly #plan: Plan
  readonly #variables: readonly string[]
  readonly #readers: readonly ToValue[]
  readonly #locals: number

  /** @throws InstantiationProblem */
  constructor(expr: Expr, functions: Declarations, readers: ReadonlyMap<string, ToValue>) {
    const planner = new Planner(functions, (type, fields) => new StructValue(type, fields))
    this.#plan = planner.plan(expr)
    this.#variables = planner.variables
    this.#readers = planner.variables.map((name) => readers.get(name) ?? dynamicValue)
    this.#locals = planner.localCount
  }

  uses(variable: string): boolean {
    return this.#variables.includes(variable)
  }

  evaluate(bindings: Bindings, { costLimit = perCallLimit }: EvaluateOptions = {}): CELEvaluation {
    // Stryker disable next-line ObjectLiteral: arrays grow, too
    const counts = { locals: this.#locals, variables: this.#variables.length }
    const frame = new Frame(costLimit, counts, (index) => this.#read(index, bindings))
    try {
      const value = this.#plan.code(frame)
      return value instanceof CELError ? { error: value.message, cost: frame.cost } : { value, cost: frame.cost }
    } catch (error) {
      // An evaluation that exceeds memory or the stack exceeds every cost limit, too.
      if (!(error instanceof CostExceeded || error instanceof RangeError)) throw error
      return { error: new CostExceeded().message, exceeded: true, cost: frame.cost }
    }
  }

  async evaluateAsync(bindings: Bindings, options?: EvaluateOptions): Promise<CELEvaluation> {
    const answers = new Map<string, CELDecision>()
    const remembering = Object.fromEntries(
      Object.entries(bindings).map(([name, value]) => [name, remembered(value, answers)]),
    )
    for (;;) {
      try {
        return this.evaluate(remembering, options)
      } catch (error) {
        if (!(error instanceof PendingDecision)) throw error
        await error.promise
      }
    }
  }

  #read(index: number, bindings: Bindings) {
    const name = this.#variables[index]!
    if (!Object.hasOwn(bindings, name)) return new CELError(`no such attribute(s): ${name}`)
    return this.#readers[index]!(bindings[name])
  }
}

/** An authorizer whose late answers are kept, so that the evaluation can be made again with them. */
function remembered(value: unknown, answers: Map<string, CELDecision>): unknown {
  if (value instanceof ResourceCheckValue) {
    return new ResourceCheckValue(remembered(value.authorizer, answers) as AuthorizerValue, value.fields)
  }
  if (!(value instanceof AuthorizerValue)) return value
  const authorize = (attributes: CELAuthorizationAttributes) => {
    const key = JSON.stringify(attributes)
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = value.authorizer.authorize(attributes)
    if (!('then' in answer)) return answer
    return answer.then((decision) => {
      answers.set(key, decision)
      return decision
    })
  }
  return new AuthorizerValue({ authorize }, value.user)
}
