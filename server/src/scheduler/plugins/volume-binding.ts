import type { StorageClass } from 'apimachinery/api/storage/v1'
import { type FilterPlugin, isRejection, type NodeFilter, type Reservation } from '../framework/plugin.js'
import { type Rejection, unresolvable } from '../framework/status.js'
import type { ClusterEvent } from '../queue/cluster-event.js'
import { sameJSON } from '../queue/same-json.js'
import type { NodeInfo } from '../state/node-info.js'
import type { PodInfo } from '../state/pod-info.js'
import { type NodeVolumes, nodeVolumes, volumeLimit } from '../volumes/node-volumes.js'
import { type PodClaims, podClaims, refersTo } from '../volumes/pod-claims.js'
import { type ReservationParts, VolumeReservation } from '../volumes/volume-reservation.js'

const name = 'VolumeBinding'

/** Rejects nodes that cannot reach the volumes of a pod, and binds those that wait for their first pod. Source: plugins/volumebinding. */
export function volumeBinding(parts: ReservationParts): FilterPlugin {
  return {
    name,
    prepareFilter({ pod, key }): NodeFilter | Rejection | undefined {
      const claims = podClaims(parts.storage, pod)
      if (claims === undefined || isRejection(claims as NodeFilter | Rejection)) return claims as Rejection | undefined
      return new VolumeFilter(parts, claims as PodClaims, key)
    },
    mayHelp: volumeEvents,
  }
}

/** Looks at the claims of one pod on nodes, and remembers what it has found. */
class VolumeFilter implements NodeFilter {
  readonly #parts: ReservationParts
  readonly #claims: PodClaims
  readonly #podKey: string
  readonly #found = new Map<string, NodeVolumes>()

  constructor(parts: ReservationParts, claims: PodClaims, podKey: string) {
    this.#parts = parts
    this.#claims = claims
    this.#podKey = podKey
  }

  filter({ name: node, node: object }: NodeInfo): Rejection | undefined {
    if (object === undefined) return undefined
    const found = this.#search(object)
    if (Array.isArray(found)) return unresolvable(...found)
    this.#found.set(node, found as NodeVolumes)
    return undefined
  }

  reserve({ name: node, node: object }: NodeInfo): Reservation | undefined {
    const volumes = this.#found.get(node)
    if (volumes === undefined || object === undefined || this.#claims.delayed.length === 0) return undefined
    return new VolumeReservation(this.#parts, { podKey: this.#podKey, node: object, volumes })
  }

  #search(node: NonNullable<NodeInfo['node']>): NodeVolumes | readonly string[] {
    try {
      return nodeVolumes(this.#parts.storage, this.#claims, node)
    } catch (error) {
      throw new Error(`running "${name}" filter plugin: ${error instanceof Error ? error.message : error}`)
    }
  }
}

function volumeEvents(event: ClusterEvent, { pod }: PodInfo): boolean {
  const { resource, change } = event
  switch (resource) {
    case 'node':
      return change === 'add' || change === 'labels'
    case 'claim':
      return change !== 'delete' && refersTo(pod, event.new)
    case 'volume':
      return change !== 'delete'
    case 'class':
      return change === 'add' || (change === 'update' && hasNewTopologies(event.old, event.new))
    case 'csinode':
      return change === 'add'
    case 'capacity':
      return change === 'add' || (change === 'update' && hasGrown(event))
    default:
      return false
  }
}

function hasNewTopologies(old: StorageClass | undefined, now: StorageClass | undefined): boolean {
  return !sameJSON(old?.allowedTopologies, now?.allowedTopologies)
}

function hasGrown({ old, new: now }: Extract<ClusterEvent, { resource: 'capacity' }>): boolean {
  const [before, after] = [old, now].map((each) => (each === undefined ? undefined : volumeLimit(each)))
  return after !== undefined && (before === undefined || after.cmp(before) > 0)
}
