import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import * as v1 from '../storage/v1/types.gen.js'
import * as v1beta1 from '../storage/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields } from './defaults-registrar.js'

/** Registers the defaults of `storage.k8s.io`. */
export function addStorageDefaults(scheme: DefaultsRegistrar): void {
  for (const version of [v1, v1beta1]) {
    withFields<StorageClass>(scheme, {
      type: version.StorageClass,
      list: version.StorageClassList,
      fill: defaultStorageClass,
    })
    withFields<CSIDriver>(scheme, { type: version.CSIDriver, list: version.CSIDriverList, fill: defaultCSIDriver })
  }
}

interface StorageClass extends KubernetesObject {
  reclaimPolicy?: string | undefined
  volumeBindingMode?: string | undefined
}

interface CSIDriver extends KubernetesObject {
  spec?: v1.CSIDriverSpec
}

function defaultStorageClass(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete'
  storageClass.volumeBindingMode ??= 'Immediate'
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
