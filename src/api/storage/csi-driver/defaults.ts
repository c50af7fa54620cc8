import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsOptions, type DefaultsRegistrar, gatesOf, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface CSIDriver extends KubernetesObject {
  spec?: v1.CSIDriverSpec
}

/** Registers the defaults of CSIDriver. */
export function addCSIDriverDefaults(scheme: DefaultsRegistrar, options: DefaultsOptions): void {
  const featureEnabled = gatesOf(options)
  withFields<CSIDriver>(scheme, [v1.CSIDriver, v1beta1.CSIDriver], (driver) => defaultCSIDriver(driver, featureEnabled))
}

function defaultCSIDriver(driver: CSIDriver, featureEnabled: (gate: string) => boolean): void {
  driver.spec ??= {}
  const spec = driver.spec
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  if (featureEnabled('SELinuxMountReadWriteOncePod')) spec.seLinuxMount ??= false
  if (featureEnabled('VolumeLimitScaling')) spec.preventPodSchedulingIfMissing ??= false
}
