import type { PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import type { CSINode } from 'apimachinery/api/storage/v1'
import { claimNameOf } from '../../controllers/volumes/claims-of-pod.js'
import { claimClass } from '../../controllers/volumes/storage-class-of.js'
import type { FilterPlugin } from '../framework/plugin.js'
import { type Rejection, unresolvable, unschedulable } from '../framework/status.js'
import type { NodeInfo } from '../state/node-info.js'
import { claimKey, notFoundMessage, refersTo } from '../volumes/pod-claims.js'
import type { StorageState } from '../volumes/storage-state.js'

const rejected = unschedulable('node(s) exceed max volume count')

/** Drivers by volume. */
type DriverOfVolume = Map<string, string>

/** Rejects nodes whose CSI drivers have no room for more volumes. Source: plugins/nodevolumelimits. */
export function nodeVolumeLimits(storage: StorageState): FilterPlugin {
  return {
    name: 'NodeVolumeLimits',
    prepareFilter({ pod, namespace }) {
      if (!usesClaims(pod)) return undefined
      const wanted: DriverOfVolume = new Map()
      const missing = addVolumes(storage, pod, wanted)
      if (missing !== undefined) {
        const message = `looking up PVC ${namespace}/${missing}: ${notFoundMessage('persistentvolumeclaim', missing)}`
        return { filter: () => unresolvable(message) }
      }
      return wanted.size === 0 ? undefined : { filter: (node) => exceeds(storage, wanted, node) }
    },
    mayHelp(event, { pod }) {
      switch (event.resource) {
        case 'csinode':
          return event.change === 'add' || (event.change === 'update' && hasGrown(event.old, event.new))
        case 'pod':
          return event.change === 'delete' && event.old !== undefined && usesClaims(event.old) && isPlaced(event.old)
        case 'claim':
          return event.change === 'add' && refersTo(pod, event.new)
        case 'attachment':
          return event.change === 'delete' && (pod.spec?.volumes ?? []).some((each) => each.persistentVolumeClaim)
        default:
          return false
      }
    },
  }
}

function usesClaims(pod: Pod): boolean {
  return (pod.spec?.volumes ?? []).some((volume) => claimNameOf(pod, volume) !== undefined)
}

function isPlaced({ spec, status }: Pod): boolean {
  return Boolean(spec?.nodeName || status?.nominatedNodeName)
}

/** Adds the volumes of a pod. @returns the name of a claim that is not there */
function addVolumes(storage: StorageState, pod: Pod, volumes: DriverOfVolume): string | undefined {
  let missing: string | undefined
  for (const volume of pod.spec?.volumes ?? []) {
    const name = claimNameOf(pod, volume)
    if (name === undefined) continue
    const claim = storage.informers.claims.lister.getByKey(`${pod.metadata?.namespace}/${name}`)
    if (claim === undefined) missing ??= name
    else {
      const [driver, handle] = driverOf(storage, claim)
      if (driver !== '' && handle !== '') volumes.set(`${driver}/${handle}`, driver)
    }
  }
  return missing
}

/** The driver of a claim's volume, or of the one that will be made, and a name of it. */
function driverOf({ informers: { volumes, classes } }: StorageState, claim: PersistentVolumeClaim): [string, string] {
  const volume = volumes.lister.getByKey(claim.spec?.volumeName ?? '')
  if (volume !== undefined) return [volume.spec?.csi?.driver ?? '', volume.spec?.csi?.volumeHandle ?? '']
  const provisioner = classes.lister.getByKey(claimClass(claim))?.provisioner ?? ''
  return [provisioner, `to be made for ${claimKey(claim)}`]
}

function exceeds(storage: StorageState, wanted: DriverOfVolume, node: NodeInfo): Rejection | undefined {
  const limits = limitsOf(storage.informers.csiNodes.lister.getByKey(node.name))
  if (limits.size === 0) return undefined
  const attached: DriverOfVolume = new Map()
  for (const { pod } of node.pods.values()) addVolumes(storage, pod, attached)
  addAttachments(storage, node.name, attached)
  for (const [driver, limit] of limits) {
    const added = [...wanted].filter(([volume, of]) => of === driver && !attached.has(volume)).length
    const used = [...attached.values()].filter((of) => of === driver).length
    if (added > 0 && used + added > limit) return rejected
  }
  return undefined
}

function addAttachments({ informers: { attachments, volumes } }: StorageState, node: string, to: DriverOfVolume): void {
  for (const { spec } of attachments.lister.list()) {
    if (spec?.nodeName !== node || !spec.attacher) continue
    const csi = volumes.lister.getByKey(spec.source?.persistentVolumeName ?? '')?.spec?.csi
    if (csi !== undefined) to.set(`${spec.attacher}/${csi.volumeHandle}`, spec.attacher)
  }
}

function limitsOf(node: CSINode | undefined): Map<string, number> {
  const limits = new Map<string, number>()
  for (const { name, allocatable } of node?.spec?.drivers ?? [])
    if (allocatable?.count !== undefined) limits.set(name, allocatable.count)
  return limits
}

function hasGrown(old: CSINode | undefined, now: CSINode | undefined): boolean {
  const before = limitsOf(old)
  return [...limitsOf(now)].some(([driver, limit]) => limit > (before.get(driver) ?? 0))
}
