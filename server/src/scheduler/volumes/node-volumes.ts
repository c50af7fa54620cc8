import type { Node, PersistentVolume, PersistentVolumeClaim, TopologySelectorTerm } from 'apimachinery/api/core/v1'
import type { CSIStorageCapacity, StorageClass } from 'apimachinery/api/storage/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { Quantity } from 'apimachinery/resource'
import { findMatchingVolume, isReachableFrom, requestedSize } from '../../controllers/volumes/matching-volume.js'
import { claimClass, volumeClass } from '../../controllers/volumes/storage-class-of.js'
import { selectedNode } from '../../controllers/volumes/storage-names.js'
import { claimKey, type PodClaims } from './pod-claims.js'
import type { StorageState } from './storage-state.js'

/** A claim with the volume that is there for it. */
export interface VolumeMatch {
  readonly claim: PersistentVolumeClaim
  readonly volume: PersistentVolume
}

/** How the claims of a pod are served on a node. */
export interface NodeVolumes {
  readonly matches: readonly VolumeMatch[]
  /** Volumes are made for these. */
  readonly provisioned: readonly PersistentVolumeClaim[]
}

const unreachable = "node(s) didn't match PersistentVolume's node affinity"
const noneAvailable = "node(s) didn't find available persistent volumes to bind"
const noSpace = 'node(s) did not have enough free storage'
const volumeMissing = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'
const noProvisioner = 'kubernetes.io/no-provisioner'

/**
 * Finds volumes for the claims of a pod on a node, or why there are none.
 *
 * @throws Error for a claim whose class is not there any more.
 * Source: `FindPodVolumes` of plugins/volumebinding.
 */
export function nodeVolumes(state: StorageState, claims: PodClaims, node: Node): NodeVolumes | readonly string[] {
  const reasons: string[] = []
  const found = claims.delayed.length === 0 ? nothing : forDelayed(state, claims.delayed, node)
  const bound = boundProblem(state, claims.bound, node)
  if (bound === unreachable) reasons.push(unreachable)
  if (typeof found === 'string') reasons.push(found)
  if (bound === volumeMissing) reasons.push(volumeMissing)
  return reasons.length > 0 || typeof found === 'string' ? reasons : found
}

const nothing: NodeVolumes = { matches: [], provisioned: [] }

function boundProblem({ volumes }: StorageState, claims: PodClaims['bound'], node: Node): string | undefined {
  for (const { spec } of claims) {
    const volume = volumes.get(spec?.volumeName ?? '')
    if (volume === undefined) return volumeMissing
    if (!isReachableFrom(volume, node)) return unreachable
  }
  return undefined
}

function forDelayed(state: StorageState, claims: PodClaims['delayed'], node: Node): NodeVolumes | string {
  const selected = (claim: PersistentVolumeClaim) => claim.metadata?.annotations?.[selectedNode]
  if (claims.some((claim) => selected(claim) !== undefined && selected(claim) !== node.metadata?.name))
    return noneAvailable
  const provisioned = claims.filter((claim) => selected(claim) !== undefined)
  const bySize = claims
    .filter((claim) => selected(claim) === undefined)
    .sort((a, b) => requestedSize(a).cmp(requestedSize(b)))
  const matches: VolumeMatch[] = []
  const excluded = new Set<string>()
  for (const claim of bySize) {
    const name = claimClass(claim)
    const volumes = state.volumes.list().filter((volume) => volumeClass(volume) === name)
    const volume = findMatchingVolume(claim, volumes, { node, excluded, delayBinding: true })
    if (volume === undefined) provisioned.push(claim)
    else {
      excluded.add(volume.metadata?.name ?? '')
      matches.push({ claim, volume })
    }
  }
  return provisioningProblem(state, provisioned, node) ?? { matches, provisioned }
}

/** Why volumes cannot be made for claims. */
function provisioningProblem(
  state: StorageState,
  claims: readonly PersistentVolumeClaim[],
  node: Node,
): string | undefined {
  for (const claim of claims) {
    const name = claimClass(claim)
    if (name === '') throw new Error(`no class for claim "${claimKey(claim)}"`)
    const storageClass = state.storageClass(name)
    if (storageClass === undefined) throw new Error(`failed to find storage class "${name}"`)
    const { provisioner, allowedTopologies } = storageClass
    if (!provisioner || provisioner === noProvisioner) return noneAvailable
    if (!matchesTopologies(allowedTopologies, node)) return noneAvailable
    if (!hasCapacity(state, { claim, storageClass }, node)) return noSpace
  }
  return undefined
}

/** Source: `MatchTopologySelectorTerms` of pkg/apis/core/v1/helper. */
function matchesTopologies(terms: readonly TopologySelectorTerm[] | undefined, { metadata }: Node): boolean {
  if (terms === undefined || terms.length === 0) return true
  return terms.some(({ matchLabelExpressions = [] }) => {
    if (matchLabelExpressions.length === 0) return false
    return matchLabelExpressions.every(({ key, values }) => values.includes(metadata?.labels?.[key] ?? ''))
  })
}

interface ProvisionedClaim {
  readonly claim: PersistentVolumeClaim
  readonly storageClass: StorageClass
}

/** Only of drivers that publish their capacity. */
function hasCapacity(
  { informers: { csiDrivers, capacities } }: StorageState,
  { claim, storageClass }: ProvisionedClaim,
  node: Node,
): boolean {
  if (claim.spec?.resources?.requests?.storage === undefined) return true
  if (csiDrivers.lister.getByKey(storageClass.provisioner)?.spec?.storageCapacity !== true) return true
  const name = storageClass.metadata?.name
  const size = requestedSize(claim)
  return capacities.lister.list().some((capacity) => {
    const limit = volumeLimit(capacity)
    if (capacity.storageClassName !== name || limit === undefined || limit.cmp(size) < 0) return false
    const selector = labelSelectorAsSelector(capacity.nodeTopology)
    return selector.matches(node.metadata?.labels)
  })
}

/** The largest volume that a driver can make, as far as it is known. */
export function volumeLimit({ maximumVolumeSize, capacity }: CSIStorageCapacity): Quantity | undefined {
  const limit = maximumVolumeSize ?? capacity
  return limit === undefined ? undefined : Quantity.parse(limit)
}
