import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import type { GroupVersionResource } from 'apimachinery/schema'

/** An owner as its dependent names it. */
export interface OwnerEdge {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly blocks: boolean
}

/** An object in the graph of owners. */
export interface OwnerNode {
  readonly resource: GroupVersionResource
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly owners: readonly OwnerEdge[]
  readonly finalizers: readonly string[]
  readonly deleting: boolean
}

/** Owners and dependents, by uid. */
export class OwnerGraph {
  readonly #nodes = new Map<string, OwnerNode>()
  readonly #dependents = new Map<string, Set<string>>()

  get(uid: string): OwnerNode | undefined {
    return this.#nodes.get(uid)
  }

  /** Uids of the objects that name an owner, whether it is there or not. */
  dependentsOf(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])]
  }

  set(node: OwnerNode): void {
    this.delete(node.uid)
    this.#nodes.set(node.uid, node)
    for (const { uid } of node.owners) {
      const dependents = this.#dependents.get(uid) ?? new Set()
      dependents.add(node.uid)
      this.#dependents.set(uid, dependents)
    }
  }

  delete(uid: string): void {
    const node = this.#nodes.get(uid)
    if (node === undefined) return
    this.#nodes.delete(uid)
    for (const { uid: owner } of node.owners) {
      const dependents = this.#dependents.get(owner)
      dependents?.delete(uid)
      if (dependents?.size === 0) this.#dependents.delete(owner)
    }
  }
}

/** The node of an object. */
export function ownerNode(resource: GroupVersionResource, { metadata }: PartialObjectMetadata): OwnerNode {
  return {
    resource,
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    uid: metadata?.uid ?? '',
    owners: (metadata?.ownerReferences ?? []).map(({ apiVersion, kind, name, uid, blockOwnerDeletion }) => ({
      apiVersion: apiVersion ?? '',
      kind: kind ?? '',
      name: name ?? '',
      uid: uid ?? '',
      blocks: blockOwnerDeletion === true,
    })),
    finalizers: [...(metadata?.finalizers ?? [])],
    deleting: metadata?.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null,
  }
}
