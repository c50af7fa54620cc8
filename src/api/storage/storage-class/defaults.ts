import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

interface StorageClass extends KubernetesObject {
  reclaimPolicy?: string | undefined
  volumeBindingMode?: string | undefined
}

/** Registers the defaults of StorageClass. */
export function addStorageClassDefaults(scheme: DefaultsRegistrar): void {
  withFields<StorageClass>(scheme, [v1.StorageClass, v1beta1.StorageClass], defaultStorageClass)
}

function defaultStorageClass(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete'
  storageClass.volumeBindingMode ??= 'Immediate'
}
