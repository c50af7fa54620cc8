import type { ControllerRevision } from 'apimachinery/api/apps/v1'
import { compareTimes } from 'apimachinery/scalar'
import { dataOf } from './template-patch.js'

/** Revisions from the oldest to the newest; those of one number by creation, then by name. Source: `SortControllerRevisions` of Kubernetes. */
export function sortRevisions(revisions: readonly ControllerRevision[]): ControllerRevision[] {
  return [...revisions].sort(
    (a, b) =>
      numberOf(a) - numberOf(b) ||
      compareTimes(a.metadata?.creationTimestamp ?? '', b.metadata?.creationTimestamp ?? '') ||
      (nameOf(a) < nameOf(b) ? -1 : 1),
  )
}

/** The number of a revision. */
export function numberOf({ revision }: ControllerRevision): number {
  return Number(revision ?? 0)
}

/** The name of a revision. */
export function nameOf({ metadata }: ControllerRevision): string {
  return metadata?.name ?? ''
}

/** The number that follows those of revisions. */
export function nextNumber(revisions: readonly ControllerRevision[]): number {
  return 1 + Math.max(0, ...revisions.map(numberOf))
}

/** Whether two revisions hold the same. */
export function isSameRevision(a: ControllerRevision, b: ControllerRevision): boolean {
  return dataOf(a) === dataOf(b)
}
