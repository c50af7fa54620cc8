import { Environment } from '@marcbachmann/cel-js'
import type { JSONValue } from '../../json/json-value.js'
import type { Structural } from '../structural/structural.js'
import { Budget, BudgetExceeded } from './budget.js'
import { compilationMessage, evaluationMessage } from './cel-error.js'
import { type CELType, CELTypes } from './cel-types.js'
import { addressFunctions } from './functions/addresses.js'
import { conversionFunctions } from './functions/conversions.js'
import type { FunctionLibrary } from './functions/function-library.js'
import { listFunctions } from './functions/lists.js'
import { macros } from './functions/macros.js'
import { namedFormatFunctions } from './functions/named-formats.js'
import { quantityFunctions } from './functions/quantities.js'
import { regexFunctions } from './functions/regex.js'
import { scalarConversions } from './functions/scalar-conversions.js'
import { semverFunctions } from './functions/semver.js'
import { stringFunctions } from './functions/strings.js'
import { urlFunctions } from './functions/urls.js'
import { type OptionalFactory, optionalValues } from './optional-values.js'
import { prepareRule } from './prepare-rule.js'

/** A compiled expression. */
export interface Program {
  readonly usesOldSelf: boolean
  /** Evaluates with a limit on the cost. */
  run(variables: Readonly<Record<string, unknown>>, costLimit: number): Outcome
}

/** What came of an evaluation, and what it cost. */
export interface Outcome {
  readonly cost: number
  readonly value?: unknown
  /** In Go's words. */
  readonly error?: string
  readonly exceeded?: boolean
}

/** What the conversion of one literal may cost. */
const constantLimit = 10_000

const libraries: readonly FunctionLibrary[] = [
  stringFunctions,
  listFunctions,
  regexFunctions,
  urlFunctions,
  quantityFunctions,
  addressFunctions,
  semverFunctions,
  conversionFunctions,
  scalarConversions,
  macros,
]

/** The CEL environment of one CRD schema: its types, and the functions that Kubernetes offers to rules. */
export class CELEnvironment {
  readonly optional: OptionalFactory = optionalValues
  readonly #budget = new Budget()
  readonly #env: Environment
  readonly #types: CELTypes

  constructor() {
    this.#env = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: true })
    for (const library of libraries) library(this.#env, this.#budget)
    namedFormatFunctions(this.optional)(this.#env, this.#budget)
    this.#types = new CELTypes(this.#env, this.#budget)
  }

  /** The type of a schema. All types must be asked for before the first rule is compiled. */
  typeOf(schema: Structural, isResourceRoot: boolean): CELType | undefined {
    return isResourceRoot ? this.#types.rootType(schema) : this.#types.typeOf(schema)
  }

  /**
   * Compiles an expression over `self` and `oldSelf`.
   *
   * @throws Error with Go's form of compiler messages.
   */
  compile(expression: string, self: CELType, options: CompileOptions): Program {
    const oldSelf = options.optionalOldSelf ? `optional<${self.name}>` : self.name
    const env = this.#env.clone().registerVariable('self', self.name).registerVariable('oldSelf', oldSelf)
    const parsed = withPlace(expression, () => env.parse(expression))
    const prepared = withPlace(expression, () => prepareRule(parsed.ast, this.#budget))
    const checked = parsed.check()
    if (!checked.valid) throw new Error(compilationMessage(checked.error, expression))
    if (checked.type !== options.result && checked.type !== 'dyn') throw new Error(wrongResult[options.result])
    for (const { start, end } of prepared.constants) this.#tryConstant(env, expression.slice(start, end))
    return { usesOldSelf: prepared.usesOldSelf, run: (variables, costLimit) => this.#run(parsed, variables, costLimit) }
  }

  #tryConstant(env: Environment, expression: string): void {
    const parsed = env.parse(expression)
    prepareRule(parsed.ast, this.#budget)
    const { error } = this.#run(parsed, {}, constantLimit)
    if (error !== undefined) throw new Error(`program instantiation failed: ${error}`)
  }

  #run(parsed: (context: object) => unknown, variables: Readonly<Record<string, unknown>>, limit: number): Outcome {
    this.#budget.left = limit
    const cost = () => Math.ceil(limit - this.#budget.left)
    try {
      const value = parsed(variables)
      return this.#budget.left < 0 ? { cost: cost(), exceeded: true } : { cost: cost(), value }
    } catch (error) {
      if (error instanceof BudgetExceeded || this.#budget.left < 0) return { cost: cost(), exceeded: true }
      return { cost: cost(), error: evaluationMessage(error) }
    }
  }
}

/** Words errors as Go's compiler does. */
function withPlace<T>(expression: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(compilationMessage(error, expression), { cause: error })
  }
}

/** What an expression must give, and what `oldSelf` is. */
export interface CompileOptions {
  readonly optionalOldSelf: boolean
  readonly result: 'bool' | 'string'
}

const wrongResult = {
  bool: 'cel expression must evaluate to a bool',
  string: 'messageExpression must evaluate to a string',
}

/** The value of a variable, as a rule sees it. */
export function variableValue(type: CELType, value: JSONValue): unknown {
  return type.toCEL(value)
}
