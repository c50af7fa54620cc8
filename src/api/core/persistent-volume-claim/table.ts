import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { accessModes, betaClass } from '../persistent-volume/table.js'
import { amountText } from '../resource-list/amount-text.js'
import type { PersistentVolumeClaim } from '../v1/types.gen.js'

/** How a PersistentVolumeClaim is shown. */
export const persistentVolumeClaimTable: KindTable<PersistentVolumeClaim> = {
  columns: [
    nameColumn,
    column('Status', 'string', 'phase represents the current phase of PersistentVolumeClaim.'),
    column('Volume', 'string', 'volumeName is the binding reference to the PersistentVolume backing this claim.'),
    column('Capacity', 'string', 'capacity represents the actual resources of the underlying volume.'),
    column(
      'Access Modes',
      'string',
      'accessModes contains the actual access modes the volume backing the PVC has. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes-1',
    ),
    column('StorageClass', 'string', 'StorageClass of the pvc'),
    column('VolumeAttributesClass', 'string', 'VolumeAttributesClass of the pvc'),
    ageColumn,
    wideColumn(
      'VolumeMode',
      'string',
      'volumeMode defines what type of volume is required by the claim. Value of Filesystem is implied when not included in claim spec.',
    ),
  ],
  cells: ({ metadata, spec, status }, { name, age }) => {
    const bound = spec?.volumeName ? (status ?? {}) : undefined
    const capacity = bound?.capacity?.storage
    return [
      name,
      metadata?.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
      spec?.volumeName ?? '',
      bound === undefined ? '' : amountText(capacity),
      accessModes(bound?.accessModes),
      metadata?.annotations?.[betaClass] ?? spec?.storageClassName ?? '',
      spec?.volumeAttributesClassName ?? '<unset>',
      age,
      spec?.volumeMode ?? '<unset>',
    ]
  },
}
