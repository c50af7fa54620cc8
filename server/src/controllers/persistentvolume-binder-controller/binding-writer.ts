import type { Client } from '@apimachinery/client'
import {
  PersistentVolume,
  PersistentVolumeClaim,
  type PersistentVolumeClaimStatus,
  type PersistentVolumePhase,
} from 'apimachinery/api/core/v1'
import { quantityEquals } from 'apimachinery/resource'
import type { ControllerContext } from '../controller.js'
import { boundToClaim } from '../volumes/binding.js'
import { bindCompleted, boundByController } from '../volumes/storage-names.js'
import { NewestObjects } from './newest-objects.js'

/** An event that is written with a change. */
export interface ChangeEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

const preResizeCapacity = 'volume.alpha.kubernetes.io/pre-resize-capacity'

/** Writes claims and volumes, and remembers what it wrote. Source: `pv_controller.go` of pkg/controller/volume/persistentvolume. */
export class BindingWriter {
  readonly claims = new NewestObjects<PersistentVolumeClaim>()
  readonly volumes = new NewestObjects<PersistentVolume>()
  readonly #client: Client
  readonly #events: ControllerContext['events']

  constructor({ client, events }: Pick<ControllerContext, 'client' | 'events'>) {
    this.#client = client
    this.#events = events
  }

  /** Binds both to each other, the volume first. */
  async bind(volume: PersistentVolume, claim: PersistentVolumeClaim): Promise<void> {
    const bound = boundToClaim(volume, claim)
    const own = bound === undefined ? volume : await this.updateVolume(bound)
    const full = await this.setVolumePhase(own, 'Bound')
    await this.setClaimStatus(await this.#bindClaim(claim, full), 'Bound', { volume: full })
  }

  /** Takes back the binding of a volume; one that a user bound stays meant for the claim. */
  async unbind(volume: PersistentVolume): Promise<void> {
    const { [boundByController]: isOurs, ...annotations } = volume.metadata?.annotations ?? {}
    const { claimRef, ...spec } = volume.spec ?? {}
    const next =
      isOurs === undefined
        ? { ...volume, spec: { ...spec, claimRef: { ...claimRef, uid: undefined } } }
        : { ...volume, metadata: { ...volume.metadata, annotations }, spec }
    await this.setVolumePhase(await this.updateVolume(new PersistentVolume(next)), 'Available')
  }

  /** Writes a phase, and an event with it; neither if the volume has it. */
  async setVolumePhase(
    volume: PersistentVolume,
    phase: PersistentVolumePhase,
    event?: ChangeEvent,
  ): Promise<PersistentVolume> {
    if (volume.status?.phase === phase) return volume
    const status = { ...volume.status, phase, message: event?.message }
    const written = await this.#client.updateStatus(new PersistentVolume({ ...volume, status }))
    this.volumes.put(written)
    if (event !== undefined) this.#events.event(written, event.type, event.reason, event.message)
    return written
  }

  /** Writes the status of a claim in a phase, with what its volume has, or without. An event is written with a new phase only. */
  async setClaimStatus(
    claim: PersistentVolumeClaim,
    phase: string,
    { volume, event }: { readonly volume?: PersistentVolume; readonly event?: ChangeEvent } = {},
  ): Promise<PersistentVolumeClaim> {
    if (event !== undefined && claim.status?.phase === phase) return claim
    const status = claimStatus(claim, phase, volume)
    if (status === undefined) return claim
    const written = await this.#client.updateStatus(new PersistentVolumeClaim({ ...claim, status }))
    this.claims.put(written)
    if (event !== undefined) this.#events.event(written, event.type, event.reason, event.message)
    return written
  }

  async updateVolume(volume: PersistentVolume): Promise<PersistentVolume> {
    const written = await this.#client.update(volume)
    this.volumes.put(written)
    return written
  }

  async updateClaim(claim: PersistentVolumeClaim): Promise<PersistentVolumeClaim> {
    const written = await this.#client.update(claim)
    this.claims.put(written)
    return written
  }

  async #bindClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): Promise<PersistentVolumeClaim> {
    const name = volume.metadata?.name ?? ''
    const { annotations = {} } = claim.metadata ?? {}
    const isNew = claim.spec?.volumeName !== name
    if (!isNew && annotations[bindCompleted] !== undefined) return claim
    const added = {
      ...(isNew && annotations[boundByController] === undefined && { [boundByController]: 'yes' }),
      ...(annotations[bindCompleted] === undefined && { [bindCompleted]: 'yes' }),
    }
    const metadata = { ...claim.metadata, annotations: { ...annotations, ...added } }
    return this.updateClaim(
      new PersistentVolumeClaim({ ...claim, metadata, spec: { ...claim.spec, volumeName: name } }),
    )
  }
}

/** The status of a claim in a phase; undefined if it has it. */
function claimStatus(
  { status = {} }: PersistentVolumeClaim,
  phase: string,
  volume: PersistentVolume | undefined,
): PersistentVolumeClaimStatus | undefined {
  const { accessModes, capacity, currentVolumeAttributesClassName: attributes, ...rest } = status
  const isNew = status.phase !== phase
  if (volume === undefined) {
    const had = accessModes != null || capacity != null || attributes != null
    return isNew || had ? { ...rest, phase } : undefined
  }
  const { spec } = volume
  const modes = spec?.accessModes
  const isSame = !isNew && JSON.stringify(accessModes ?? []) === JSON.stringify(modes ?? [])
  if (isSame) return undefined
  const isBinding = status.phase === 'Pending' && phase === 'Bound'
  return {
    ...status,
    phase,
    accessModes: modes,
    // The size of a bound claim may differ from its volume's on purpose.
    ...(isNew && { capacity: boundCapacity(volume, capacity) }),
    ...(isBinding && { currentVolumeAttributesClassName: spec?.volumeAttributesClassName }),
  }
}

function boundCapacity(
  { metadata, spec }: PersistentVolume,
  known: PersistentVolumeClaimStatus['capacity'],
): PersistentVolumeClaimStatus['capacity'] {
  const storage = spec?.capacity?.storage
  if (storage === undefined) throw new Error(`PersistentVolume "${metadata?.name}" is without a storage capacity`)
  const before = metadata?.annotations?.[preResizeCapacity]
  if (before !== undefined) return { ...known, storage: before }
  return known?.storage !== undefined && quantityEquals(known.storage, storage) ? known : spec?.capacity
}
