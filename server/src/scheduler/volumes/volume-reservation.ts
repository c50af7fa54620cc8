import type { Lister } from '@apimachinery/client/cache'
import { type Node, type PersistentVolume, PersistentVolumeClaim, type Pod } from 'apimachinery/api/core/v1'
import { compareResourceVersion } from 'apimachinery/meta'
import { getResourceVersion, type KubernetesObject } from 'apimachinery/runtime'
import { sleep } from 'apimachinery/wait'
import type { ControllerContext } from '../../controllers/controller.js'
import { boundToClaim } from '../../controllers/volumes/binding.js'
import { isReachableFrom } from '../../controllers/volumes/matching-volume.js'
import { selectedNode } from '../../controllers/volumes/storage-names.js'
import type { Reservation } from '../framework/plugin.js'
import type { NodeVolumes } from './node-volumes.js'
import { claimKey, isFullyBound } from './pod-claims.js'
import type { StorageState } from './storage-state.js'

/** What a {@link VolumeReservation} works with. */
export interface ReservationParts {
  readonly context: Pick<ControllerContext, 'client' | 'pace'>
  readonly storage: StorageState
  readonly pods: Lister<Pod>
}

/** The pod and the node that volumes are reserved for. */
export interface ReservationFor {
  readonly podKey: string
  readonly node: Node
  readonly volumes: NodeVolumes
}

/** Between looks at claims that are being bound, and until it is given up. */
const firstPause = 20
const longestPause = 1000
const bindTimeout = 600_000

/**
 * Volumes that are kept for a pod, and then bound: the volume is given its claim, or the claim the node on which a volume
 * is to be made; the binder of volumes does the rest, and is waited for.
 *
 * Source: plugins/volumebinding/binder.go.
 */
export class VolumeReservation implements Reservation {
  readonly #parts: ReservationParts
  readonly #podKey: string
  readonly #node: Node
  readonly #claims: readonly PersistentVolumeClaim[]
  #volumes: PersistentVolume[]
  #provisioned: PersistentVolumeClaim[]

  constructor(parts: ReservationParts, { podKey, node, volumes: { matches, provisioned } }: ReservationFor) {
    const { claims, volumes } = parts.storage
    const name = node.metadata?.name ?? ''
    this.#parts = parts
    this.#podKey = podKey
    this.#node = node
    this.#claims = matches.map(({ claim }) => claim)
    this.#volumes = matches.map(({ claim, volume }) => boundToClaim(volume, claim) ?? volume)
    this.#provisioned = provisioned.map((claim) => withSelectedNode(claim, name))
    for (const volume of this.#volumes) volumes.assume(volume.metadata?.name ?? '', volume)
    for (const claim of this.#provisioned) claims.assume(claimKey(claim), claim)
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { client, pace } = this.#parts.context
    for (const [i, volume] of this.#volumes.entries()) this.#volumes[i] = await client.update(volume)
    for (const [i, claim] of this.#provisioned.entries()) this.#provisioned[i] = await client.update(claim)
    const deadline = pace.monotonic() + bindTimeout
    for (let pause = firstPause; !this.#isBound(); pause = Math.min(pause * 2, longestPause)) {
      if (pace.monotonic() >= deadline) throw new Error('binding volumes: context deadline exceeded')
      await sleep(pause, { clock: pace, signal })
    }
  }

  release(): void {
    const { claims, volumes } = this.#parts.storage
    for (const volume of this.#volumes) volumes.restore(volume.metadata?.name ?? '')
    for (const claim of this.#provisioned) claims.restore(claimKey(claim))
  }

  /** Whether all claims are bound. Throws if that will not happen on this node. */
  #isBound(): boolean {
    const { pods } = this.#parts
    if (pods.getByKey(this.#podKey) === undefined) throw failed('pod does not exist any more')
    return this.#volumes.every((volume, i) => this.#isVolumeBound(volume, this.#claims[i]!)) && this.#areProvisioned()
  }

  #isVolumeBound(written: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
    const { claims, volumes } = this.#parts.storage
    const name = written.metadata?.name ?? ''
    const volume = volumes.stored(name)
    if (volume === undefined) throw failed(`failed to check binding: persistentvolume "${name}" not found`)
    if (isOlder(volume, written)) return false
    this.#checkReachable(volume)
    if (!volume.spec?.claimRef?.uid) throw failed(`ClaimRef got reset for pv "${name}"`)
    const claim = claims.stored(`${metadata?.namespace}/${metadata?.name}`)
    if (claim === undefined)
      throw failed(`failed to check binding: persistentvolumeclaim "${metadata?.name}" not found`)
    return isFullyBound(claim)
  }

  #areProvisioned(): boolean {
    return this.#provisioned.every((written) => {
      const { claims, volumes } = this.#parts.storage
      const name = written.metadata?.name ?? ''
      const claim = claims.stored(claimKey(written))
      if (claim === undefined)
        throw failed(`failed to check provisioning pvc: persistentvolumeclaim "${name}" not found`)
      if (isOlder(claim, written)) return false
      if (claim.metadata?.annotations?.[selectedNode] !== this.#node.metadata?.name)
        throw failed(`provisioning failed for PVC "${name}"`)
      const volume = volumes.stored(claim.spec?.volumeName ?? '')
      if (claim.spec?.volumeName && volume === undefined) return false
      if (volume !== undefined) this.#checkReachable(volume)
      return isFullyBound(claim)
    })
  }

  #checkReachable(volume: PersistentVolume): void {
    if (isReachableFrom(volume, this.#node)) return
    const names = `pv "${volume.metadata?.name}" node affinity doesn't match node "${this.#node.metadata?.name}"`
    throw failed(`${names}: no matching NodeSelectorTerms`)
  }
}

function failed(message: string): Error {
  return new Error(`binding volumes: ${message}`)
}

function isOlder(stored: KubernetesObject, written: KubernetesObject): boolean {
  return compareResourceVersion(getResourceVersion(stored) ?? '', getResourceVersion(written) ?? '') < 0
}

function withSelectedNode(claim: PersistentVolumeClaim, node: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata?.annotations, [selectedNode]: node }
  return new PersistentVolumeClaim({ ...claim, metadata: { ...claim.metadata, annotations } })
}
