import type { Namespace } from 'apimachinery/api/core/v1'
import { messageOf, newNotFound } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import type { Authorizer } from '../../authorization/authorizer.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ConditionObserver } from '../cel/match-conditions.js'
import { type EquivalentResource, type MatchEnvironment, matchRequest } from '../matching.js'
import { collectParams, type FindParams, paramObjects } from './params.js'
import type { MutationObserver, PolicyObserver } from './policy-observer.js'
import { type AnyBinding, type AnyPolicy, type BoundPolicy, criteriaOf } from './policy-source.js'

/** The environment of policies. */
export interface PolicyEnvironment extends MatchEnvironment {
  readonly authorizer: Authorizer
  readonly findParams: FindParams
  readonly observe?: PolicyObserver | undefined
  readonly observeMutation?: MutationObserver | undefined
  readonly observeConditions?: ConditionObserver | undefined
}

/** One question: a policy through one of its bindings, with its parameters. */
export interface PolicyInvocation<P extends AnyPolicy, B extends AnyBinding, E> {
  readonly policy: P
  readonly binding: B
  readonly evaluator: E
  readonly matched: EquivalentResource
  readonly params: readonly (JSONObject | null)[]
}

/** A failed policy, for one of its bindings or as a whole. */
export interface PolicyFailure<P extends AnyPolicy, B extends AnyBinding> {
  readonly policy: P
  readonly binding?: B | undefined
  readonly message: string
}

/** The relation of a policy to a request. */
export type PolicyMatch<P extends AnyPolicy, B extends AnyBinding, E> =
  | { readonly invocation: PolicyInvocation<P, B, E> }
  | { readonly failure: PolicyFailure<P, B> }

/**
 * The bindings through which a policy applies to a request, and the errors of its configuration.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/generic.
 */
export async function matchPolicy<P extends AnyPolicy, B extends AnyBinding, E>(
  { policy, bindings, evaluator }: BoundPolicy<P, B, E>,
  attributes: AdmissionAttributes,
  environment: PolicyEnvironment,
): Promise<PolicyMatch<P, B, E>[]> {
  try {
    const matched = await matchRequest(attributes, criteriaOf(policy.spec?.matchConstraints), environment)
    if (matched === undefined) return []
    const objects = await paramObjects(policy.spec?.paramKind, environment.findParams)
    const matches: PolicyMatch<P, B, E>[] = []
    for (const binding of bindings) {
      try {
        const criteria = criteriaOf(binding.spec?.matchResources)
        if ((await matchRequest(attributes, criteria, environment)) === undefined) continue
        const params = await collectParams(objects, binding.spec?.paramRef, attributes.namespace)
        matches.push({ invocation: { policy, binding, evaluator, matched, params } })
      } catch (error) {
        matches.push({ failure: { policy, binding, message: `failed to configure binding: ${messageOf(error)}` } })
      }
    }
    return matches
  } catch (error) {
    return [{ failure: { policy, message: `failed to configure policy: ${messageOf(error)}` } }]
  }
}

/** The namespace of a request, for expressions; absent for objects of the cluster. @throws StatusError 404 */
export async function namespaceObjectOf(
  { kind, namespace }: AdmissionAttributes,
  { namespaces }: MatchEnvironment,
): Promise<Namespace | undefined> {
  if (namespace === '' || (kind.group === '' && kind.kind === 'Namespace')) return undefined
  const found = namespaces.namespaces.get('', namespace) ?? (await namespaces.liveNamespace(namespace))
  if (found === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, namespace)
  return found
}
