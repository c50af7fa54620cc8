import type { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { maxSurge, replicasOf } from './rollout-limits.js'

/** The number of a template in the history of a deployment. */
export const revisionAnnotation = 'deployment.kubernetes.io/revision'
const historyAnnotation = 'deployment.kubernetes.io/revision-history'
const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas'
const maxAnnotation = 'deployment.kubernetes.io/max-replicas'
/** The revision to go back to, which versions before apps/v1 had in the spec. */
export const rollbackAnnotation = 'deprecated.deployment.rollback.to'

/** The longest text of the revisions that a set had before. */
const longestHistory = 2000

type Annotations = Readonly<Record<string, string>>

/** Annotations that deployments and their sets do not share. */
const ownAnnotations: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  rollbackAnnotation,
])

/** The annotations of an object; none where it has none. */
export function annotationsOf({ metadata }: Deployment | ReplicaSet): Annotations {
  return metadata?.annotations ?? {}
}

/** The revision of a set: 0 without the annotation, undefined where it is no number. */
export function revisionOf(set: ReplicaSet): number | undefined {
  const text = annotationsOf(set)[revisionAnnotation]
  return text === undefined ? 0 : integerOf(text)
}

function integerOf(text: string): number | undefined {
  return /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined
}

/** The highest revision. */
export function maxRevision(sets: readonly ReplicaSet[]): number {
  return Math.max(0, ...sets.map((set) => revisionOf(set) ?? 0))
}

/** The highest revision but one; 0 if there is none. */
export function lastRevision(sets: readonly ReplicaSet[]): number {
  const revisions = sets.map((set) => revisionOf(set) ?? 0).sort((a, b) => b - a)
  return Math.max(0, revisions[1] ?? 0)
}

/** How many replicas the deployment had when the set was scaled last; undefined where that is not known. */
export function desiredReplicasOf(set: ReplicaSet): number | undefined {
  return countOf(annotationsOf(set)[desiredAnnotation])
}

/** How many pods the deployment could have when the set was scaled last; undefined where that is not known. */
export function maxReplicasOf(set: ReplicaSet): number | undefined {
  return countOf(annotationsOf(set)[maxAnnotation])
}

function countOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^[0-9]+$/.test(text)) return undefined
  const count = Number(text)
  return count < 2 ** 31 ? count : undefined
}

/** The annotations by which a set remembers the size of its deployment. */
export function sizeAnnotations(deployment: Deployment): Annotations {
  const desired = replicasOf(deployment)
  return { [desiredAnnotation]: String(desired), [maxAnnotation]: String(desired + maxSurge(deployment)) }
}

/** Whether an object has all of some annotations. */
export function hasAnnotations(object: Deployment | ReplicaSet, wanted: Annotations): boolean {
  const annotations = annotationsOf(object)
  return Object.entries(wanted).every(([name, value]) => annotations[name] === value)
}

/**
 * The annotations of a deployment's newest set: those of the deployment, its revision, and the ones that it had before.
 *
 * Source: `SetNewReplicaSetAnnotations` of pkg/controller/deployment/util of Kubernetes.
 */
export function newestSetAnnotations(deployment: Deployment, set: ReplicaSet, revision: number): Annotations {
  const annotations: Record<string, string> = { ...annotationsOf(set), ...sharedAnnotations(annotationsOf(deployment)) }
  const before = annotations[revisionAnnotation]
  const known = before === undefined || before === '' ? 0 : integerOf(before)
  if (known === undefined || known >= revision) return annotations
  annotations[revisionAnnotation] = String(revision)
  if (before === undefined) return annotations
  const history = withRevision(annotations[historyAnnotation] ?? '', before)
  if (history !== undefined) annotations[historyAnnotation] = history
  return annotations
}

/** A history that ends with a revision; undefined if that is longer than a history may be. */
function withRevision(history: string, revision: string): string | undefined {
  if (history === '' || history.startsWith(',')) return revision
  const revisions = history.split(',')
  let length = history.length + revision.length + 1
  let start = 0
  for (; length > longestHistory && start < revisions.length; start++) length -= revisions[start]!.length + 1
  return length > longestHistory ? undefined : [...revisions.slice(start), revision].join(',')
}

/** The annotations of a deployment that goes back to a set: its own, and those of the set. */
export function annotationsOfRollback(deployment: Deployment, set: ReplicaSet): Annotations {
  const own = Object.entries(annotationsOf(deployment)).filter(([name]) => ownAnnotations.has(name))
  return { ...Object.fromEntries(own), ...sharedAnnotations(annotationsOf(set)) }
}

function sharedAnnotations(annotations: Annotations): Annotations {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !ownAnnotations.has(name)))
}
