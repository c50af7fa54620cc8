import { isDeepStrictEqual } from 'node:util'
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from 'apimachinery/api/admissionregistration/v1'
import { isMachineryError, messageOf, newInternalError, StatusError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import type { Bindings } from 'apimachinery/openapi/cel'
import { getName } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../attributes.js'
import { requestVariables, VersionedRequests } from '../cel/request-variables.js'
import { forbidden } from '../forbidden.js'
import { isAdmissionConfiguration } from '../match-rules.js'
import type { AdmissionPlugin } from '../plugin.js'
import { ReinvocationRecord } from '../reinvocation-record.js'
import { MutatingPolicy } from './mutating-policy.js'
import {
  matchPolicy,
  namespaceObjectOf,
  type PolicyEnvironment,
  type PolicyFailure,
  type PolicyInvocation,
} from './policy-match.js'
import type { MutationObservation } from './policy-observer.js'
import { PolicySource } from './policy-source.js'

type Policy = MutatingAdmissionPolicy
type Binding = MutatingAdmissionPolicyBinding

/** Where policies are read from. */
export interface MutatingPolicies {
  readonly policies: () => Iterable<Policy>
  readonly bindings: () => Iterable<Binding>
}

interface Failure extends PolicyFailure<Policy, Binding> {
  readonly reason: string
}

type Invocation = PolicyInvocation<Policy, Binding, MutatingPolicy>

/**
 * Applies mutating policies to objects, one after the other.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/mutating.
 */
export function mutatingPolicies(from: MutatingPolicies, environment: PolicyEnvironment): AdmissionPlugin {
  const source = new PolicySource({ ...from, compile: (policy: Policy) => new MutatingPolicy(policy) })
  return {
    handles: (operation) => operation !== 'DELETE',
    async admit(attributes) {
      const bound = source.bound()
      if (bound.length === 0 || isAdmissionConfiguration(attributes)) return
      const failures: Failure[] = []
      const invocations: Invocation[] = []
      const versions = new VersionedRequests(attributes)
      for (const policy of bound) {
        for (const match of await matchPolicy(policy, attributes, environment)) {
          if ('failure' in match) failures.push({ ...match.failure, reason: '' })
          else {
            const failure = await unconverted(match.invocation, versions)
            if (failure === undefined) invocations.push(match.invocation)
            else failures.push(failure)
          }
        }
      }
      const run = { ...environment, versions }
      if (invocations.length > 0) failures.push(...(await mutateAll(invocations, attributes, run)))
      const counted = failures.filter(({ policy }) => (policy.spec?.failurePolicy ?? 'Fail') !== 'Ignore')
      if (counted.length > 0) throw denied(attributes, counted)
    },
  }
}

/** What keeps a policy from seeing the request in the version that it is for. */
async function unconverted({ policy, matched }: Invocation, versions: VersionedRequests): Promise<Failure | undefined> {
  try {
    await versions.for(matched)
    return undefined
  } catch (error) {
    return { policy, message: `failed to configure policy: ${messageOf(error)}`, reason: '' }
  }
}

async function mutateAll(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
  environment: PolicyEnvironment & { readonly versions: VersionedRequests },
): Promise<Failure[]> {
  const record = ReinvocationRecord.of(attributes.reinvocation, 'MutatingAdmissionPolicy')
  record.begin(attributes)
  const namespaceObject = await namespaceObjectOf(attributes, environment)
  const failures: Failure[] = []
  for (const invocation of invocations) {
    for (const param of invocation.params) {
      const turn = { invocation, param, record }
      const request = { ...environment, namespaceObject }
      failures.push(...(await mutateWith(turn, attributes, request)))
    }
  }
  record.end(attributes)
  return failures
}

interface Turn {
  readonly invocation: Invocation
  readonly param: JSONObject | null
  readonly record: ReinvocationRecord
}

async function mutateWith(
  { invocation, param, record }: Turn,
  attributes: AdmissionAttributes,
  facts: Parameters<typeof requestVariables>[1] &
    Pick<PolicyEnvironment, 'observeMutation' | 'observeConditions'> & { readonly versions: VersionedRequests },
): Promise<Failure[]> {
  const { policy, binding, evaluator, matched } = invocation
  const failed = (error: unknown): Failure => ({ policy, binding, message: messageOf(error), reason: 'Invalid' })
  const request = await facts.versions.for(matched).catch(failedConversion)
  const bindings: Bindings = { ...requestVariables(request, facts), params: param }
  try {
    const owner = { kind: 'policy', name: getName(policy), type: 'validate', operation: attributes.operation } as const
    if (!(await evaluator.matches(bindings, (evaluation) => facts.observeConditions?.(owner, evaluation)))) return []
  } catch (error) {
    return [failed(error)]
  }
  const key = invocationKey(invocation, param)
  if (attributes.reinvocation.isReinvoke && !record.wants(key)) return []
  const failures: Failure[] = []
  let content = request.object
  for (const mutation of content === null ? [] : evaluator.mutations) {
    const start = performance.now()
    const report = (errorType: MutationObservation['errorType']): void =>
      facts.observeMutation?.({
        policy: getName(policy),
        binding: getName(binding),
        errorType,
        seconds: (performance.now() - start) / 1000,
      })
    try {
      const object = { content: content!, kind: matched.kind, objects: attributes.objects }
      const changed = await evaluator.mutate(mutation, { ...bindings, object: content }, object)
      content = await completed(changed, attributes, invocation)
      report('no_error')
    } catch (error) {
      if (isMachineryError(error, 'ConversionWebhook')) failedConversion(error)
      report(errorTypeOf(error))
      failures.push(failed(error))
    }
  }
  if (!isDeepStrictEqual(content, request.object)) record.requireReinvocation(attributes.reinvocation)
  if (policy.spec?.reinvocationPolicy === 'IfNeeded') record.addReinvocable(key)
  return failures
}

/** An object that cannot be converted back cannot be stored, whatever the failure policy. */
function failedConversion(error: unknown): never {
  throw newInternalError(new Error(`failed to convert object: ${messageOf(error)}`))
}

/** Source: `ErrorType` of k8s.io/apiserver/pkg/admission/plugin/policy/mutating. */
function errorTypeOf(error: unknown): MutationObservation['errorType'] {
  const text = messageOf(error)
  if (text.startsWith('compilation')) return 'compile_error'
  return text.startsWith('validation failed due to running out of cost budget') ? 'out_of_budget' : 'invalid_error'
}

/** Takes over what a mutation made; the next one sees it with its defaults. */
async function completed(
  content: JSONObject,
  attributes: AdmissionAttributes,
  { matched }: Invocation,
): Promise<JSONObject> {
  attributes.object = await attributes.objects.objectFrom(content, matched.kind)
  return attributes.objects.contentIn(attributes.object, matched.kind)
}

function invocationKey({ policy, binding }: Invocation, param: JSONObject | null): string {
  const metadata = (param?.metadata ?? {}) as JSONObject
  return JSON.stringify([getName(policy), getName(binding), metadata.namespace ?? '', metadata.name ?? ''])
}

function denied(attributes: AdmissionAttributes, failures: readonly Failure[]): StatusError {
  const texts = failures.map(({ policy, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(getName(policy))} denied request: ${message}`
      : `policy '${getName(policy)}' with binding '${getName(binding)}' denied request: ${message}`,
  )
  const [first] = failures
  const [message] = texts
  if (first === undefined || message === undefined) return newInternalError(new Error('no policy denied the request'))
  const { status } = forbidden(attributes, message)
  const causes = [...(status.details?.causes ?? []), ...texts.map((text) => ({ message: text }))]
  const reason = first.reason || status.reason
  return new StatusError({
    ...status,
    message,
    reason,
    details: { ...status.details, causes },
  } as StatusError['status'])
}
