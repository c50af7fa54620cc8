import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import { messageOf } from 'apimachinery/errors'
import type { RequestUser } from '../../request/context.js'
import { AuthorizationError } from '../authorization-error.js'
import { uncoveredRules } from './covers.js'
import type { RBACAuthorizer } from './rbac-authorizer.js'

/**
 * Throws `AuthorizationError` unless a user has all permissions of the rules: users cannot grant more than they have.
 *
 * Source: `ConfirmNoEscalation` of pkg/registry/rbac/validation of Kubernetes.
 */
export function confirmNoEscalation(
  authorizer: RBACAuthorizer,
  { user, namespace }: { readonly user: RequestUser; readonly namespace: string },
  rules: readonly PolicyRule[],
): void {
  const { rules: owned, errors } = authorizer.policyRulesFor(user, namespace)
  const missing = uncoveredRules(owned, rules)
  if (missing.length === 0) return
  const texts = [...new Set(compactRules(missing).map(compactText))].sort()
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ')
  const who = `user ${JSON.stringify(user.name)} (groups=[${groups}])`
  const message = `${who} is attempting to grant RBAC permissions not currently held:\n${texts.join('\n')}`
  throw new AuthorizationError(
    errors.length === 0 ? message : `${message}; resolution errors: [${errors.map(messageOf).join(', ')}]`,
  )
}

/** Rules for one resource that differ in their verbs alone become one. */
function compactRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const merged = new Map<string, PolicyRule>()
  for (const rule of rules) {
    const { verbs: _verbs, ...target } = rule
    const key = JSON.stringify(target)
    const before = merged.get(key)
    // Rules for paths stay as they are.
    if (before === undefined || rule.nonResourceURLs !== undefined)
      merged.set(before === undefined ? key : `${key}${merged.size}`, { ...rule, verbs: [...rule.verbs] })
    else before.verbs = [...new Set([...before.verbs, ...rule.verbs])]
  }
  return [...merged.values()]
}

/** A rule as upstream's messages write it. */
function compactText({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const parts = {
    APIGroups: apiGroups,
    Resources: resources,
    NonResourceURLs: nonResourceURLs,
    ResourceNames: resourceNames,
    Verbs: verbs,
  }
  const texts = Object.entries(parts)
    .filter(([, values]) => (values ?? []).length > 0)
    .map(([name, values]) => `${name}:[${(values ?? []).map((value) => JSON.stringify(value)).join(' ')}]`)
  return `{${texts.join(', ')}}`
}
