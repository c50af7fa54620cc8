import type { RuleWithOperations } from 'apimachinery/api/admissionregistration/v1'
import { newInternalError, newNotFound } from 'apimachinery/errors'
import { labelSelectorAsSelector, type Selector } from 'apimachinery/labels'
import type { LabelSelector } from 'apimachinery/meta/v1'
import { getLabels } from 'apimachinery/runtime'
import type { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import type { AdmissionAttributes } from './attributes.js'
import type { ClusterState } from './cluster-state.js'
import { matchesRule } from './match-rules.js'

/** A resource under another name, and the kind that it is served in there. */
export interface EquivalentResource {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/** Other names of a resource: its other versions, and the same objects in another group. */
export type EquivalentResources = (resource: GroupVersionResource, subresource: string) => readonly EquivalentResource[]

/** Lookups that decide whether a webhook or policy applies to a request. */
export interface MatchEnvironment {
  readonly namespaces: Pick<ClusterState, 'namespaces' | 'liveNamespace'>
  readonly equivalents: EquivalentResources
}

/** Which requests a webhook or a policy is for. */
export interface MatchCriteria {
  readonly rules: readonly RuleWithOperations[]
  readonly excluded?: readonly RuleWithOperations[] | undefined
  readonly matchPolicy: string | undefined
  readonly namespaceSelector: Selector
  readonly objectSelector: Selector
}

/** The selector of a configuration; an absent one selects nothing. @throws StatusError 500 for one that makes no sense. */
export function selectorOf(selector: LabelSelector | null | undefined): Selector {
  try {
    return labelSelectorAsSelector((selector ?? undefined) as Parameters<typeof labelSelectorAsSelector>[0])
  } catch (error) {
    throw newInternalError(error)
  }
}

/**
 * The version of a request for which a webhook or policy applies; `undefined` if it does not.
 *
 * Source: `ShouldCallHook` of k8s.io/apiserver/pkg/admission/plugin/webhook/generic.
 * @throws StatusError if the namespace is missing, or the version cannot be converted.
 */
export async function matchRequest(
  attributes: AdmissionAttributes,
  criteria: MatchCriteria,
  environment: MatchEnvironment,
): Promise<EquivalentResource | undefined> {
  // Rules are the cheapest check; a missing namespace matters only for matching requests.
  const found = matchedResource(attributes, criteria, environment.equivalents)
  if (found === undefined) return undefined
  if (!matchesObject(attributes, criteria.objectSelector)) return undefined
  return (await matchesNamespace(attributes, criteria.namespaceSelector, environment)) ? found : undefined
}

function matchedResource(
  attributes: AdmissionAttributes,
  { rules, excluded = [], matchPolicy }: MatchCriteria,
  equivalents: EquivalentResources,
): EquivalentResource | undefined {
  const { resource, kind } = attributes
  const test = (rule: RuleWithOperations, name: GroupVersionResource): boolean =>
    matchesRule(rule, { ...attributes, resource: name })
  const others = (): readonly EquivalentResource[] =>
    matchPolicy === 'Exact' ? [] : equivalents(resource, attributes.subresource)
  const isExcluded = excluded.some(
    (rule) => test(rule, resource) || others().some((other) => test(rule, other.resource)),
  )
  if (isExcluded) return undefined
  if (rules.some((rule) => test(rule, resource))) return { resource, kind }
  for (const rule of rules) {
    const found = others().find((other) => test(rule, other.resource))
    if (found !== undefined) return found
  }
  return undefined
}

function matchesObject({ object, oldObject }: AdmissionAttributes, selector: Selector): boolean {
  if (selector.isEmpty()) return true
  return [object, oldObject].some((each) => each !== undefined && selector.matches(getLabels(each) ?? {}))
}

/** Whether the namespace of a request is selected. Objects of the cluster are, except namespaces, which have labels. */
export async function matchesNamespace(
  attributes: AdmissionAttributes,
  selector: Selector,
  { namespaces }: MatchEnvironment,
): Promise<boolean> {
  const { namespace, resource, subresource, operation, object } = attributes
  const isNamespace = resource.group === '' && resource.resource === 'namespaces'
  if (namespace === '' && !isNamespace) return true
  if (selector.isEmpty()) return true
  if (isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE')) {
    return selector.matches((object === undefined ? undefined : getLabels(object)) ?? {})
  }
  const found = namespaces.namespaces.get('', namespace) ?? (await namespaces.liveNamespace(namespace))
  if (found === undefined) throw newNotFound({ group: '', resource: 'namespaces' }, namespace)
  return selector.matches(getLabels(found) ?? {})
}
