import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'apimachinery/api/admissionregistration/v1'
import { messageOf, StatusError } from 'apimachinery/errors'
import { getName } from 'apimachinery/runtime'
import type { RequestContext } from '../../request/request-context.js'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ConditionEvaluationObserver } from '../cel/match-conditions.js'
import { requestVariables, type VersionedRequest, VersionedRequests } from '../cel/request-variables.js'
import { forbidden } from '../forbidden.js'
import { isAdmissionConfiguration } from '../match-rules.js'
import type { AdmissionPlugin } from '../plugin.js'
import {
  matchPolicy,
  namespaceObjectOf,
  type PolicyEnvironment,
  type PolicyFailure,
  type PolicyInvocation,
} from './policy-match.js'
import type { PolicyObservation, PolicyObserver } from './policy-observer.js'
import { type BoundPolicy, PolicySource } from './policy-source.js'
import { type PolicyDecision, type PolicyResult, ValidatingPolicy } from './validating-policy.js'

type Policy = ValidatingAdmissionPolicy
type Binding = ValidatingAdmissionPolicyBinding
type Invocation = PolicyInvocation<Policy, Binding, ValidatingPolicy>

/** Where policies are read from. */
export interface ValidatingPolicies {
  readonly policies: () => Iterable<Policy>
  readonly bindings: () => Iterable<Binding>
}

interface Denial extends PolicyFailure<Policy, Binding> {
  readonly reason: string
}

const maxAnnotationLength = 10 * 1024

/**
 * Refuses, warns and adds audit annotations by validating policies.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating.
 */
export function validatingPolicies(from: ValidatingPolicies, environment: PolicyEnvironment): AdmissionPlugin {
  const source = new PolicySource({ ...from, compile: (policy: Policy) => new ValidatingPolicy(policy) })
  return {
    handles: () => true,
    async validate(attributes, context) {
      const bound = source.bound()
      if (bound.length === 0 || isAdmissionConfiguration(attributes)) return
      const denials: Denial[] = []
      const versions = new VersionedRequests(attributes)
      const evaluation = { context, environment, versions }
      for (const policy of bound) denials.push(...(await evaluatePolicy(policy, attributes, evaluation)))
      const [first] = denials
      if (first !== undefined) throw denied(attributes, first)
    },
  }
}

interface EvaluationContext {
  readonly context: RequestContext
  readonly environment: PolicyEnvironment
  readonly versions: VersionedRequests
}

async function evaluatePolicy(
  bound: BoundPolicy<Policy, Binding, ValidatingPolicy>,
  attributes: AdmissionAttributes,
  { context, environment, versions }: EvaluationContext,
): Promise<Denial[]> {
  const { policy } = bound
  const denials: Denial[] = []
  const annotations = new Map<string, string[]>()
  const fail = (failure: PolicyFailure<Policy, Binding>): void => {
    if ((policy.spec?.failurePolicy ?? 'Fail') !== 'Ignore') denials.push({ ...failure, reason: '' })
  }
  for (const match of await matchPolicy(bound, attributes, environment)) {
    if ('failure' in match) {
      fail(match.failure)
      continue
    }
    const { invocation } = match
    const { binding } = invocation
    const request = await convertedRequest(invocation, versions)
    if (request instanceof Error) {
      const message = `failed to configure binding: failed to convert object version: ${request.message}`
      fail({ policy, binding, message })
      continue
    }
    for (const result of await resultsOf(invocation, request, environment)) {
      denials.push(...denialsOf(invocation, result, context))
      if (environment.observe !== undefined) observed(invocation, result, environment.observe)
      for (const { key, value } of result.annotations) note(annotations, key, value)
    }
  }
  for (const [key, values] of annotations) context.audit?.annotate(`${getName(policy)}/${key}`, values.join(', '))
  return denials
}

async function convertedRequest(
  { matched }: Invocation,
  versions: VersionedRequests,
): Promise<VersionedRequest | Error> {
  try {
    return await versions.for(matched)
  } catch (error) {
    return new AdmissionError(messageOf(error))
  }
}

