import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import type { StorageClass } from '../v1/types.gen.js'

const defaultClass = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/** How a StorageClass is shown. */
export const storageClassTable: KindTable<StorageClass> = {
  columns: [
    nameColumn,
    column('Provisioner', 'string', 'provisioner indicates the type of the provisioner.'),
    column(
      'ReclaimPolicy',
      'string',
      'reclaimPolicy controls the reclaimPolicy for dynamically provisioned PersistentVolumes of this storage class. Defaults to Delete.',
    ),
    column(
      'VolumeBindingMode',
      'string',
      'volumeBindingMode indicates how PersistentVolumeClaims should be provisioned and bound.  When unset, VolumeBindingImmediate is used. This field is only honored by servers that enable the VolumeScheduling feature.',
    ),
    column(
      'AllowVolumeExpansion',
      'string',
      'allowVolumeExpansion shows whether the storage class allow volume expand.',
    ),
    ageColumn,
  ],
  cells: (object, { name, age }) => {
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
  },
}
