import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import { PersistentVolume } from '../v1/types.gen.js'

/** Registers the defaults of PersistentVolume. */
export function addPersistentVolumeDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, PersistentVolume, defaultPersistentVolume)
}

function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.status ??= {}
  const status = volume.status
  status.phase ||= 'Pending'
  volume.spec ??= {}
  const spec = volume.spec
  spec.persistentVolumeReclaimPolicy ||= 'Retain'
  spec.volumeMode ??= 'Filesystem'
  if (spec.hostPath) spec.hostPath.type ??= ''
  roundResourceList(spec.capacity)
}
