import type { ValidatingAdmissionPolicy, Validation } from 'apimachinery/api/admissionregistration/v1'
import { messageOf } from 'apimachinery/errors'
import type { Bindings } from 'apimachinery/openapi/cel'
import { AdmissionError } from '../admission-error.js'
import { AdmissionExpression, type CostBudget, type Evaluation, OutOfBudgetError } from '../cel/expression.js'
import { type ConditionEvaluationObserver, MatchConditions } from '../cel/match-conditions.js'
import { PolicyVariables } from './policy-variables.js'

/** Costs of one evaluation of a policy, in the units of Kubernetes. */
const costBudget = 10_000_000
const maxMessageBytes = 5 * 1024

/** The result of one validation. */
export interface PolicyDecision {
  readonly denied: boolean
  readonly message: string
  readonly reason: string
  /** Seconds that the expression took. */
  readonly seconds: number
  /** The expression could not be evaluated; the failure policy decides. */
  readonly failed: boolean
}

/** The result of a policy for a request. */
export interface PolicyResult {
  /** One for each validation. */
  readonly decisions: readonly PolicyDecision[]
  /** Annotations for the audit log, by key. */
  readonly annotations: readonly { readonly key: string; readonly value: string }[]
  /** Errors of annotations: each refuses the request. */
  readonly annotationErrors: readonly string[]
}

interface TimedEvaluation extends Evaluation {
  readonly seconds: number
}

interface CompiledValidation {
  readonly validation: Validation
  readonly expression: AdmissionExpression
  readonly message: AdmissionExpression | undefined
}

/**
 * A validating policy, compiled.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating.
 */
export class ValidatingPolicy {
  readonly #failurePolicy: string
  readonly #conditions: MatchConditions
  readonly #variables: PolicyVariables
  readonly #validations: readonly CompiledValidation[]
  readonly #annotations: readonly { readonly key: string; readonly expression: AdmissionExpression }[]

  constructor({ spec = {} }: ValidatingAdmissionPolicy) {
    const params = spec.paramKind !== undefined && spec.paramKind !== null
    this.#failurePolicy = spec.failurePolicy ?? 'Fail'
    this.#variables = new PolicyVariables(spec.variables, params)
    const variables = this.#variables.types
    const options = { params, authorizer: true, variables }
    this.#conditions = new MatchConditions(spec.matchConditions, { ...options, failurePolicy: spec.failurePolicy })
    this.#validations = (spec.validations ?? []).map((validation) => ({
      validation,
      expression: new AdmissionExpression(validation.expression ?? '', { ...options, returns: 'bool' }),
      message: validation.messageExpression
        ? new AdmissionExpression(validation.messageExpression, { ...options, authorizer: false, returns: 'string' })
        : undefined,
    }))
    this.#annotations = (spec.auditAnnotations ?? []).map(({ key = '', valueExpression = '' }) => ({
      key,
      expression: new AdmissionExpression(valueExpression, { ...options, returns: 'audit' }),
    }))
  }

  /** Evaluates the policy for one parameter. */
  async validate(bindings: Bindings, observe?: ConditionEvaluationObserver): Promise<PolicyResult> {
    const budget: CostBudget = { left: costBudget }
    const bound = this.#variables.bind(bindings, budget)
    try {
      if (this.#conditions.size > 0 && !(await this.#conditions.match(bound, observe))) return noDecision
      const evaluations: TimedEvaluation[] = []
      for (const { expression } of this.#validations) {
        const start = performance.now()
        const evaluation = await expression.evaluate(bound, budget)
        evaluations.push({ ...evaluation, seconds: (performance.now() - start) / 1000 })
      }
      const decisions: PolicyDecision[] = []
      for (const [index, evaluation] of evaluations.entries()) {
        decisions.push(await this.#decide(this.#validations[index]!, evaluation, { bound, budget }))
      }
      return { decisions, ...(await this.#annotate(bindings)) }
    } catch (error) {
      return { ...noDecision, decisions: [this.#failure(messageOf(error))] }
    }
  }

  #failure(message: string, seconds = 0): PolicyDecision {
    return { denied: this.#failurePolicy !== 'Ignore', message, reason: '', seconds, failed: true }
  }

  async #decide(
    { validation, message }: CompiledValidation,
    { value, error, seconds }: TimedEvaluation,
    { bound, budget }: { readonly bound: Bindings; readonly budget: CostBudget },
  ): Promise<PolicyDecision> {
    if (error !== undefined) return this.#failure(error, seconds)
    if (value === true) return { denied: false, message: '', reason: '', seconds, failed: false }
    const evaluated = message === undefined ? '' : await messageText(message, bound, budget)
    const text =
      evaluated || (validation.message ?? '').trim() || `failed expression: ${(validation.expression ?? '').trim()}`
    return { denied: true, message: text, reason: validation.reason || 'Invalid', seconds, failed: false }
  }

  async #annotate(bindings: Bindings): Promise<Pick<PolicyResult, 'annotations' | 'annotationErrors'>> {
    const budget: CostBudget = { left: costBudget }
    const bound = this.#variables.bind(bindings, budget)
    const annotations: { key: string; value: string }[] = []
    const annotationErrors: string[] = []
    for (const { key, expression } of this.#annotations) {
      const { value, error } = await expression.evaluate(bound, budget)
      if (error !== undefined) {
        if (this.#failurePolicy !== 'Ignore') annotationErrors.push(error)
      } else if (typeof value === 'string' && value.trim() !== '') {
        annotations.push({ key, value: value.trim() })
      }
    }
    return { annotations, annotationErrors }
  }
}

const noDecision: PolicyResult = { decisions: [], annotations: [], annotationErrors: [] }

/** The text of a message expression; empty where it cannot be shown. */
async function messageText(message: AdmissionExpression, bound: Bindings, budget: CostBudget): Promise<string> {
  try {
    const { value } = await message.evaluate(bound, budget)
    const text = typeof value === 'string' ? value.trim() : ''
    return text.includes('\n') || Buffer.byteLength(text) > maxMessageBytes ? '' : text
  } catch (error) {
    if (error instanceof OutOfBudgetError) throw new AdmissionError(`failed messageExpression: ${error.message}`)
    throw error
  }
}
