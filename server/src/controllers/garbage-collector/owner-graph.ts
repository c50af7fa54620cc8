import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import type { AbsentOwners } from './absent-owners.js'
import { alternateIdentity, partitionDependents } from './owner-identities.js'
import {
  foregroundFinalizer,
  identityOf,
  isBeingDeleted,
  isDeletingWith,
  newNode,
  type ObjectIdentity,
  type OwnerEdge,
  type OwnerNode,
  orphanFinalizer,
  ownersOf,
  sameCoordinates,
  sameIdentity,
} from './owner-node.js'

/** What the graph asks for when something changes. */
export interface GraphWork {
  /** Look whether the object has to be deleted. */
  attemptToDelete(node: OwnerNode): void
  /** The same after a pause. */
  attemptToDeleteLater(node: OwnerNode): void
  /** Release the dependents of the object. */
  attemptToOrphan(node: OwnerNode): void
  /** A dependent names an owner that is in another namespace. */
  invalidNamespace(dependent: OwnerNode, owner: OwnerEdge): void
}

/** A kind, as discovery names it. */
export interface ObservedKind {
  readonly apiVersion: string
  readonly kind: string
}

/**
 * Objects and their owners, by uid. Source: `graph_builder.go` of pkg/controller/garbagecollector; changes are applied one after another.
 */
export class OwnerGraph {
  readonly #nodes = new Map<string, OwnerNode>()
  readonly #absent: AbsentOwners
  readonly #work: GraphWork

  constructor(absent: AbsentOwners, work: GraphWork) {
    this.#absent = absent
    this.#work = work
  }

  get(uid: string): OwnerNode | undefined {
    return this.#nodes.get(uid)
  }

  /** An object was seen, after `old` if that was seen before. */
  observe(kind: ObservedKind, object: PartialObjectMetadata, old?: PartialObjectMetadata): void {
    const identity = observedIdentity(kind, object)
    const known = this.#nodes.get(identity.uid)
    const node = known ?? newNode(identity, false)
    if (known === undefined) {
      this.#nodes.set(identity.uid, node)
      node.deletingDependents = isDeletingWith(object, foregroundFinalizer)
    } else if (known.virtual) this.#materialize(known, identity)
    // The version in which the kind is read may have changed.
    node.identity = { ...node.identity, ...kind }
    this.#setOwners(node, ownersOf(object))
    if (isBeingDeleted(object)) node.deleting = true
    this.#startDeletion(node, object, old)
  }

  /** The deletion of an object was seen. */
  forget(kind: ObservedKind, object: PartialObjectMetadata): void {
    const identity = observedIdentity(kind, object)
    const node = this.#nodes.get(identity.uid)
    if (node !== undefined) this.#remove(node, identity)
  }

  /** The server does not have an object, or has another one of its name. */
  confirmAbsent(identity: ObjectIdentity): void {
    const node = this.#nodes.get(identity.uid)
    if (node === undefined) return
    if (node.virtual) this.#removeVirtual(node, identity)
    else if (sameIdentity(node.identity, identity)) this.#remove(node, identity)
    else this.#spread(identity, partitionDependents(node.dependents, identity).matching)
  }

