import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validatePolicyRule, validateRBACName } from '../policy-rule.js'
import type { Role } from '../v1/types.gen.js'

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
