import type { Pod, Volume } from 'apimachinery/api/core/v1'
import type { FilterPlugin, NodeFilter } from '../framework/plugin.js'
import { type Rejection, unresolvable, unschedulable } from '../framework/status.js'
import type { ClusterState } from '../state/cluster-state.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import { namedClaims, notFoundMessage } from '../volumes/pod-claims.js'
import type { StorageState } from '../volumes/storage-state.js'

const diskConflict = unschedulable('node(s) had no available disk')
const claimInUse = unschedulable(
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
)

/** Keeps disks that one pod may use at a time from two, and claims with the access mode ReadWriteOncePod. Source: plugins/volumerestrictions. */
export function volumeRestrictions(state: ClusterState, { informers }: StorageState): FilterPlugin {
  return {
    name: 'VolumeRestrictions',
    prepareFilter({ pod, namespace }): NodeFilter | Rejection | undefined {
      const exclusive = new Set<string>()
      for (const name of namedClaims(pod)) {
        const claim = informers.claims.lister.getByKey(`${namespace}/${name}`)
        if (claim === undefined) return unresolvable(notFoundMessage('persistentvolumeclaim', name))
        if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) exclusive.add(name)
      }
      const isUsed = (name: string) => state.nodes.some(({ claims }) => claims.has(`${namespace}/${name}`))
      const conflicts = [...exclusive].filter(isUsed).length
      const disks = (pod.spec?.volumes ?? []).filter(isDisk)
      if (disks.length === 0 && conflicts === 0) return undefined
      return new RestrictionFilter(disks, exclusive, conflicts)
    },
    mayHelp(event, { pod, namespace }) {
      if (event.resource === 'node') return event.change === 'add'
      if (event.resource === 'claim')
        return event.change === 'add' && claimsOf(pod, namespace).has(claimName(event.new?.metadata))
      if (event.resource !== 'pod' || event.change !== 'delete' || event.old === undefined) return false
      const { old } = event
      if (old.metadata?.namespace !== namespace) return false
      if ((pod.spec?.volumes ?? []).filter(isDisk).some((disk) => conflicts(disk, old))) return true
      const own = new Set(namedClaims(pod))
      return namedClaims(old).some((name) => own.has(name))
    },
  }
}

function claimsOf(pod: Pod, namespace: string): Set<string> {
  return new Set(namedClaims(pod).map((name) => `${namespace}/${name}`))
}

function claimName(metadata: { namespace?: string | undefined; name?: string | undefined } | undefined): string {
  return `${metadata?.namespace}/${metadata?.name}`
}

/** The restrictions of one pod. */
class RestrictionFilter implements NodeFilter {
  readonly #disks: readonly Volume[]
  readonly #exclusive: ReadonlySet<string>
  #conflicts: number

  constructor(disks: readonly Volume[], exclusive: ReadonlySet<string>, conflicts: number) {
    this.#disks = disks
    this.#exclusive = exclusive
    this.#conflicts = conflicts
  }

  filter({ pods }: NodeInfo): Rejection | undefined {
    for (const disk of this.#disks) for (const { pod } of pods.values()) if (conflicts(disk, pod)) return diskConflict
    return this.#conflicts > 0 ? claimInUse : undefined
  }

  addPod({ pod }: PodInfo): void {
    this.#conflicts += this.#used(pod)
  }

  removePod({ pod }: PodInfo): void {
    this.#conflicts -= this.#used(pod)
  }

  clone(): RestrictionFilter {
    return new RestrictionFilter(this.#disks, this.#exclusive, this.#conflicts)
  }

  /** Source: names are compared without namespaces, as upstream does. */
  #used(pod: Pod): number {
    return namedClaims(pod).filter((name) => this.#exclusive.has(name)).length
  }
}

function isDisk({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: Volume): boolean {
  return [gcePersistentDisk, awsElasticBlockStore, rbd, iscsi].some((disk) => disk !== undefined)
}

/** Whether a pod uses a disk in a way that excludes another user. */
function conflicts(disk: Volume, { spec }: Pod): boolean {
  return (spec?.volumes ?? []).some((other) => isSameDisk(disk, other))
}

function isSameDisk(a: Volume, b: Volume): boolean {
  const { gcePersistentDisk: gce, awsElasticBlockStore: aws, iscsi, rbd } = a
  if (gce && gce.pdName === b.gcePersistentDisk?.pdName) return !(gce.readOnly && b.gcePersistentDisk.readOnly)
  if (aws && aws.volumeID === b.awsElasticBlockStore?.volumeID) return true
  if (iscsi && iscsi.iqn === b.iscsi?.iqn) return !(iscsi.readOnly && b.iscsi.readOnly)
  if (rbd === undefined || b.rbd === undefined) return false
  const isSameImage = rbd.pool === b.rbd.pool && rbd.image === b.rbd.image
  const monitors = b.rbd.monitors
  return isSameImage && rbd.monitors.some((each) => monitors.includes(each)) && !(rbd.readOnly && b.rbd.readOnly)
}
