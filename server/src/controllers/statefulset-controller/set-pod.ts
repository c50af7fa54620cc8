import type { StatefulSet } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { podFromTemplate } from '../pod-control/pod-control.js'
import { volumesWithClaims } from './claims.js'
import { ordinalOf, podIndexLabel, podName, podNameLabel, revisionLabel, startOf } from './ordinals.js'

/** A set as it is at a revision, and the name of that revision. */
export interface SetAtRevision {
  readonly set: StatefulSet
  readonly revision: string
}

/** A set before and after its update. */
export interface SetRevisions {
  readonly current: SetAtRevision
  readonly update: SetAtRevision
}

/** The pod of a number, of the revision that it gets when it is created. Source: `newVersionedStatefulSetPod` of Kubernetes. */
export function newVersionedPod({ current, update }: SetRevisions, ordinal: number): Pod {
  return ordinal < firstUpdated(current.set) ? newPod(current, ordinal) : newPod(update, ordinal)
}

/** Pods of smaller numbers stay at the current revision. */
function firstUpdated(set: StatefulSet): number {
  const { type, rollingUpdate } = set.spec?.updateStrategy ?? {}
  if (rollingUpdate != null) return startOf(set) + (rollingUpdate.partition ?? 0)
  return type === 'RollingUpdate' ? startOf(set) + (set.status?.currentReplicas ?? 0) : 0
}

function newPod({ set, revision }: SetAtRevision, ordinal: number): Pod {
  const pod = podFromTemplate(set, set.spec!.template)
  const named = withIdentity(set, new Pod({ ...pod, metadata: { ...pod.metadata, name: podName(set, ordinal) } }))
  const metadata = { ...named.metadata, labels: { ...named.metadata?.labels, [revisionLabel]: revision } }
  const spec = { ...pod.spec!, hostname: metadata.name, subdomain: set.spec?.serviceName }
  return new Pod({ ...named, metadata, spec: { ...spec, volumes: volumesWithClaims(set, named) } })
}

/** The pod with the name and the labels that its number gives it. */
export function withIdentity(set: StatefulSet, pod: Pod): Pod {
  const ordinal = ordinalOf(pod)
  const name = podName(set, ordinal)
  const labels = { ...pod.metadata?.labels, [podNameLabel]: name, [podIndexLabel]: String(ordinal) }
  return new Pod({ ...pod, metadata: { ...pod.metadata, name, namespace: set.metadata?.namespace, labels } })
}

/** The pod with the volumes of its claims. */
export function withStorage(set: StatefulSet, pod: Pod): Pod {
  return new Pod({ ...pod, spec: { ...pod.spec!, volumes: volumesWithClaims(set, pod) } })
}
