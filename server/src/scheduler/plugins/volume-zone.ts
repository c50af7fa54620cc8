import type { PersistentVolume, Pod } from 'apimachinery/api/core/v1'
import { claimClass } from '../../controllers/volumes/storage-class-of.js'
import type { FilterPlugin, NodeFilter } from '../framework/plugin.js'
import { type Rejection, unresolvable } from '../framework/status.js'
import type { ClusterEvent } from '../queue/cluster-event.js'
import { sameJSON } from '../queue/same-json.js'
import type { PodInfo } from '../state/pod-info.js'
import { namedClaims, notFoundMessage } from '../volumes/pod-claims.js'
import type { StorageState } from '../volumes/storage-state.js'

const rejected = unresolvable('node(s) had no available volume zone')

/** Labels of zones and regions, with the current name of each. */
const topologyLabels: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['topology.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['topology.kubernetes.io/region', 'topology.kubernetes.io/region'],
])

/** A label of a volume: a node must have one of the values. */
interface VolumeTopology {
  readonly key: string
  readonly values: readonly string[]
}

/** Rejects nodes outside the zones that the volumes of a pod are labelled with. Source: plugins/volumezone. */
export function volumeZone(storage: StorageState): FilterPlugin {
  return {
    name: 'VolumeZone',
    prepareFilter({ pod }): NodeFilter | Rejection | undefined {
      const topologies = volumeTopologies(storage, pod)
      if (!Array.isArray(topologies)) return topologies as Rejection
      if (topologies.length === 0) return undefined
      return { filter: ({ labels }) => (isInZone(labels, topologies) ? undefined : rejected) }
    },
    mayHelp: zoneEvents,
  }
}

function isInZone(labels: Readonly<Record<string, string>>, topologies: readonly VolumeTopology[]): boolean {
  if (![...topologyLabels.keys()].some((key) => key in labels)) return true
  return topologies.every(({ key, values }) => {
    const value = labels[key] ?? labels[topologyLabels.get(key) ?? '']
    return value !== undefined && values.includes(value)
  })
}

function volumeTopologies({ informers }: StorageState, { metadata, spec }: Pod): VolumeTopology[] | Rejection {
  const found: VolumeTopology[] = []
  for (const name of namedClaims({ spec } as Pod)) {
    const claim = informers.claims.lister.getByKey(`${metadata?.namespace}/${name}`)
    if (claim === undefined) return unresolvable(notFoundMessage('persistentvolumeclaim', name))
    const volumeName = claim.spec?.volumeName ?? ''
    if (volumeName === '') {
      const rejection = unboundProblem(informers.classes.lister.getByKey(claimClass(claim)), claimClass(claim))
      if (rejection !== undefined) return rejection
      continue
    }
    const volume = informers.volumes.lister.getByKey(volumeName)
    if (volume === undefined) return unresolvable(notFoundMessage('persistentvolume', volumeName))
    found.push(...topologiesOf(volume))
  }
  return found
}

/** A claim without volume has to wait for its first pod. */
function unboundProblem(
  found: { volumeBindingMode?: string | undefined } | undefined,
  name: string,
): Rejection | undefined {
  if (name === '') return unresolvable('PersistentVolumeClaim had no pv name and storageClass name')
  if (found === undefined) return unresolvable(notFoundMessage('storageclass.storage.k8s.io', name))
  return found.volumeBindingMode === 'WaitForFirstConsumer' ? undefined : unresolvable('PersistentVolume had no name')
}

/** A label may name several zones: `a__b`. */
function topologiesOf({ metadata }: PersistentVolume): VolumeTopology[] {
  return [...topologyLabels.keys()].flatMap((key) => {
    const value = metadata?.labels?.[key]
    if (value === undefined) return []
    const values = value.split('__').map((zone) => zone.trim())
    return values.includes('') ? [] : [{ key, values }]
  })
}

function zoneEvents(event: ClusterEvent, { pod, namespace }: PodInfo): boolean {
  switch (event.resource) {
    case 'node':
      return event.change === 'add' || event.change === 'labels'
    case 'class':
      return event.change === 'add' && event.new?.volumeBindingMode === 'WaitForFirstConsumer'
    case 'claim': {
      const { name, namespace: of } = event.new?.metadata ?? {}
      return event.change !== 'delete' && of === namespace && namedClaims(pod).includes(name ?? '')
    }
    case 'volume': {
      const { old, new: now } = event
      if (now === undefined) return false
      return old === undefined || !sameJSON(topologiesOf(old), topologiesOf(now))
    }
    default:
      return false
  }
}
