import { identityOf, type ObjectIdentity, type OwnerNode, sameCoordinates, sameIdentity } from './owner-node.js'

/** Dependents of an owner: those that mean it by its identity, and those that mean it otherwise. One may be in both. */
export interface PartitionedDependents {
  readonly matching: readonly OwnerNode[]
  readonly others: readonly OwnerNode[]
}

/** Divides dependents by whether their references to the uid of an owner fit its identity. */
export function partitionDependents(dependents: Iterable<OwnerNode>, identity: ObjectIdentity): PartitionedDependents {
  const matching: OwnerNode[] = []
  const others: OwnerNode[] = []
  for (const dependent of dependents) {
    const elsewhere = identity.namespace !== '' && identity.namespace !== dependent.identity.namespace
    const edges = dependent.owners.filter(({ uid }) => uid === identity.uid)
    if (!elsewhere && edges.some((edge) => sameCoordinates(edge, identity))) matching.push(dependent)
    if (elsewhere || edges.some((edge) => !sameCoordinates(edge, identity))) others.push(dependent)
  }
  return { matching, others }
}

/**
 * Another identity under which dependents name the owner of a uid: the first after `absent` in their order, else the first of all;
 * undefined if there is none.
 */
export function alternateIdentity(
  dependents: readonly OwnerNode[],
  absent: ObjectIdentity,
): ObjectIdentity | undefined {
  const alternates = dependents
    .flatMap((dependent) => dependent.owners.map((edge) => ({ edge, namespace: dependent.identity.namespace })))
    .filter(({ edge }) => edge.uid === absent.uid)
    .map(({ edge, namespace }) => {
      const isOfCluster = absent.namespace === '' && edge.apiVersion === absent.apiVersion && edge.kind === absent.kind
      return identityOf(edge, isOfCluster ? '' : namespace)
    })
    .filter((identity) => !sameIdentity(identity, absent))
    .sort(compareIdentities)
  return alternates.find((identity) => compareIdentities(absent, identity) < 0) ?? alternates[0]
}

/** The order of identities: kinds first, whether or not they have namespaces. */
function compareIdentities(a: ObjectIdentity, b: ObjectIdentity): number {
  for (const field of ['kind', 'apiVersion', 'namespace', 'name', 'uid'] as const) {
    if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1
  }
  return 0
}
