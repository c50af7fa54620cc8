import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { DaemonSet } from 'apimachinery/api/apps/v1'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { isMachineryError } from 'apimachinery/errors'
import { getControllerOf } from 'apimachinery/meta'
import { getNamespace } from 'apimachinery/runtime'
import { placementOn } from './daemon-placement.js'

/** The informers that nodes are followed with. */
export interface NodeInformers {
  readonly sets: SharedInformer<DaemonSet>
  readonly pods: SharedInformer<Pod>
  readonly nodes: SharedInformer<Node>
}

const nodeIndex = 'daemonset-controller/node'

/**
 * Calls `add` for the daemon sets that a node concerns that came or got other labels or taints. Source: `syncNodeUpdate` in
 * pkg/controller/daemon of Kubernetes.
 */
export function followNodes({ sets, pods, nodes }: NodeInformers, add: (set: DaemonSet) => void): Promise<unknown> {
  try {
    pods.addIndexers({ [nodeIndex]: ({ spec }) => (spec?.nodeName ? [spec.nodeName] : []) })
  } catch (error) {
    if (!isMachineryError(error) || error.code !== 'IndexConflict') throw error
  }
  const look = (node: Node): void => {
    const onNode = pods.lister.byIndex(nodeIndex, node.metadata?.name ?? '').map(ownerKey)
    for (const set of sets.lister.list()) {
      const { runs, continues } = placementOn(node, set)
      const isThere = onNode.includes(objectKey(set))
      const isMisplaced = (set.status?.numberMisscheduled ?? 0) > 0
      if (isThere ? !continues || isMisplaced : runs) add(set)
    }
  }
  return nodes.addEventHandler({
    onAdd: look,
    onUpdate: (old, node) => {
      if (factsOf(old) !== factsOf(node)) look(node)
    },
  }).synced
}

function ownerKey(pod: Pod): string | undefined {
  const reference = getControllerOf(pod)
  return reference?.kind === 'DaemonSet' ? `${getNamespace(pod)}/${reference.name}` : undefined
}

/** What daemon sets look at. */
function factsOf({ metadata, spec }: Node): string {
  return JSON.stringify([Object.entries(metadata?.labels ?? {}).sort(), spec?.taints ?? []])
}
