import type { PolicyRule, Subject } from 'apimachinery/api/rbac/v1'
import type { Release } from 'apimachinery/api/releases'

/** What a condition of the policy is asked of: the release that the server answers as, and its feature gates. */
export interface PolicyFacts {
  readonly release: Release
  readonly featureEnabled: (gate: string) => boolean
}

/** Words that all have to hold: `>=37` and `<=36` compare the minor number of the release, `Gate` is on, `!Gate` is off. */
export type Condition = string

/**
 * A rule in lists of words: verbs, groups, resources and names where it has them, or verbs and paths. The core group is `core`.
 * With a condition it is a pair.
 */
export type RuleRow = string | readonly [when: Condition, rule: string]

/** A role as the table of the policy has it. */
export interface RoleRow {
  readonly name: string
  /** Absent for roles of the cluster. */
  readonly namespace?: string
  readonly when?: Condition
  /** Its rules are added to this role for people. */
  readonly aggregateTo?: string
  /** It has the rules of all roles that are aggregated to this name, and none of its own. */
  readonly aggregates?: string
  readonly rules?: readonly RuleRow[]
}

/** A binding as the table of the policy has it: to the role of its own name where no other is named. */
export interface BindingRow {
  readonly name: string
  readonly namespace?: string
  readonly when?: Condition
  readonly role?: string
  /** `User a`, `Group b` or `ServiceAccount namespace/name`. */
  readonly subjects: readonly string[]
}

/** Whether a condition holds; none always does. */
export function holds(condition: Condition | undefined, facts: PolicyFacts): boolean {
  return (condition ?? '').split(' ').every((word) => word === '' || wordHolds(word, facts))
}

function wordHolds(word: string, { release, featureEnabled }: PolicyFacts): boolean {
  if (word.startsWith('>=')) return release.minor >= Number(word.slice(2))
  if (word.startsWith('<=')) return release.minor <= Number(word.slice(2))
  return word.startsWith('!') ? !featureEnabled(word.slice(1)) : featureEnabled(word)
}

/** The rules of a role whose conditions hold, new objects. */
export function rulesOf({ rules = [] }: RoleRow, facts: PolicyFacts): PolicyRule[] {
  return rules.flatMap((row) => {
    const [when, rule] = typeof row === 'string' ? [undefined, row] : row
    return holds(when, facts) ? [policyRule(rule)] : []
  })
}

function policyRule(text: string): PolicyRule {
  const [verbs = [], groups = [], resources, names] = text.split('; ').map((words) => words.split(' '))
  if (resources === undefined) return { verbs, nonResourceURLs: groups }
  const apiGroups = groups.map((group) => (group === 'core' ? '' : group))
  return { verbs, apiGroups, resources, ...(names === undefined ? {} : { resourceNames: names }) }
}

/** The subject of a text. */
export function subjectOf(text: string): Subject {
  const [kind = '', name = ''] = text.split(' ')
  if (kind !== 'ServiceAccount') return { kind, apiGroup: 'rbac.authorization.k8s.io', name }
  const [namespace = '', account = ''] = name.split('/')
  return { kind, name: account, namespace }
}
