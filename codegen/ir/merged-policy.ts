import type { BindingModel, Conditional, PolicyModel, RoleModel } from './bootstrap-policy.js'

/**
 * When something is there: words that all hold. `>=36` and `<=36` compare the minor number of the release, `Gate` is on, `!Gate`
 * is off. Empty: always.
 */
export type PolicyCondition = string

/** A role of several releases. */
export interface PolicyRole extends Omit<RoleModel, 'gates' | 'rules'> {
  readonly when: PolicyCondition
  readonly rules: readonly { readonly when: PolicyCondition; readonly text: string }[]
}

/** A binding of several releases. */
export interface PolicyBinding extends Omit<BindingModel, 'gates'> {
  readonly when: PolicyCondition
}

/** The bootstrap policies of several releases as one. */
export interface MergedPolicy {
  readonly roles: readonly PolicyRole[]
  readonly controllerRoles: readonly PolicyRole[]
  readonly bindings: readonly PolicyBinding[]
  readonly namespaceRoles: readonly PolicyRole[]
  readonly namespaceBindings: readonly PolicyBinding[]
}

/** The policies of releases by their minor numbers, in ascending order. */
export type PoliciesByMinor = ReadonlyMap<number, PolicyModel>

/** Puts the policies of releases into one, which says what only some of them have. */
export function mergePolicies(policies: PoliciesByMinor): MergedPolicy {
  const minors = [...policies.keys()]
  const roles = (name: 'roles' | 'controllerRoles' | 'namespaceRoles'): PolicyRole[] =>
    merged(policies, (policy) => policy[name]).map((found) => mergedRole(found, minors))
  const bindings = (name: 'bindings' | 'namespaceBindings'): PolicyBinding[] =>
    merged(policies, (policy) => policy[name], JSON.stringify).map(({ value, releases }) => {
      const { gates, ...rest } = value
      return { ...rest, when: condition({ gates, releases, of: minors }) }
    })
  return {
    roles: roles('roles'),
    controllerRoles: roles('controllerRoles'),
    bindings: bindings('bindings'),
    namespaceRoles: roles('namespaceRoles'),
    namespaceBindings: bindings('namespaceBindings'),
  }
}

/** What several releases have in the same place of a list. */
interface Found<T> {
  readonly value: T
  /** What each release has. */
  readonly releases: Map<number, T>
}

function mergedRole({ value, releases }: Found<RoleModel>, minors: readonly number[]): PolicyRole {
  const { gates, rules: _, ...rest } = value
  const own = [...releases.keys()]
  const rules = merged(releases, (role) => role.rules, JSON.stringify)
  return {
    ...rest,
    when: condition({ gates, releases, of: minors }),
    rules: rules.map((rule) => ({
      when: condition({ gates: rule.value.gates, releases: rule.releases, of: own }),
      text: rule.value.text,
    })),
  }
}

interface Named extends Conditional {
  readonly name: string
  readonly namespace?: string
}

/** Joins lists in the order of their elements; what has the same key is the same. */
function merged<From, T extends Conditional>(
  byMinor: ReadonlyMap<number, From>,
  listOf: (from: From) => readonly T[],
  keyOf: (value: T) => string = (value) => nameKey(value as T & Named),
): Found<T>[] {
  let all: Found<T>[] = []
  for (const [minor, from] of byMinor) {
    const next: Found<T>[] = []
    let rest = all
    for (const value of listOf(from)) {
      const at = rest.findIndex((found) => keyOf(found.value) === keyOf(value))
      if (at < 0) next.push({ value, releases: new Map([[minor, value]]) })
      else {
        rest[at]?.releases.set(minor, value)
        next.push(...rest.slice(0, at + 1))
        rest = rest.slice(at + 1)
      }
    }
    all = [...next, ...rest]
  }
  return all
}

function nameKey({ gates, name, namespace }: Named): string {
  return JSON.stringify([gates, namespace, name])
}

interface Presence {
  readonly gates: readonly string[]
  readonly releases: ReadonlyMap<number, unknown>
  /** The releases that could have it. */
  readonly of: readonly number[]
}

function condition({ gates, releases, of }: Presence): PolicyCondition {
  const minors = [...releases.keys()]
  const first = minors[0]
  const last = minors.at(-1)
  return [...(first === of[0] ? [] : [`>=${first}`]), ...(last === of.at(-1) ? [] : [`<=${last}`]), ...gates].join(' ')
}
