import type { Pod, PodSpec } from 'apimachinery/api/core/v1'

/** The input of a check: a pod, or a pod template. */
export interface CheckedPod {
  readonly metadata: Pod['metadata']
  readonly spec: PodSpec
}

/** Why a pod is refused: the reason alone for many pods at once, with its detail for one. */
export interface Violation {
  readonly reason: string
  readonly detail: string
}

/** Checks one aspect of a pod. */
export type Check = (pod: CheckedPod) => Violation | undefined

/** A check, with its versions by release. */
export interface VersionedCheck {
  readonly id: string
  readonly level: 'baseline' | 'restricted'
  readonly versions: readonly { readonly since: number; readonly check: Check }[]
  /** Checks of the level `baseline` that this one takes the place of. */
  readonly overrides?: string | undefined
}

/** `"a", "b"` */
export function quoted(items: Iterable<string>): string {
  return [...items].map((item) => `"${item}"`).join(', ')
}

/** Values without doubles, in order. */
export function sorted(values: Iterable<string>): string[] {
  return [...new Set(values)].sort()
}

/** `container "a"`, `containers "a", "b"` */
export function named(noun: string, names: readonly string[]): string {
  return `${plural(noun, names.length)} ${quoted(names)}`
}

/** The noun, with an `s` unless there is exactly one. */
export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`
}

/** From 1.25 on, checks that do not apply to Windows skip its pods. */
export function exceptOnWindows(check: Check): Check {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : check(pod))
}

/** Pods whose users are not those of the host may be what they like inside. */
export function exceptWithOwnUsers(check: Check): Check {
  return (pod) => (pod.spec.hostUsers === false ? undefined : check(pod))
}
