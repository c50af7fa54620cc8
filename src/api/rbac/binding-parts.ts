import { type FieldError, invalid, notSupported, required } from '../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../validation/field-path.js'
import { equalJSON, fieldImmutableErrorMsg } from '../../validation/immutable.js'
import { validateServiceAccountName } from '../../validation/object-name-rules.js'
import { invalidInternal } from '../validation/internal-text.js'
import { validateRBACName } from './policy-rule.js'
import { roleRefDescriptor } from './v1/descriptors.gen.js'
import type { RoleRef, Subject } from './v1/types.gen.js'

const rbacGroup = 'rbac.authorization.k8s.io'

/** Checks the role reference of a binding. */
export function validateRoleRef(roleRef: RoleRef | null | undefined, kinds: readonly string[]): FieldError[] {
  const { apiGroup, kind, name } = roleRef ?? ({} as Partial<RoleRef>)
  const path = fieldPath('roleRef')
  const errors: FieldError[] = []
  if (apiGroup !== rbacGroup) errors.push(notSupported(path.child('apiGroup'), apiGroup ?? '', [rbacGroup]))
  if (!kinds.includes(kind ?? '')) errors.push(notSupported(path.child('kind'), kind ?? '', kinds))
  const namePath = path.child('name')
  if ((name ?? '') === '') errors.push(required(namePath, '').markCoveredByDeclarative())
  else for (const problem of validateRBACName(name!)) errors.push(invalid(namePath, name, problem))
  return errors
}

/** Checks that the role reference of a binding does not change. */
export function validateRoleRefUpdate(
  now: RoleRef | null | undefined,
  before: RoleRef | null | undefined,
): FieldError[] {
  const parts = (ref: RoleRef | null | undefined) => [ref?.apiGroup ?? '', ref?.kind ?? '', ref?.name ?? '']
  if (equalJSON(parts(now), parts(before))) return []
  const value = { type: roleRefDescriptor, value: now ?? {} }
  const error = invalidInternal(fieldPath('roleRef'), value, fieldImmutableErrorMsg)
  const covered = error.with({ origin: 'immutable', coveredByDeclarative: true })
  return [covered.since(37, invalidInternal(fieldPath('roleRef'), value, 'cannot change roleRef'))]
}

/**
 * Checks one subject of a binding.
 *
 * @param isNamespaced - the binding is namespaced; service accounts default to its namespace.
 */
export function validateRoleBindingSubject(subject: Subject, isNamespaced: boolean, path: FieldPath): FieldError[] {
  const name = subject.name ?? ''
  const errors = name === '' ? [required(path.child('name'), '').markCoveredByDeclarative()] : []
  const apiGroup = subject.apiGroup ?? ''
  switch (subject.kind ?? '') {
    case 'ServiceAccount': {
      const problems = name === '' ? [] : validateServiceAccountName(name, false)
      errors.push(...problems.map((problem) => invalid(path.child('name'), name, problem)))
      if (apiGroup !== '') errors.push(notSupported(path.child('apiGroup'), apiGroup, ['']))
      if (!isNamespaced && (subject.namespace ?? '') === '') errors.push(required(path.child('namespace'), ''))
      break
    }
    case 'User':
    case 'Group':
      if (apiGroup !== rbacGroup) errors.push(notSupported(path.child('apiGroup'), apiGroup, [rbacGroup]))
      break
    default:
      errors.push(notSupported(path.child('kind'), subject.kind ?? '', ['ServiceAccount', 'User', 'Group']))
  }
  return errors
}
