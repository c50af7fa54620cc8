import { type FieldError, invalid, required } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'
import { isPathSegmentName } from '../../validation/format-rules.js'
import { textsOf } from '../validation/go-values.js'
import type { PolicyRule } from './v1/types.gen.js'

/** The rule for names of roles and bindings. */
export function validateRBACName(name: string): string[] {
  return isPathSegmentName(name)
}

/**
 * Checks one rule of a role.
 *
 * @param isNamespaced - the role is one of a namespace.
 */
export function validatePolicyRule(rule: PolicyRule, isNamespaced: boolean, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const [groups, resources, names] = [rule.apiGroups, rule.resources, rule.resourceNames].map(textsOf) as [
    readonly string[],
    readonly string[],
    readonly string[],
  ]
  if (textsOf(rule.verbs).length === 0) {
    errors.push(required(path.child('verbs'), 'verbs must contain at least one value').markCoveredByDeclarative())
  }
  const urls = textsOf(rule.nonResourceURLs)
  if (urls.length > 0) {
    const urlsPath = path.child('nonResourceURLs')
    if (isNamespaced) errors.push(invalid(urlsPath, urls, 'namespaced rules cannot apply to non-resource URLs'))
    if (groups.length > 0 || resources.length > 0 || names.length > 0) {
      errors.push(invalid(urlsPath, urls, 'rules cannot apply to both regular resources and non-resource URLs'))
    }
    return errors
  }
  if (groups.length === 0) {
    errors.push(required(path.child('apiGroups'), 'resource rules must supply at least one api group'))
  }
  if (resources.length === 0) {
    errors.push(required(path.child('resources'), 'resource rules must supply at least one resource'))
  }
  return errors
}
