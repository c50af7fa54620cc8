import { type FieldError, forbidden, invalid, notSupported, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateNamespaceName, validateServiceAccountName } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import type { ServiceAccountSubject, Subject } from '../v1/types.gen.js'

const kinds = ['Group', 'ServiceAccount', 'User']
/** Member of a subject → kind of the subjects that have it, in the order of the checks. */
const members = [
  ['serviceAccount', 'ServiceAccount'],
  ['user', 'User'],
  ['group', 'Group'],
] as const

/** Checks one of those whose requests a rule is about. */
export function validateFlowSchemaSubject(subject: Subject, path: FieldPath): FieldError[] {
  const kind = subject.kind ?? ''
  const own = members.find(([, each]) => each === kind)
  if (own === undefined) return [notSupported(path.child('kind'), kind, kinds).withJSONText()]
  const others = members.filter(([name, each]) => each !== kind && isSet(subject[name]))
  return [
    ...memberErrors(own, subject, path.child(own[0])),
    ...others.map(([name, each]) =>
      forbidden(path.child(name), `${name} is forbidden when subject kind is not '${each}'`),
    ),
  ]
}

function memberErrors([name, kind]: (typeof members)[number], subject: Subject, path: FieldPath): FieldError[] {
  const member = subject[name]
  if (!isSet(member)) return [required(path, `${name} is required when subject kind is '${kind}'`)]
  if (name === 'serviceAccount') return serviceAccountErrors(member as ServiceAccountSubject, path)
  return member.name ? [] : [required(path.child('name'), '')]
}

function serviceAccountErrors({ name, namespace }: ServiceAccountSubject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (!name) errors.push(required(path.child('name'), ''))
  else if (name !== '*') {
    const problems = validateServiceAccountName(name, false)
    errors.push(...problems.map((problem) => invalid(path.child('name'), name, problem)))
  }
  if (!namespace) return [...errors, required(path.child('namespace'), 'must specify namespace for service account')]
  const problems = validateNamespaceName(namespace, false)
  return [...errors, ...problems.map((problem) => invalid(path.child('namespace'), namespace, problem))]
}
