import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '../storage/v1/types.gen.js'
import { structsOf, textsOf } from '../validation/go-values.js'
import { cells, type RowPrinters } from './cells.js'

const defaultClass = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/** Rows of `storage.k8s.io`. Source: pkg/printers/internalversion of Kubernetes. */
export const storagePrinters: RowPrinters = {
  CSIDriver: cells<CSIDriver>(({ spec }, { name, age }) => {
    const audiences = structsOf(spec?.tokenRequests)
      .map(({ audience }) => audience ?? '')
      .join(',')
    return [
      name,
      spec?.attachRequired ?? true,
      spec?.podInfoOnMount ?? false,
      spec?.storageCapacity ?? false,
      spec?.tokenRequests ? audiences : '<unset>',
      spec?.requiresRepublish ?? false,
      textsOf(spec?.volumeLifecycleModes).join(',') || '<none>',
      age,
    ]
  }),
  CSINode: cells<CSINode>(({ spec }, { name, age }) => [name, spec?.drivers?.length ?? 0, age]),
  StorageClass: cells<StorageClass>((object, { name, age }) => {
    const { metadata, provisioner, reclaimPolicy, volumeBindingMode, allowVolumeExpansion } = object
    const isDefault = defaultClass.some((annotation) => metadata?.annotations?.[annotation] === 'true')
    return [
      isDefault ? `${name} (default)` : name,
      provisioner ?? '',
      reclaimPolicy ?? 'Delete',
      volumeBindingMode ?? 'Immediate',
      allowVolumeExpansion ?? false,
      age,
    ]
  }),
  VolumeAttachment: cells<VolumeAttachment>(({ spec, status }, { name, age }) => [
    name,
    spec?.attacher ?? '',
    spec?.source?.persistentVolumeName ?? '',
    spec?.nodeName ?? '',
    status?.attached ?? false,
    age,
  ]),
  VolumeAttributesClass: cells<VolumeAttributesClass>(({ driverName }, { name, age }) => [name, driverName ?? '', age]),
}
