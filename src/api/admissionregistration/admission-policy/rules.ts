import { duplicate, type FieldError, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import type { MatchResources, NamedRuleWithOperations, RuleWithOperations } from '../v1/types.gen.js'

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const scopes = ['*', 'Cluster', 'Namespaced']
/** How rules match other versions of a resource. */
export const matchPolicies: readonly string[] = ['Equivalent', 'Exact']

/** Checks which requests a policy or a binding is about. */
export function validateMatchResources(match: MatchResources | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(match)) return []
  const { matchPolicy, namespaceSelector, objectSelector } = match
  const rules = (list: readonly NamedRuleWithOperations[] | null | undefined, at: FieldPath) =>
    structsOf(list).flatMap((rule, i) => namedRuleErrors(rule, at.index(i)))
  return [
    ...(isSet(matchPolicy)
      ? knownErrors(matchPolicy, matchPolicies, path.child('matchPolicy'))
      : [required(path.child('matchPolicy'), '')]),
    ...selectorErrors(namespaceSelector, path.child('namespaceSelector')),
    ...selectorErrors(objectSelector, path.child('objectSelector')),
    ...rules(match.resourceRules, path.child('resourceRules')),
    ...rules(match.excludeResourceRules, path.child('excludeResourceRules')),
  ]
}

/** Finds a value that is not one of the known ones. */
export function knownErrors(value: string, known: readonly string[], path: FieldPath): FieldError[] {
  return known.includes(value) ? [] : [notSupported(path, value, known).withJSONText()]
}

function selectorErrors(selector: MatchResources['objectSelector'], path: FieldPath): FieldError[] {
  return isSet(selector) ? validateLabelSelector(selector, {}, path) : [required(path, '')]
}

function namedRuleErrors(rule: NamedRuleWithOperations, path: FieldPath): FieldError[] {
  const seen = new Set<string>()
  const errors = textsOf(rule.resourceNames).flatMap((name, i) => {
    const at = path.child('resourceNames').index(i)
    const problems = isPathSegmentName(name).map((problem) => invalid(at, name, problem))
    if (seen.has(name)) problems.push(duplicate(at, name))
    seen.add(name)
    return problems
  })
  return [...errors, ...validateRuleWithOperations(rule, path)]
}

/** Checks which operations on which resources a rule is about. */
export function validateRuleWithOperations(rule: RuleWithOperations, path: FieldPath): FieldError[] {
  const given = textsOf(rule.operations)
  const at = path.child('operations')
  const errors = given.length === 0 ? [required(at, '')] : []
  if (given.length > 1 && given.includes('*')) {
    errors.push(invalid(at, given, "if '*' is present, must not specify other operations"))
  }
  for (const [i, operation] of given.entries()) errors.push(...knownErrors(operation, operations, at.index(i)))
  return [...errors, ...ruleErrors(rule, path)]
}

function ruleErrors(rule: RuleWithOperations, path: FieldPath): FieldError[] {
  const [groups, versions] = [textsOf(rule.apiGroups), textsOf(rule.apiVersions)]
  const [groupsPath, versionsPath] = [path.child('apiGroups'), path.child('apiVersions')]
  return [
    ...listErrors(groups, 'API groups', groupsPath),
    ...listErrors(versions, 'API versions', versionsPath),
    ...versions.flatMap((version, i) => (version === '' ? [required(versionsPath.index(i), '')] : [])),
    ...resourceErrors(textsOf(rule.resources), path.child('resources')),
    ...(isSet(rule.scope) ? knownErrors(rule.scope, scopes, path.child('scope')) : []),
  ]
}

function listErrors(given: readonly string[], what: string, path: FieldPath): FieldError[] {
  if (given.length === 0) return [required(path, '')]
  if (given.length === 1 || !given.includes('*')) return []
  return [invalid(path, given, `if '*' is present, must not specify other ${what}`)]
}

function resourceErrors(resources: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = resources.length === 0 ? [required(path, '')] : []
  const allSubresourcesOf = new Set<string>()
  const subresourcesOfAll = new Set<string>()
  let withoutSubresource = false
  for (const [i, resource] of resources.entries()) {
    const at = path.index(i)
    if (resource === '') {
      errors.push(required(at, ''))
      continue
    }
    const slash = resource.indexOf('/')
    if (slash < 0) {
      // The last one counts, as upstream.
      withoutSubresource = resource !== '*'
      continue
    }
    const [name, sub] = [resource.slice(0, slash), resource.slice(slash + 1)]
    if (allSubresourcesOf.has(name)) {
      errors.push(invalid(at, resource, `if '${name}/*' is present, must not specify ${resource}`))
    }
    if (subresourcesOfAll.has(sub)) {
      errors.push(invalid(at, resource, `if '*/${sub}' is present, must not specify ${resource}`))
    }
    if (sub === '*') allSubresourcesOf.add(name)
    if (name === '*') subresourcesOfAll.add(sub)
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalid(path, resources, "if '*/*' is present, must not specify other resources"))
  }
  if (resources.includes('*') && withoutSubresource) {
    const detail = "if '*' is present, must not specify other resources without subresources"
    errors.push(invalid(path, resources, detail))
  }
  return errors
}
