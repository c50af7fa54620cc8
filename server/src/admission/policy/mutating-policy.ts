import type { MutatingAdmissionPolicy, Mutation } from 'apimachinery/api/admissionregistration/v1'
import { isMachineryError, messageOf } from 'apimachinery/errors'
import type { JSONObject, JSONValue } from 'apimachinery/json'
import { type Bindings, jsonOf } from 'apimachinery/openapi/cel'
import { jsonPatch } from 'apimachinery/patch'
import type { GroupVersionKind } from 'apimachinery/schema'
import { AdmissionError } from '../admission-error.js'
import type { ObjectInterfaces } from '../attributes.js'
import { AdmissionExpression, type CostBudget } from '../cel/expression.js'
import { type ConditionEvaluationObserver, MatchConditions } from '../cel/match-conditions.js'
import { PolicyVariables } from './policy-variables.js'

/** Costs of one mutation, in the units of Kubernetes. */
const costBudget = 10_000_000

/** The input of a mutation. */
export interface MutatedObject {
  readonly content: JSONObject
  readonly kind: GroupVersionKind
  readonly objects: ObjectInterfaces
}

interface CompiledMutation {
  readonly type: 'ApplyConfiguration' | 'JSONPatch'
  readonly expression: AdmissionExpression
}

/**
 * A mutating policy, compiled.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating.
 */
export class MutatingPolicy {
  readonly #conditions: MatchConditions
  readonly #variables: PolicyVariables
  readonly mutations: readonly CompiledMutation[]

  constructor({ spec = {} }: MutatingAdmissionPolicy) {
    const params = spec.paramKind !== undefined && spec.paramKind !== null
    this.#variables = new PolicyVariables(spec.variables, params)
    const variables = this.#variables.types
    const { failurePolicy } = spec
    this.#conditions = new MatchConditions(spec.matchConditions, { params, variables, failurePolicy })
    this.mutations = (spec.mutations ?? []).map((mutation) => compiled(mutation, { params, variables }))
  }

  /** Whether the policy applies to the object. @throws Aggregate if its conditions fail. */
  async matches(bindings: Bindings, observe?: ConditionEvaluationObserver): Promise<boolean> {
    if (this.#conditions.size === 0) return true
    return this.#conditions.match(this.#variables.bind(bindings, { left: costBudget }), observe)
  }

  /** The object after one mutation. Rejects for a failed expression or change. */
  async mutate(mutation: CompiledMutation, bindings: Bindings, object: MutatedObject): Promise<JSONObject> {
    const budget: CostBudget = { left: costBudget }
    const { expression, type } = mutation
    const { value, error } = await expression.evaluate(this.#variables.bind(bindings, budget), budget)
    if (error !== undefined) throw new AdmissionError(error)
    const made = jsonOf(value) as JSONValue
    return type === 'JSONPatch' ? patched(made, object) : applied(made, object)
  }
}

function compiled(
  { patchType, applyConfiguration, jsonPatch: patch }: Mutation,
  options: { readonly params: boolean; readonly variables: PolicyVariables['types'] },
): CompiledMutation {
  const shared = { ...options, authorizer: true }
  if (patchType === 'JSONPatch') {
    const expression = new AdmissionExpression(patch?.expression ?? '', { ...shared, returns: 'jsonPatch' })
    return { type: 'JSONPatch', expression }
  }
  const returns = 'applyConfiguration'
  const expression = new AdmissionExpression(applyConfiguration?.expression ?? '', { ...shared, returns })
  return { type: 'ApplyConfiguration', expression }
}

function patched(operations: JSONValue, { content }: MutatedObject): JSONObject {
  try {
    // Operations of another shape are refused when they are applied.
    return jsonPatch(content, operations as never)
  } catch (error) {
    // A test that fails means that there is nothing to change.
    if (isMachineryError(error, 'PatchTestFailed')) return content
    throw new AdmissionError(`JSON Patch: ${messageOf(error)}`)
  }
}

function applied(configuration: JSONValue, { content, kind, objects }: MutatedObject): JSONObject {
  try {
    return objects.applyConfiguration(content, configuration as JSONObject, kind)
  } catch (error) {
    throw new AdmissionError(`error applying patch: ${messageOf(error)}`)
  }
}
