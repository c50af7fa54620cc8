import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateRoleBindingSubject, validateRoleRef, validateRoleRefUpdate } from '../binding-parts.js'
import { validateRBACName } from '../policy-rule.js'
import type { RoleBinding } from '../v1/types.gen.js'

/** Checks a new RoleBinding. */
export function validateRoleBinding(binding: RoleBinding): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: validateRBACName }
  const path = fieldPath('subjects')
  return [
    ...validateObjectMeta(binding.metadata, rules, fieldPath('metadata')),
    ...validateRoleRef(binding.roleRef, ['Role', 'ClusterRole']),
    ...structsOf(binding.subjects).flatMap((subject, i) => validateRoleBindingSubject(subject, true, path.index(i))),
  ]
}

/** Checks a changed RoleBinding: its role reference cannot change. */
export function validateRoleBindingUpdate(binding: RoleBinding, old: RoleBinding): readonly FieldError[] {
  return [
    ...validateRoleBinding(binding),
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, fieldPath('metadata')),
    ...validateRoleRefUpdate(binding.roleRef, old.roleRef),
  ]
}
