import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import type { Role } from '../../rbac/v1/types.gen.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../core/object-meta.js'
import { structsOf } from '../go-values.js'
import { validatePolicyRule, validateRBACName } from './policy-rule.js'

/** Checks a new Role. */
export function validateRole(role: Role): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: validateRBACName }
  return [
    ...validateObjectMeta(role.metadata, rules, fieldPath('metadata')),
    ...structsOf(role.rules).flatMap((rule, i) => validatePolicyRule(rule, true, fieldPath('rules').index(i))),
  ]
}

/** Checks a changed Role. */
export function validateRoleUpdate(role: Role, old: Role): readonly FieldError[] {
  return [...validateRole(role), ...validateObjectMetaUpdate(role.metadata, old.metadata, fieldPath('metadata'))]
}
