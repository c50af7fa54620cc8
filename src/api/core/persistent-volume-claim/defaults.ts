import type { ObjectInit } from '../../../runtime/objects/object-init.js'
import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import { PersistentVolumeClaim } from '../v1/types.gen.js'
import { defaultClaimSpec } from '../volume/defaults.js'

/** Registers the defaults of PersistentVolumeClaim. */
export function addPersistentVolumeClaimDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, PersistentVolumeClaim, defaultPersistentVolumeClaim)
}

/** Applies defaults to a claim, including templates in a StatefulSet. */
export function defaultPersistentVolumeClaim(claim: ObjectInit<PersistentVolumeClaim>): void {
  claim.status ??= {}
  const status = claim.status
  status.phase ||= 'Pending'
  claim.spec ??= {}
  defaultClaimSpec(claim.spec)
  roundResourceList(status.capacity)
  roundResourceList(status.allocatedResources)
}
