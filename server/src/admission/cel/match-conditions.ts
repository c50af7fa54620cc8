import type { MatchCondition } from 'apimachinery/api/admissionregistration/v1'
import { Aggregate, newForbidden } from 'apimachinery/errors'
import { type Bindings, type CELProgram, compileAdmissionExpression } from 'apimachinery/openapi/cel'
import type { AdmissionAttributes } from '../attributes.js'

/** Costs of all conditions of one webhook or policy together, in the units of Kubernetes. */
const costBudget = 2_500_000

interface CompiledCondition {
  readonly name: string
  readonly program: CELProgram | undefined
  readonly error: string | undefined
}

/** The conditions of a webhook or policy, compiled. */
export class MatchConditions {
  readonly #conditions: readonly CompiledCondition[]
  readonly #failurePolicy: string

  constructor(
    conditions: readonly MatchCondition[] | undefined,
    options: { readonly failurePolicy: string | undefined; readonly params: boolean },
  ) {
    this.#failurePolicy = options.failurePolicy ?? 'Fail'
    this.#conditions = (conditions ?? []).map(({ name = '', expression = '' }) => {
      const { params } = options
      const compiled = compileAdmissionExpression(expression, { params, authorizer: true, returns: 'bool' })
      const failed = 'error' in compiled
      return { name, program: failed ? undefined : compiled.program, error: failed ? compiled.error : undefined }
    })
  }

  get size(): number {
    return this.#conditions.length
  }

  /**
   * Whether a request meets all conditions; one that is false is enough, whatever goes wrong in others.
   *
   * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions.
   * @throws Aggregate where conditions fail and the failure policy is `Fail`.
   */
  async match(bindings: Bindings): Promise<boolean> {
    const errors: Error[] = []
    let left = costBudget
    for (const { program, error: problem } of this.#conditions) {
      const { value, error, cost } =
        program === undefined
          ? { value: undefined, error: problem, cost: 0 }
          : await program.evaluateAsync(bindings, { costLimit: left })
      left -= cost
      if (value === false) return false
      if (error !== undefined) errors.push(new Error(error))
      if (left <= 0) {
        errors.push(
          new Error('validation failed due to running out of cost budget, no further validation rules will be run'),
        )
        break
      }
    }
    if (errors.length === 0) return true
    if (this.#failurePolicy === 'Ignore') return false
    throw new Aggregate(errors)
  }
}

/** The refusal of a request whose conditions failed. */
export function failedConditions({ resource, name }: AdmissionAttributes, error: unknown): Error {
  return newForbidden(resource, name, error)
}