  /** Dependents may have named the owner wrongly, which shows now. */
  #materialize(node: OwnerNode, identity: ObjectIdentity): void {
    node.virtual = false
    if (sameIdentity(node.identity, identity)) return
    for (const dependent of partitionDependents(node.dependents, identity).others) {
      const edge = dependent.owners.find(({ uid }) => uid === identity.uid)
      const elsewhere = identity.namespace !== '' && dependent.identity.namespace !== identity.namespace
      if (elsewhere && edge !== undefined) this.#work.invalidNamespace(dependent, edge)
      this.#work.attemptToDelete(dependent)
    }
    node.identity = identity
  }

  #setOwners(node: OwnerNode, owners: readonly OwnerEdge[]): void {
    const before = node.owners
    const added = owners.filter(({ uid }) => !before.some((each) => each.uid === uid))
    const removed = before.filter(({ uid }) => !owners.some((each) => each.uid === uid))
    const unblocked = before.filter((edge) => {
      const now = owners.find(({ uid }) => uid === edge.uid)
      return edge.blocks && now?.blocks !== true
    })
    for (const { uid } of unblocked) {
      const owner = this.#nodes.get(uid)
      if (owner !== undefined) this.#work.attemptToDelete(owner)
    }
    node.owners = owners
    this.#linkOwners(node, added)
    for (const { uid } of removed) this.#nodes.get(uid)?.dependents.delete(node)
  }

  #linkOwners(node: OwnerNode, edges: readonly OwnerEdge[]): void {
    let doubtful = false
    for (const edge of edges) {
      const known = this.#nodes.get(edge.uid)
      if (known === undefined) {
        const owner = newNode(identityOf(edge, node.identity.namespace), true)
        this.#nodes.set(edge.uid, owner)
        owner.dependents.add(node)
        this.#work.attemptToDelete(owner)
        continue
      }
      known.dependents.add(node)
      if (!doubtful) doubtful = this.#isDoubtful(node, edge, known)
    }
    if (doubtful) this.#work.attemptToDelete(node)
  }

  /** Whether a reference may not mean the owner of its uid. */
  #isDoubtful(node: OwnerNode, edge: OwnerEdge, owner: OwnerNode): boolean {
    const { namespace } = owner.identity
    if (namespace !== '' && namespace !== node.identity.namespace) {
      if (!owner.virtual) this.#work.invalidNamespace(node, edge)
      return true
    }
    if (!sameCoordinates(edge, owner.identity)) return true
    return owner.virtual && namespace !== node.identity.namespace
  }

  #startDeletion(node: OwnerNode, object: PartialObjectMetadata, old: PartialObjectMetadata | undefined): void {
    const starts = (finalizer: string): boolean =>
      isDeletingWith(object, finalizer) && (old === undefined || !isDeletingWith(old, finalizer))
    if (starts(orphanFinalizer)) {
      this.#work.attemptToOrphan(node)
      return
    }
    if (!starts(foregroundFinalizer)) return
    node.deletingDependents = true
    for (const dependent of node.dependents) this.#work.attemptToDelete(dependent)
    this.#work.attemptToDelete(node)
  }

  #removeVirtual(node: OwnerNode, absent: ObjectIdentity): void {
    const { matching, others } = partitionDependents(node.dependents, absent)
    if (others.length === 0) {
      this.#remove(node, absent)
      return
    }
    // Dependents do not agree on where the owner is: what the others say is looked at next.
    this.#spread(absent, matching)
    if (!sameIdentity(node.identity, absent)) return
    const alternate = alternateIdentity(others, absent)
    if (alternate === undefined) return
    node.identity = alternate
    this.#work.attemptToDeleteLater(node)
  }

  #spread(absent: ObjectIdentity, dependents: readonly OwnerNode[]): void {
    if (dependents.length > 0) this.#absent.add(absent)
    for (const dependent of dependents) this.#work.attemptToDelete(dependent)
  }

  #remove(node: OwnerNode, identity: ObjectIdentity): void {
    this.#nodes.delete(node.identity.uid)
    for (const { uid } of node.owners) this.#nodes.get(uid)?.dependents.delete(node)
    this.#spread(identity, [...node.dependents])
    for (const { uid } of node.owners) {
      const owner = this.#nodes.get(uid)
      if (owner?.deletingDependents === true) this.#work.attemptToDelete(owner)
    }
  }
}

function observedIdentity({ apiVersion, kind }: ObservedKind, { metadata }: PartialObjectMetadata): ObjectIdentity {
  const { namespace = '', name = '', uid = '' } = metadata ?? {}
  return { apiVersion, kind, namespace: namespace ?? '', name: name ?? '', uid: uid ?? '' }
}
