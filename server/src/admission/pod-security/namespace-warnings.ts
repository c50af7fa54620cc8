import { type LevelVersion, levelVersionText } from 'apimachinery/api/admission-plugins'
import type { Pod } from 'apimachinery/api/core/v1'
import { getControllerOf } from 'apimachinery/meta'
import { getName } from 'apimachinery/runtime'
import { reasonsText, violationsOf } from './evaluate.js'

/** How much of a namespace is looked at when its policy changes. */
export interface NamespaceLimits {
  readonly maxPods: number
  /** Whether the time is over. */
  readonly expired: () => boolean
}

/**
 * Which pods of a namespace a new policy would refuse. One pod of each controller comes first: the others are like it.
 *
 * Source: `EvaluatePodsInNamespace` of k8s.io/pod-security-admission/admission.
 */
export function namespaceWarnings(
  { name, pods }: { readonly name: string; readonly pods: readonly Pod[] },
  enforce: LevelVersion,
  { maxPods, expired }: NamespaceLimits,
): string[] {
  const ordered = uniqueFirst(pods)
  const byReasons = new Map<string, string[]>()
  let checked = 0
  for (const pod of ordered.slice(0, maxPods)) {
    const reasons = reasonsText(violationsOf(enforce, { metadata: pod.metadata, spec: pod.spec ?? { containers: [] } }))
    if (reasons !== '') byReasons.set(reasons, [...(byReasons.get(reasons) ?? []), getName(pod)])
    checked++
    if (expired()) break
  }
  const warnings = [...byReasons].map(([reasons, names]) => `${namesText(names)}: ${reasons}`).sort()
  const level = JSON.stringify(levelVersionText(enforce))
  return [
    ...(checked < ordered.length
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${ordered.length} existing pods`]
      : []),
    ...(warnings.length > 0
      ? [`existing pods in namespace ${JSON.stringify(name)} violate the new PodSecurity enforce level ${level}`]
      : []),
    ...warnings,
  ]
}

function uniqueFirst(pods: readonly Pod[]): Pod[] {
  const seen = new Set<string>()
  const [first, later]: [Pod[], Pod[]] = [[], []]
  for (const pod of pods) {
    const uid = getControllerOf(pod)?.uid
    const repeats = uid !== undefined && seen.has(uid)
    ;(repeats ? later : first).push(pod)
    if (uid !== undefined) seen.add(uid)
  }
  return [...first, ...later]
}

function namesText(names: readonly string[]): string {
  const [first = ''] = [...names].sort()
  if (names.length === 1) return first
  return `${first} (and ${names.length - 1} other ${names.length === 2 ? 'pod' : 'pods'})`
}
