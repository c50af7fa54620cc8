import type { Client } from '@apimachinery/client'
import { Node, type Taint } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'

/** Taints to add to a node, and to remove from it. */
export interface TaintChange {
  readonly add: readonly Taint[]
  readonly remove: readonly Taint[]
}

const attempts = 5

/** Whether two taints have the same key and effect. */
export function isSameTaint(left: Taint, right: Taint): boolean {
  return left.key === right.key && left.effect === right.effect
}

/** Whether a node has a taint with the key and effect of this one. */
export function hasTaint({ spec }: Node, taint: Taint): boolean {
  return spec?.taints?.some((each) => isSameTaint(each, taint)) === true
}

/**
 * Changes the taints of a node as the server has it now; others stay. A node that is gone needs no taints. Source:
 * `AddOrUpdateTaintOnNode` and `RemoveTaintOffNode` of pkg/controller of Kubernetes.
 */
export async function changeTaints(client: Client, name: string, { add, remove }: TaintChange): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const node = await client.get(Node, { name })
      const before = node.spec?.taints ?? []
      const kept = before.filter((each) => !remove.some((removed) => isSameTaint(each, removed)))
      const replaced = kept.map((each) => add.find((added) => isSameTaint(added, each)) ?? each)
      const added = add.filter((each) => !kept.some((known) => isSameTaint(known, each)))
      const taints = [...replaced, ...added]
      if (taints.length === before.length && taints.every((each, index) => each === before[index])) return
      const metadata = { resourceVersion: node.metadata?.resourceVersion }
      const body = { metadata, spec: { taints: taints.length > 0 ? taints : null } }
      await client.patch(node, { type: PatchType.Merge, body })
      return
    } catch (error) {
      if (isNotFound(error)) return
      if (!isConflict(error) || attempt === attempts) throw error
    }
  }
}