async function resultsOf(
  { policy, evaluator, params }: Invocation,
  request: VersionedRequest,
  environment: PolicyEnvironment,
): Promise<PolicyResult[]> {
  const namespaceObject = await namespaceObjectOf(request.attributes, environment)
  const bindings = requestVariables(request, { authorizer: environment.authorizer, namespaceObject })
  const results: PolicyResult[] = []
  const { operation } = request.attributes
  const owner = { kind: 'policy', name: getName(policy), type: 'validate', operation } as const
  const observe: ConditionEvaluationObserver = (evaluation) => environment.observeConditions?.(owner, evaluation)
  for (const param of params) results.push(await evaluator.validate({ ...bindings, params: param }, observe))
  return results
}

/** The effect of a result for a binding, by its actions. */
function denialsOf({ policy, binding }: Invocation, result: PolicyResult, context: RequestContext): Denial[] {
  const denials: Denial[] = []
  for (const [index, decision] of result.decisions.entries()) {
    if (!decision.denied) continue
    const { message, reason } = decision
    for (const action of binding.spec?.validationActions ?? []) {
      if (action === 'Deny') denials.push({ policy, binding, message, reason })
      else if (action === 'Audit') audit(binding, { index, decision }, context)
      else if (action === 'Warn') {
        const names = `'${getName(policy)}' with binding '${getName(binding)}'`
        context.warnings?.addWarning('', `Validation failed for ValidatingAdmissionPolicy ${names}: ${message}`)
      }
    }
  }
  for (const message of result.annotationErrors) denials.push({ policy, binding, message, reason: '' })
  return denials
}

/** Reports the outcomes of expressions. Source: `Dispatch` of the dispatcher of validating policies. */
function observed({ policy, binding }: Invocation, { decisions }: PolicyResult, observe: PolicyObserver): void {
  const names = { policy: getName(policy), binding: getName(binding) }
  for (const { denied, failed, message, seconds } of decisions) {
    const errorType = errorTypeOf(message)
    if (!denied && failed) observe({ ...names, errorType, action: 'allow', seconds })
    const actions = denied ? (binding.spec?.validationActions ?? []) : []
    for (const action of actions) {
      const lower = action.toLowerCase()
      if (lower === 'deny' || lower === 'audit' || lower === 'warn') {
        observe({ ...names, errorType, action: lower, seconds })
      }
    }
  }
}

/** Source: `ErrorType` of the same package, which also derives it from the message. */
function errorTypeOf(message: string): PolicyObservation['errorType'] {
  if (message.startsWith('compilation')) return 'compile_error'
  return message.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error'
}

function audit(
  binding: Binding,
  { index, decision }: { readonly index: number; readonly decision: PolicyDecision },
  context: RequestContext,
): void {
  const failure = {
    message: decision.message,
    policy: binding.spec?.policyName ?? '',
    binding: getName(binding),
    expressionIndex: index,
    validationActions: binding.spec?.validationActions ?? [],
  }
  context.audit?.annotate('validation.policy.admission.k8s.io/validation_failure', JSON.stringify([failure]))
}

function note(annotations: Map<string, string[]>, key: string, value: string): void {
  const text = value.slice(0, maxAnnotationLength)
  const known = annotations.get(key) ?? []
  if (!known.includes(text)) annotations.set(key, [...known, text])
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 }

function denied(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const by = binding === undefined ? '' : ` with binding '${getName(binding)}'`
  const text = `ValidatingAdmissionPolicy '${getName(policy)}'${by} denied request: ${message}`
  const { status } = forbidden(attributes, text)
  const causes = [...(status.details?.causes ?? []), { message: text }]
  const given = reason || 'Invalid'
  return new StatusError({
    ...status,
    reason: given,
    code: Object.hasOwn(codes, given) ? codes[given] : 422,
    details: { ...status.details, causes },
  } as StatusError['status'])
}
