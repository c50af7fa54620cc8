import type { PolicyRule, RoleRef, Subject } from 'apimachinery/api/rbac/v1'
import { Aggregate, asError, messageOf, newNotFound } from 'apimachinery/errors'
import type { RequestUser } from '../../request/context.js'
import { AuthorizationError } from '../authorization-error.js'
import type {
  AuthorizationAttributes,
  AuthorizationResult,
  Authorizer,
  NonResourceRule,
  ResolvedRules,
  ResourceRule,
  RuleResolver,
} from '../authorizer.js'
import type { RBACSource } from './rbac-source.js'
import { ruleAllows } from './rule-matches.js'

/** A rule that a user has, and the binding it comes from. */
interface GrantedRule {
  readonly rule: PolicyRule
  /** For reasons: `ClusterRoleBinding "a" of ClusterRole "b" to User "c"`. */
  readonly source: () => string
}

/**
 * Role-based access control: a request is allowed when a rule of a role that is bound to the user allows it.
 *
 * Source: plugin/pkg/auth/authorizer/rbac and pkg/registry/rbac/validation of Kubernetes.
 */
export class RBACAuthorizer implements Authorizer, RuleResolver {
  readonly #source: RBACSource

  constructor(source: RBACSource) {
    this.#source = source
  }

  async authorize(attributes: AuthorizationAttributes): Promise<AuthorizationResult> {
    const missing: unknown[] = []
    for (const { rule, source } of this.#granted(attributes.user, attributes.namespace, missing)) {
      if (ruleAllows(rule, attributes)) return { decision: 'allow', reason: `RBAC: allowed by ${source()}` }
    }
    return {
      decision: 'no-opinion',
      reason: missing.length === 0 ? '' : `RBAC: ${new Aggregate(missing.map(asError)).message}`,
    }
  }

  /** All rules of a user in a namespace (`''`: only those of the cluster), and the missing roles of bindings. */
  policyRulesFor(
    user: RequestUser,
    namespace: string,
  ): { readonly rules: readonly PolicyRule[]; readonly errors: readonly unknown[] } {
    const errors: unknown[] = []
    return { rules: [...this.#granted(user, namespace, errors)].map(({ rule }) => rule), errors }
  }

  async rulesFor(user: RequestUser, namespace: string): Promise<ResolvedRules> {
    const resourceRules: ResourceRule[] = []
    const nonResourceRules: NonResourceRule[] = []
    const { rules, errors } = this.policyRulesFor(user, namespace)
    for (const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } of rules) {
      if (resources?.length) {
        resourceRules.push({
          verbs,
          resources,
          ...(apiGroups === undefined ? {} : { apiGroups }),
          ...(resourceNames === undefined ? {} : { resourceNames }),
        })
      }
      if (nonResourceURLs?.length) nonResourceRules.push({ verbs, nonResourceURLs })
    }
    return { resourceRules, nonResourceRules, incomplete: false, errors: errors.map(messageOf) }
  }

  /** The rules of a role reference. Throws `NotFound`, and `Error` for another kind than a role's. */
  rulesOf(roleRef: RoleRef, namespace: string): readonly PolicyRule[] {
    const { kind, name } = roleRef
    if (kind !== 'ClusterRole' && kind !== 'Role') {
      throw new AuthorizationError(`unsupported role reference kind: ${JSON.stringify(kind)}`)
    }
    const role = kind === 'ClusterRole' ? this.#source.clusterRole(name) : this.#source.role(namespace, name)
    if (role !== undefined) return role.rules ?? []
    const resource = kind === 'ClusterRole' ? 'clusterroles' : 'roles'
    throw newNotFound({ group: 'rbac.authorization.k8s.io', resource }, name)
  }

  *#granted(user: RequestUser, namespace: string, errors: unknown[]): Generator<GrantedRule> {
    for (const { metadata, subjects, roleRef } of this.#source.clusterRoleBindings()) {
      const subject = applyingSubject(user, subjects, '')
      if (subject === undefined) continue
      const source = (): string =>
        `ClusterRoleBinding "${metadata?.name}" of ${roleText(roleRef)} to ${describeSubject(subject)}`
      yield* this.#rules({ roleRef, namespace: '', errors, source })
    }
    if (namespace === '') return
    for (const { metadata, subjects, roleRef } of this.#source.roleBindings(namespace)) {
      const subject = applyingSubject(user, subjects, namespace)
      if (subject === undefined) continue
      const source = (): string =>
        `RoleBinding "${metadata?.name}/${namespace}" of ${roleText(roleRef)} to ${describeSubject(subject)}`
      yield* this.#rules({ roleRef, namespace, errors, source })
    }
  }

  *#rules(binding: {
    readonly roleRef: RoleRef
    readonly namespace: string
    readonly errors: unknown[]
    readonly source: () => string
  }): Generator<GrantedRule> {
    try {
      for (const rule of this.rulesOf(binding.roleRef, binding.namespace)) yield { rule, source: binding.source }
    } catch (error) {
      binding.errors.push(error)
    }
  }
}

function roleText({ kind, name }: RoleRef): string {
  return `${kind} "${name}"`
}

/** The subject of a binding that matches a user; `undefined` if none does. */
function applyingSubject(
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
function describeSubject({ kind, name, namespace }: Subject): string {
  return kind === 'ServiceAccount' ? `${kind} "${name}/${namespace ?? ''}"` : `${kind} "${name}"`
}
