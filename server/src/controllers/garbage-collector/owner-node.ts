import type { PartialObjectMetadata } from 'apimachinery/meta/v1'

/** Finalizers that say what becomes of the dependents of a deleted object. */
export const [foregroundFinalizer, orphanFinalizer] = ['foregroundDeletion', 'orphan'] as const

/** An owner as a dependent names it. */
export interface OwnerEdge {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** Its foreground deletion waits for the dependent. */
  readonly blocks: boolean
}

/** Where an object is. */
export interface ObjectIdentity {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for objects of the cluster. */
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

/** An object in the graph of owners. */
export interface OwnerNode {
  /** Of a virtual node: what one of its dependents says. */
  identity: ObjectIdentity
  owners: readonly OwnerEdge[]
  readonly dependents: Set<OwnerNode>
  deleting: boolean
  /** Waits until the dependents that block it are gone. */
  deletingDependents: boolean
  /** Only named by dependents so far. */
  virtual: boolean
}

/** A node of which nothing is known but its identity. */
export function newNode(identity: ObjectIdentity, virtual: boolean): OwnerNode {
  return { identity, owners: [], dependents: new Set(), deleting: false, deletingDependents: false, virtual }
}

/** The owners of an object. */
export function ownersOf({ metadata }: PartialObjectMetadata): OwnerEdge[] {
  return (metadata?.ownerReferences ?? []).map(({ apiVersion, kind, name, uid, blockOwnerDeletion }) => ({
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    name: name ?? '',
    uid: uid ?? '',
    blocks: blockOwnerDeletion === true,
  }))
}

/** Whether an object is being deleted. */
export function isBeingDeleted({ metadata }: PartialObjectMetadata): boolean {
  return metadata?.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null
}

/** Whether an object is being deleted, with a finalizer that is still there. */
export function isDeletingWith(object: PartialObjectMetadata, finalizer: string): boolean {
  return isBeingDeleted(object) && hasFinalizer(object, finalizer)
}

/** Whether an object has a finalizer. */
export function hasFinalizer({ metadata }: PartialObjectMetadata, finalizer: string): boolean {
  return metadata?.finalizers?.includes(finalizer) ?? false
}

/** Whether two references name the same object in the same way, wherever it is. */
export function sameCoordinates(a: Omit<ObjectIdentity, 'namespace'>, b: Omit<ObjectIdentity, 'namespace'>): boolean {
  return a.uid === b.uid && a.name === b.name && a.kind === b.kind && a.apiVersion === b.apiVersion
}

/** Whether two identities are the same. */
export function sameIdentity(a: ObjectIdentity, b: ObjectIdentity): boolean {
  return a.namespace === b.namespace && sameCoordinates(a, b)
}

/** An owner, as the dependent in this namespace means it. */
export function identityOf({ apiVersion, kind, name, uid }: OwnerEdge, namespace: string): ObjectIdentity {
  return { apiVersion, kind, namespace, name, uid }
}

/** A text for maps and messages. */
export function identityText({ apiVersion, kind, namespace, name, uid }: ObjectIdentity): string {
  return `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`
}
