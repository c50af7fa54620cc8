import type { PersistentVolume, PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import type { StorageClass } from 'apimachinery/api/storage/v1'
import { betaStorageClass } from './storage-names.js'

/** Reads classes. */
export interface StorageClasses {
  get(name: string): StorageClass | undefined
}

/** The name of the class of a claim; empty for none. */
export function claimClass({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata?.annotations?.[betaStorageClass] ?? spec?.storageClassName ?? ''
}

/** Reports whether a claim names a class, be it that of no class. */
export function hasClass({ metadata, spec }: PersistentVolumeClaim): boolean {
  return metadata?.annotations?.[betaStorageClass] !== undefined || typeof spec?.storageClassName === 'string'
}

/** The name of the class of a volume; empty for none. */
export function volumeClass({ metadata, spec }: PersistentVolume): string {
  return metadata?.annotations?.[betaStorageClass] ?? spec?.storageClassName ?? ''
}

/** Reports whether a claim waits for its first pod. */
export function isDelayed(claim: PersistentVolumeClaim, classes: StorageClasses): boolean {
  const name = claimClass(claim)
  return name !== '' && classes.get(name)?.volumeBindingMode === 'WaitForFirstConsumer'
}
