import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateRoleBindingSubject, validateRoleRef, validateRoleRefUpdate } from '../binding-parts.js'
import { validateRBACName } from '../policy-rule.js'
import type { ClusterRoleBinding } from '../v1/types.gen.js'

/** Checks a new ClusterRoleBinding. */
export function validateClusterRoleBinding(binding: ClusterRoleBinding): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: validateRBACName }
  const path = fieldPath('subjects')
  return [
    ...validateObjectMeta(binding.metadata, rules, fieldPath('metadata')),
    ...validateRoleRef(binding.roleRef, ['ClusterRole']),
    ...structsOf(binding.subjects).flatMap((subject, i) => validateRoleBindingSubject(subject, false, path.index(i))),
  ]
}

/** Checks a changed ClusterRoleBinding: its role reference cannot change. */
export function validateClusterRoleBindingUpdate(
  binding: ClusterRoleBinding,
  old: ClusterRoleBinding,
): readonly FieldError[] {
  return [
    ...validateClusterRoleBinding(binding),
    ...validateObjectMetaUpdate(binding.metadata, old.metadata, fieldPath('metadata')),
    ...validateRoleRefUpdate(binding.roleRef, old.roleRef),
  ]
}
