import type { ControllerRevision, StatefulSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { newBuiltInScheme } from '../../kubernetes/built-in-scheme.js'
import { applyRevision } from '../controller-history/apply-revision.js'
import type { ControllerHistory } from '../controller-history/controller-history.js'
import { newRevision } from '../controller-history/new-revision.js'
import { isSameRevision, nameOf, nextNumber } from '../controller-history/revision-order.js'
import { dataOf, templatePatch } from '../controller-history/template-patch.js'
import { revisionOf } from './ordinals.js'

/** The revisions that pods of a set have and get. */
export interface FoundRevisions {
  readonly current: ControllerRevision
  readonly update: ControllerRevision
  readonly collisionCount: number
}

/**
 * Finds the revision of a set's template, or creates it, and that of its pods. Source: `getStatefulSetRevisions` in
 * pkg/controller/statefulset of Kubernetes.
 *
 * @param revisions - those of the set, the newest last.
 */
export async function findRevisions(
  history: ControllerHistory,
  set: StatefulSet,
  revisions: readonly ControllerRevision[],
): Promise<FoundRevisions> {
  const collisions = set.status?.collisionCount ?? 0
  const { revision: update, collisionCount } = await findUpdate(history, set, { revisions, collisions })
  const current = revisions.find((each) => nameOf(each) === set.status?.currentRevision)
  return { current: current ?? update, update, collisionCount }
}

async function findUpdate(
  history: ControllerHistory,
  set: StatefulSet,
  { revisions, collisions }: { readonly revisions: readonly ControllerRevision[]; readonly collisions: number },
): Promise<{ readonly revision: ControllerRevision; readonly collisionCount: number }> {
  const number = nextNumber(revisions)
  const wanted = newRevision(set, { revision: number, collisionCount: collisions })
  const latest = revisions.at(-1)
  const equal = revisions.findLast((each) => isSameRevision(each, wanted))
  if (latest !== undefined && equal !== undefined) {
    const revision = isSameRevision(latest, equal) ? latest : await history.renumber(equal, number)
    return { revision, collisionCount: collisions }
  }
  if (latest !== undefined && asWrittenNow(set, latest) === dataOf(wanted)) {
    return { revision: latest, collisionCount: collisions }
  }
  return history.create(set, wanted, collisions)
}

/** What a revision would be written as now: an older release may have written the same template differently. */
function asWrittenNow(set: StatefulSet, revision: ControllerRevision): string | undefined {
  try {
    const restored = applyRevision(set, revision)
    newBuiltInScheme().default(restored)
    return templatePatch(restored)
  } catch {
    return undefined
  }
}

/** Deletes the oldest revisions that no pod has, where there are more than the limit. Source: `truncateHistory` of Kubernetes. */
export async function truncateHistory(
  history: ControllerHistory,
  set: StatefulSet,
  {
    revisions,
    pods,
    live,
  }: {
    readonly revisions: readonly ControllerRevision[]
    readonly pods: readonly Pod[]
    readonly live: readonly ControllerRevision[]
  },
): Promise<void> {
  const limit = set.spec?.revisionHistoryLimit ?? 10
  const used = new Set([...live.map(nameOf), ...pods.map(revisionOf)])
  const unused = revisions.filter((revision) => !used.has(nameOf(revision)))
  if (limit < 0) return
  for (const revision of unused.slice(0, Math.max(0, unused.length - limit))) await history.delete(revision)
}
