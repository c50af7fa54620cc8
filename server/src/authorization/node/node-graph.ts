/** Kinds whose objects nodes may be related to. */
export type RelatedKind =
  | 'configmap'
  | 'persistentvolume'
  | 'persistentvolumeclaim'
  | 'pod'
  | 'resourceclaim'
  | 'resourceslice'
  | 'secret'
  | 'serviceaccount'
  | 'volumeattachment'

/** An object, by what it is and where it is; {@link related} makes one. */
export type RelatedObject = `${RelatedKind}/${string}/${string}`

/** One relation of an object: to a node, or to another object that leads to nodes. */
export type Relation =
  | { readonly from: RelatedObject; readonly node: string }
  | { readonly from: RelatedObject; readonly to: RelatedObject }

/** Names an object; `namespace` is `''` for kinds of the cluster. */
export function related(kind: RelatedKind, namespace: string, name: string): RelatedObject {
  return `${kind}/${namespace}/${name}`
}

/**
 * Which objects belong to which nodes. Each relation comes from one object (a pod, a volume, an attachment, a slice) and
 * ends with that object. Source: `Graph` of plugin/pkg/auth/authorizer/node.
 */
export class NodeGraph {
  readonly #told = new Map<RelatedObject, readonly Relation[]>()
  /** How many relations lead from an object straight to a node. */
  readonly #nodes = new Counts<RelatedObject, string>()
  readonly #links = new Counts<RelatedObject, RelatedObject>()

  /** Replaces the relations of an object. */
  set(teller: RelatedObject, relations: readonly Relation[]): void {
    for (const relation of relations) this.#add(relation, 1)
    for (const relation of this.#told.get(teller) ?? []) this.#add(relation, -1)
    if (relations.length === 0) this.#told.delete(teller)
    else this.#told.set(teller, relations)
  }

  delete(teller: RelatedObject): void {
    this.set(teller, [])
  }

  /** Reports whether relations lead from an object to a node. */
  leads(from: RelatedObject, node: string): boolean {
    if (this.#nodes.has(from, node)) return true
    for (const to of this.#links.of(from)) if (this.leads(to, node)) return true
    return false
  }

  #add(relation: Relation, change: 1 | -1): void {
    if ('node' in relation) this.#nodes.add(relation.from, relation.node, change)
    else this.#links.add(relation.from, relation.to, change)
  }
}

/** Numbers by two keys; those that are zero are not kept. */
class Counts<A, B> {
  readonly #counts = new Map<A, Map<B, number>>()

  add(first: A, second: B, change: number): void {
    const counts = this.#counts.get(first) ?? new Map<B, number>()
    const count = (counts.get(second) ?? 0) + change
    if (count === 0) counts.delete(second)
    else counts.set(second, count)
    if (counts.size === 0) this.#counts.delete(first)
    else this.#counts.set(first, counts)
  }

  has(first: A, second: B): boolean {
    return this.#counts.get(first)?.has(second) ?? false
  }

  of(first: A): Iterable<B> {
    return this.#counts.get(first)?.keys() ?? []
  }
}
