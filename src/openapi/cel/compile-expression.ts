import { Environment, Optional } from '@marcbachmann/cel-js'
import { Budget, BudgetExceeded } from './budget.js'
import { evaluationMessage } from './cel-error.js'
import { type StaticType, typeText } from './check/cel-static-type.js'
import { compileExpression as check } from './check/compile-expression.js'
import { addressFunctions } from './functions/addresses.js'
import { conversionFunctions } from './functions/conversions.js'
import { listFunctions } from './functions/lists.js'
import { macros } from './functions/macros.js'
import { namedFormatFunctions } from './functions/named-formats.js'
import { quantityFunctions } from './functions/quantities.js'
import { regexFunctions } from './functions/regex.js'
import { scalarConversions } from './functions/scalar-conversions.js'
import { semverFunctions } from './functions/semver.js'
import { stringFunctions } from './functions/strings.js'
import { urlFunctions } from './functions/urls.js'
import { optionalValues } from './optional-values.js'
import { prepareRule } from './prepare-rule.js'
import type { Bindings, CELEvaluation, CELProgram, EvaluateOptions } from './program.js'
import { LazyFields } from './program.js'

/** What an expression is compiled against. */
export interface CompileOptions {
  /** The variables that the expression may speak of, with their types. A name may have dots: `authorizer.requestResource`. */
  readonly variables?: Readonly<Record<string, StaticType>>
  /** Types that the expression may have; any when absent. `dyn` goes with all of them. */
  readonly resultTypes?: readonly StaticType[]
  /** The type that a name such as `Object.spec` or `JSONPatch` in `Object.spec{…}` stands for. */
  readonly messageType?: (name: string) => StaticType | undefined
}

/** What came of the compilation of an expression: a program and its type, or what Go's compiler says. */
export type Compilation =
  | { readonly program: CELProgram; readonly type: StaticType; readonly issues?: undefined }
  | {
      readonly program?: undefined
      /**
       * The message of Kubernetes, without the path: `compilation failed: ERROR: <input>:1:1: …` with the place marked,
       * or `must evaluate to bool but got int`.
       */
      readonly issues: string
    }

const libraries = [
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

/** Compiles an expression of CEL in the environment of Kubernetes 1.36. Compile once, evaluate many times. */
export function compileExpression(source: string, options: CompileOptions = {}): Compilation {
  const { variables = {}, resultTypes = [], messageType } = options
  const scope = { variables: new Map(Object.entries(variables)) }
  const checked = check(source, messageType === undefined ? scope : { ...scope, messageType })
  if ('error' in checked) return { issues: checked.error }
  if (checked.failure !== undefined) return { issues: checked.failure }
  const type = typeText(checked.type)
  const names = resultTypes.map(typeText)
  if (names.length > 0 && type !== 'dyn' && !names.includes(type)) {
    return {
      issues: `must evaluate to ${names.length === 1 ? names[0] : `one of [${names.join(' ')}]`} but got ${type}`,
    }
  }
  return { program: new Program(source, Object.keys(variables)), type: checked.type }
}

class Program implements CELProgram {
  readonly #budget = new Budget()
  readonly #run: (context: object) => unknown
  readonly #source: string

  constructor(source: string, variables: readonly string[]) {
    this.#source = source
    const env = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
    for (const library of libraries) library(env, this.#budget)
    namedFormatFunctions(optionalValues)(env, this.#budget)
    for (const name of variables) if (!name.includes('.')) env.registerVariable(name, 'dyn')
    const parsed = env.parse(source)
    prepareRule(parsed.ast, this.#budget)
    this.#run = parsed
  }

  uses(variable: string): boolean {
    return new RegExp(`(?<![\\w.])${variable}\\b`).test(this.#source)
  }

  evaluateAsync(bindings: Bindings, options?: EvaluateOptions): Promise<CELEvaluation> {
    return Promise.resolve(this.evaluate(bindings, options))
  }

  evaluate(bindings: Bindings, { costLimit = 1_000_000 }: EvaluateOptions = {}): CELEvaluation {
    this.#budget.left = costLimit
    const cost = () => Math.ceil(costLimit - this.#budget.left)
    try {
      const context = Object.fromEntries(Object.entries(bindings).map(([name, value]) => [name, dynamic(value)]))
      return { value: this.#run(context), cost: cost() }
    } catch (error) {
      if (error instanceof BudgetExceeded) return { error: error.message, exceeded: true, cost: cost() }
      return { error: evaluationMessage(error), cost: cost() }
    }
  }
}

function dynamic(value: unknown): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  if (Array.isArray(value)) return value.map(dynamic)
  if (value instanceof LazyFields) {
    return new Proxy({}, { get: (_, name) => value.get(String(name))?.value, has: () => true })
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return new Map(
    Object.entries(value).flatMap(([name, each]) => (each === undefined ? [] : [[name, dynamic(each)] as const])),
  )
}

/** Plain JSON of a value: what a field of an object would hold. */
export function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(jsonOf)
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, each]) => [String(name), jsonOf(each)]))
  if (value instanceof Optional) return value.hasValue() ? jsonOf(value.value()) : null
  return value
}
