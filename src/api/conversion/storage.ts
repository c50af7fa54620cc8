import * as v1 from '../storage/v1/types.gen.js'
import * as v1alpha1 from '../storage/v1alpha1/types.gen.js'
import * as v1beta1 from '../storage/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `storage.k8s.io`. */
export function addStorageConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.StorageClass, v1beta1.StorageClass)
  addSameKinds(scheme, v1.VolumeAttachment, v1alpha1.VolumeAttachment, v1beta1.VolumeAttachment)
  addSameKinds(scheme, v1.CSINode, v1beta1.CSINode)
  addSameKinds(scheme, v1.CSIDriver, v1beta1.CSIDriver)
  addSameKinds(scheme, v1.CSIStorageCapacity, v1alpha1.CSIStorageCapacity, v1beta1.CSIStorageCapacity)
  addSameKinds(scheme, v1.VolumeAttributesClass, v1alpha1.VolumeAttributesClass, v1beta1.VolumeAttributesClass)
}
