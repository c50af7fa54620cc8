import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface CSIDriver extends KubernetesObject {
  spec?: v1.CSIDriverSpec
}

/** Registers the defaults of CSIDriver. */
export function addCSIDriverDefaults(scheme: DefaultsRegistrar): void {
  withFields<CSIDriver>(scheme, [v1.CSIDriver, v1beta1.CSIDriver], defaultCSIDriver)
}

function defaultCSIDriver(driver: CSIDriver): void {
  driver.spec ??= {}
  const spec = driver.spec
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  spec.seLinuxMount ??= false
}
