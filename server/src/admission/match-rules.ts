import type { NamedRuleWithOperations, RuleWithOperations } from 'apimachinery/api/admissionregistration/v1'
import type { AdmissionAttributes } from './attributes.js'

/** The attributes that rules match. */
export type RuleSubject = Pick<AdmissionAttributes, 'resource' | 'subresource' | 'operation' | 'namespace' | 'name'>

/**
 * Reports whether a rule is for a request.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules.
 */
export function matchesRule(rule: RuleWithOperations | NamedRuleWithOperations, request: RuleSubject): boolean {
  const { group, version, resource } = request.resource
  return (
    matchesScope(rule.scope, request) &&
    includes(rule.operations, request.operation) &&
    includes(rule.apiGroups, group) &&
    includes(rule.apiVersions, version) &&
    (rule.resources ?? []).some((pattern) => matchesResource(pattern, resource, request.subresource)) &&
    matchesName(rule, request.name)
  )
}

function matchesName(rule: RuleWithOperations | NamedRuleWithOperations, name: string): boolean {
  const { resourceNames = [] }: NamedRuleWithOperations = rule
  // While the name is not generated yet, no rule can name it.
  return resourceNames.length === 0 || resourceNames.includes(name)
}

function includes(items: readonly string[] | undefined, wanted: string): boolean {
  return items?.includes('*') === true || items?.includes(wanted) === true
}

function matchesScope(scope: string | undefined, { resource, namespace }: RuleSubject): boolean {
  const isOfCluster = namespace === '' || (resource.group === '' && resource.resource === 'namespaces')
  switch (scope) {
    case undefined:
    case '*':
      return true
    case 'Namespaced':
      return !isOfCluster
    case 'Cluster':
      return isOfCluster
    default:
      return false
  }
}

function matchesResource(pattern: string, resource: string, subresource: string): boolean {
  const slash = pattern.indexOf('/')
  const [name, sub] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)]
  return (name === '*' || name === resource) && (sub === '*' || sub === subresource)
}

/** Webhooks and policies never apply to themselves: otherwise a broken one could not be fixed. */
export function isAdmissionConfiguration({ kind }: Pick<AdmissionAttributes, 'kind'>): boolean {
  return kind.group === 'admissionregistration.k8s.io' && configurationKinds.has(kind.kind)
}

const configurationKinds: ReadonlySet<string> = new Set([
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
])
