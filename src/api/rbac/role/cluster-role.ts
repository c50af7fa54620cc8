import { appendAll } from '../../../internal/append-all.js'
import { type LabelSelector, labelSelectorAsSelector } from '../../../labels/label-selector.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { type LabelSelectorFields, validateLabelSelector } from '../../../validation/label-selector.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validatePolicyRule, validateRBACName } from '../policy-rule.js'
import type { ClusterRole } from '../v1/types.gen.js'

/** What is allowed because the old object has it. */
export interface ClusterRoleValidationOptions {
  readonly allowInvalidLabelValueInSelector: boolean
}

/** Checks a new ClusterRole. */
export function validateClusterRole(role: ClusterRole, options: ClusterRoleValidationOptions): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: validateRBACName }
  const errors = validateObjectMeta(role.metadata, rules, fieldPath('metadata'))
  for (const [i, rule] of structsOf(role.rules).entries()) {
    appendAll(errors, validatePolicyRule(rule, false, fieldPath('rules').index(i)))
  }
  if (!isSet(role.aggregationRule)) return errors
  const path = fieldPath('aggregationRule', 'clusterRoleSelectors')
  const selectors = structsOf(role.aggregationRule.clusterRoleSelectors)
  if (selectors.length === 0) {
    errors.push(required(path, 'at least one clusterRoleSelector required if aggregationRule is non-nil'))
  }
  for (const [i, selector] of selectors.entries()) appendAll(errors, selectorErrors(selector, options, path.index(i)))
  return errors
}

function selectorErrors(
  selector: LabelSelectorFields,
  options: ClusterRoleValidationOptions,
  path: FieldPath,
): FieldError[] {
  const errors = validateLabelSelector(selector, options, path)
  if (!isUsable(selector)) errors.push(invalid(path, null, 'invalid label selector.'))
  return errors
}

function isUsable(selector: LabelSelectorFields): boolean {
  try {
    labelSelectorAsSelector(selector as LabelSelector)
    return true
  } catch {
    return false
  }
}

/** Checks a changed ClusterRole. Selectors with invalid label values stay allowed if there were some. */
export function validateClusterRoleUpdate(role: ClusterRole, old: ClusterRole): readonly FieldError[] {
  const options = { allowInvalidLabelValueInSelector: hasInvalidSelector(old) }
  return [
    ...validateClusterRole(role, options),
    ...validateObjectMetaUpdate(role.metadata, old.metadata, fieldPath('metadata')),
  ]
}

function hasInvalidSelector(role: ClusterRole): boolean {
  const strict = { allowInvalidLabelValueInSelector: false }
  return structsOf(role.aggregationRule?.clusterRoleSelectors).some(
    (selector) => validateLabelSelector(selector, strict, fieldPath('aggregationRule')).length > 0,
  )
}
