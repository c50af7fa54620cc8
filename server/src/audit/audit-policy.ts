import type { AuthorizationAttributes } from '../authorization/authorizer.js'
import type { AuditLevel, AuditStage } from './audit-event.js'

/** Which requests a rule is about, and how much it keeps of them. Source: `PolicyRule` of k8s.io/apiserver/pkg/apis/audit/v1. */
export interface AuditPolicyRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditGroupResources[]
  readonly namespaces?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** Resources of one group; all of it where none is named. */
export interface AuditGroupResources {
  readonly group?: string
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
}

/** What is recorded of one request. */
export interface RequestAuditConfig {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<AuditStage>
  readonly omitManagedFields: boolean
}

/** A policy as its file has it. */
export interface AuditPolicySpec {
  readonly rules: readonly AuditPolicyRule[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** Rules in order; the first that is about a request decides. Source: k8s.io/apiserver/pkg/audit/policy. */
export class AuditPolicy {
  readonly #rules: readonly { readonly rule: AuditPolicyRule; readonly config: RequestAuditConfig }[]
  readonly #fallback: RequestAuditConfig

  constructor({ rules, omitStages = [], omitManagedFields = false }: AuditPolicySpec) {
    this.#rules = rules.map((rule) => ({
      rule,
      config: {
        level: rule.level,
        omitStages: new Set([...omitStages, ...(rule.omitStages ?? [])]),
        omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
      },
    }))
    this.#fallback = { level: 'None', omitStages: new Set(omitStages), omitManagedFields }
  }

  configFor(attributes: AuthorizationAttributes): RequestAuditConfig {
    return this.#rules.find(({ rule }) => matches(rule, attributes))?.config ?? this.#fallback
  }
}

function matches(rule: AuditPolicyRule, attributes: AuthorizationAttributes): boolean {
  const { user, verb, isResourceRequest, path } = attributes
  if (rule.users?.length && !rule.users.includes(user.name)) return false
  if (rule.userGroups?.length && !user.groups.some((group) => rule.userGroups?.includes(group))) return false
  if (rule.verbs?.length && !rule.verbs.includes(verb)) return false
  if (rule.namespaces?.length || rule.resources?.length) return matchesResource(rule, attributes)
  if (!rule.nonResourceURLs?.length) return true
  return !isResourceRequest && rule.nonResourceURLs.some((spec) => matchesPath(path, spec))
}

function matchesPath(path: string, spec: string): boolean {
  if (spec === '*' || spec === path) return true
  return spec.endsWith('*') && path.startsWith(spec.replace(/(?<!\*)\*+$/, ''))
}

function matchesResource({ namespaces, resources }: AuditPolicyRule, attributes: AuthorizationAttributes): boolean {
  if (!attributes.isResourceRequest) return false
  if (namespaces?.length && !namespaces.includes(attributes.namespace)) return false
  return !resources?.length || resources.some((each) => matchesGroup(each, attributes))
}

function matchesGroup(
  { group = '', resources, resourceNames }: AuditGroupResources,
  { apiGroup, resource, subresource, name }: AuthorizationAttributes,
): boolean {
  if (group !== apiGroup && group !== '*') return false
  if (!resources?.length) return true
  if (resourceNames?.length && !resourceNames.includes(name)) return false
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  return resources.some((wanted) => {
    if (wanted === combined || wanted === '*') return true
    return (subresource !== '' && wanted === `*/${subresource}`) || wanted === `${resource}/*`
  })
}
