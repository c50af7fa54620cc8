import type { Node, PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { Quantity } from 'apimachinery/resource'
import { isDeleting } from '../controller.js'
import { nodeSelectorMatcher } from '../node-selection/node-affinity.js'
import { isBoundToClaim } from './binding.js'
import { claimClass, volumeClass } from './storage-class-of.js'

/** How a volume is looked for. */
export interface MatchOptions {
  /** The scheduler's: volumes must be reachable from it. */
  readonly node?: Node | undefined
  /** Names of volumes that are taken already. */
  readonly excluded?: ReadonlySet<string> | undefined
  /** Only a volume that is meant for the claim is found; the scheduler binds others. */
  readonly delayBinding?: boolean | undefined
}

/**
 * The volume that is meant for a claim, or the smallest that fits; undefined if there is none.
 *
 * @throws for an invalid label selector.
 * Source: `FindMatchingVolume` of k8s.io/component-helpers/storage/volume.
 */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: Iterable<PersistentVolume>,
  { node, excluded, delayBinding = false }: MatchOptions = {},
): PersistentVolume | undefined {
  const requested = requestedSize(claim)
  const selector = claim.spec?.selector == null ? undefined : labelSelectorAsSelector(claim.spec.selector)
  let smallest: { readonly volume: PersistentVolume; readonly size: Quantity } | undefined
  for (const volume of volumes) {
    const isMeant = isBoundToClaim(volume, claim)
    if (excluded?.has(volume.metadata?.name ?? '') === true) continue
    if (volume.spec?.claimRef != null && !isMeant) continue
    const size = volumeSize(volume)
    if (size.cmp(requested) < 0 || !hasSameKind(volume, claim) || isDeleting(volume)) continue
    const isReachable = node === undefined || isReachableFrom(volume, node)
    // What is meant for the claim, and cannot be reached, rules the node out.
    if (isMeant) return isReachable ? volume : undefined
    if (node === undefined && delayBinding) continue
    if (volume.status?.phase !== 'Available' || !isReachable) continue
    if (selector !== undefined && !selector.matches(volume.metadata?.labels ?? {})) continue
    if (volumeClass(volume) !== claimClass(claim)) continue
    if (node !== undefined && !hasAccessModes(volume, claim)) continue
    if (smallest === undefined || smallest.size.cmp(size) > 0) smallest = { volume, size }
  }
  return smallest?.volume
}

/** Reports whether a volume can be reached from a node. */
export function isReachableFrom({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required
  return required == null || nodeSelectorMatcher(required.nodeSelectorTerms ?? [])(node)
}

/** Reports whether a volume has all access modes that a claim asks for. */
export function hasAccessModes({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (claim.spec?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode) === true)
}

/** Reports whether volume and claim are both for files, or both for blocks. */
export function hasSameMode({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (spec?.volumeMode ?? 'Filesystem') === (claim.spec?.volumeMode ?? 'Filesystem')
}

/** Reports whether volume and claim name the same class of attributes, or none. */
export function hasSameAttributesClass({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (spec?.volumeAttributesClassName ?? '') === (claim.spec?.volumeAttributesClassName ?? '')
}

function hasSameKind(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return hasSameMode(volume, claim) && hasSameAttributesClass(volume, claim)
}

/** The size of a volume. */
export function volumeSize({ spec }: PersistentVolume): Quantity {
  return Quantity.parse(String(spec?.capacity?.storage ?? '0'))
}

/** The size that a claim asks for. */
export function requestedSize({ spec }: PersistentVolumeClaim): Quantity {
  return Quantity.parse(String(spec?.resources?.requests?.storage ?? '0'))
}
