import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import type { AuthorizationAttributes } from '../authorizer.js'

const all = '*'

/** Reports whether a rule allows a request. Source: `RuleAllows` of plugin/pkg/auth/authorizer/rbac. */
export function ruleAllows(rule: PolicyRule, attributes: AuthorizationAttributes): boolean {
  if (!verbMatches(rule, attributes.verb)) return false
  if (!attributes.isResourceRequest) return nonResourceURLMatches(rule, attributes.path)
  return (
    contains(rule.apiGroups, attributes.apiGroup) &&
    resourceMatches(rule, attributes.resource, attributes.subresource) &&
    resourceNameMatches(rule, attributes.name)
  )
}

/** Reports whether a rule has a verb. */
export function verbMatches(rule: PolicyRule, verb: string): boolean {
  return contains(rule.verbs, verb)
}

function contains(values: readonly string[] | undefined, wanted: string): boolean {
  return values?.some((value) => value === all || value === wanted) ?? false
}

/** Values such as `pods`, `pods/log`, `*`, or a star and a subresource for that of every resource. */
export function resourceMatches(rule: PolicyRule, resource: string, subresource: string): boolean {
  const combined = subresource === '' ? resource : `${resource}/${subresource}`
  const everywhere = subresource === '' ? undefined : `*/${subresource}`
  return rule.resources?.some((value) => value === all || value === combined || value === everywhere) ?? false
}

/** A rule without names is for all of them. */
export function resourceNameMatches(rule: PolicyRule, name: string): boolean {
  const names = rule.resourceNames ?? []
  return names.length === 0 || names.includes(name)
}

/** A `*` at the end of a URL matches any suffix. */
export function nonResourceURLMatches(rule: PolicyRule, path: string): boolean {
  return (
    rule.nonResourceURLs?.some((url) => {
      if (url === all || url === path) return true
      return url.endsWith(all) && path.startsWith(url.replace(/(?<!\*)\*+$/, ''))
    }) ?? false
  )
}
