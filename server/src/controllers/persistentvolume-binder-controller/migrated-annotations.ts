import type { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import {
  betaStorageProvisioner,
  migratedTo,
  pluginFinalizer,
  provisionedBy,
  provisionerFinalizer,
  storageProvisioner,
} from '../volumes/storage-names.js'
import { migratedDriver } from './volume-plugins.js'

type Metadata = NonNullable<PersistentVolume['metadata']>

/** Metadata of a claim that says which driver is in charge in place of a plugin; undefined if it does already. */
export function migratedClaim({ metadata = {} }: PersistentVolumeClaim): Metadata | undefined {
  const { annotations = {} } = metadata
  return migrated(metadata, annotations[storageProvisioner] ?? annotations[betaStorageProvisioner])
}

/** The same for a volume, with the finalizers of who is in charge. Source: `pv_controller_base.go` of pkg/controller/volume/persistentvolume. */
export function migratedVolume({ metadata = {}, spec }: PersistentVolume): Metadata | undefined {
  const maker = metadata.annotations?.[provisionedBy]
  const annotated = migrated(metadata, maker)
  if (maker === undefined) return annotated
  const finalizers = metadata.finalizers ?? []
  const wanted = finalizersOf(finalizers, maker, spec?.persistentVolumeReclaimPolicy)
  return wanted.join() === finalizers.join() ? annotated : { ...(annotated ?? metadata), finalizers: wanted }
}

function migrated(metadata: Metadata, maker: string | undefined): Metadata | undefined {
  if (maker === undefined) return undefined
  const { [migratedTo]: known, ...annotations } = metadata.annotations ?? {}
  const driver = migratedDriver(maker)
  if ((known ?? '') === (driver ?? '')) return undefined
  return { ...metadata, annotations: driver === undefined ? annotations : { ...annotations, [migratedTo]: driver } }
}

function finalizersOf(finalizers: readonly string[], maker: string, policy: string | undefined): string[] {
  const others = finalizers.filter((each) => each !== pluginFinalizer)
  if (migratedDriver(maker) !== undefined) return others
  if (!maker.startsWith('kubernetes.io/')) return [...finalizers]
  const kept = policy === 'Retain' || policy === 'Recycle' ? others : [...finalizers]
  if (policy === 'Delete' && !kept.includes(pluginFinalizer)) kept.push(pluginFinalizer)
  return kept.filter((each) => each !== provisionerFinalizer)
}
