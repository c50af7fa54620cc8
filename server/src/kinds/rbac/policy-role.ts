import type { PolicyRule, Subject } from 'apimachinery/api/rbac/v1'

/** A role of the bootstrap policy. */
export interface PolicyRole {
  readonly name: string
  /** Absent for roles of the cluster. */
  readonly namespace?: string
  readonly rules?: readonly PolicyRule[]
  /** Its rules are added to this role for people. */
  readonly aggregateTo?: string
  /** It has the rules of all roles that are aggregated to this name. */
  readonly aggregates?: string
}

/** A binding of the bootstrap policy, to the role of its own name where no other is named. */
export interface PolicyBinding {
  readonly name: string
  readonly namespace?: string
  readonly role?: string
  readonly subjects: readonly Subject[]
}

/** A rule for resources; words are separated by blanks, `core` is the core group. */
export function rule(verbs: string, groups: string, resources: string): PolicyRule {
  const apiGroups = groups.split(' ').map((name) => (name === 'core' ? '' : name))
  return { verbs: verbs.split(' '), apiGroups, resources: resources.split(' ') }
}

/** A rule that is for some names alone. */
export function named(names: string, { verbs, apiGroups, resources }: PolicyRule): PolicyRule {
  return { verbs, apiGroups, resources, resourceNames: names.split(' ') }
}

/** A rule for paths. */
export function urls(verbs: string, paths: string): PolicyRule {
  return { verbs: verbs.split(' '), nonResourceURLs: paths.split(' ') }
}

const apiGroup = 'rbac.authorization.k8s.io'

export function user(name: string): Subject {
  return { kind: 'User', apiGroup, name }
}

export function group(name: string): Subject {
  return { kind: 'Group', apiGroup, name }
}

export function serviceAccount(namespace: string, name: string): Subject {
  return { kind: 'ServiceAccount', name, namespace }
}
