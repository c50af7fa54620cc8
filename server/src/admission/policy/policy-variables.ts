import type { Variable } from 'apimachinery/api/admissionregistration/v1'
import { type Bindings, dynType, LazyFields, type StaticType } from 'apimachinery/openapi/cel'
import { AdmissionExpression, type CostBudget } from '../cel/expression.js'

/** The variables of a policy: each may use those before it, and is computed when it is first read. */
export class PolicyVariables {
  readonly #expressions = new Map<string, AdmissionExpression>()
  /** The fields of `variables`, for the compiler. */
  readonly types: ReadonlyMap<string, StaticType>

  constructor(variables: readonly Variable[] | undefined, params: boolean) {
    const types = new Map<string, StaticType>()
    for (const { name = '', expression = '' } of variables ?? []) {
      const options = { params, authorizer: true, returns: 'any', variables: new Map(types) } as const
      const compiled = new AdmissionExpression(expression, options)
      this.#expressions.set(name, compiled)
      types.set(name, compiled.type ?? dynType)
    }
    this.types = types
  }

  /** The bindings with `variables` among them. */
  bind(bindings: Bindings, budget: CostBudget): Bindings {
    const all: Record<string, unknown> = { ...bindings }
    const fields = [...this.#expressions].map(([name, expression]) => {
      return [name, () => computed(name, expression, { bindings: all, budget })] as const
    })
    all.variables = new LazyFields(new Map(fields))
    return all
  }
}

function computed(
  name: string,
  expression: AdmissionExpression,
  { bindings, budget }: { readonly bindings: Bindings; readonly budget: CostBudget },
): ReturnType<AdmissionExpression['evaluateNow']> {
  const { value, error, cost } = expression.evaluateNow(bindings, budget)
  if (error === undefined) return { value, cost }
  const verb = expression.problem === undefined ? 'evaluate' : 'compile'
  return { error: `composited variable ${JSON.stringify(name)} fails to ${verb}: ${error}`, cost }
}
