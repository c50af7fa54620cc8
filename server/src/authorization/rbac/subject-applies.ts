import type { Subject } from 'apimachinery/api/rbac/v1'
import type { RequestUser } from '../../request/context.js'

/** The subject of a binding that matches a user; `undefined` if none does. */
export function applyingSubject(
  user: RequestUser,
  subjects: readonly Subject[] | undefined,
  bindingNamespace: string,
): Subject | undefined {
  return subjects?.find((subject) => subjectApplies(user, subject, bindingNamespace))
}

function subjectApplies(user: RequestUser, subject: Subject, bindingNamespace: string): boolean {
  switch (subject.kind) {
    case 'User':
      return user.name === subject.name
    case 'Group':
      return user.groups.includes(subject.name)
    case 'ServiceAccount': {
      // Bindings of the cluster name the namespace; those of a namespace may mean their own.
      const namespace = subject.namespace || bindingNamespace
      return namespace !== '' && user.name === `system:serviceaccount:${namespace}:${subject.name}`
    }
    default:
      return false
  }
}

/** A subject in reasons. */
export function describeSubject({ kind, name, namespace }: Subject): string {
  return kind === 'ServiceAccount' ? `${kind} "${name}/${namespace ?? ''}"` : `${kind} "${name}"`
}
