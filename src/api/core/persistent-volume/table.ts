import { ageColumn, column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable } from '../../tables/kind-table.js'
import { amountText } from '../resource-list/amount-text.js'
import type { PersistentVolume } from '../v1/types.gen.js'

export const betaClass = 'volume.beta.kubernetes.io/storage-class'

const shortModes = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const

/** How a PersistentVolume is shown. */
export const persistentVolumeTable: KindTable<PersistentVolume> = {
  columns: [
    nameColumn,
    column(
      'Capacity',
      'string',
      "capacity is the description of the persistent volume's resources and capacity. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#capacity",
    ),
    column(
      'Access Modes',
      'string',
      'accessModes contains all ways the volume can be mounted. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes',
    ),
    column(
      'Reclaim Policy',
      'string',
      'persistentVolumeReclaimPolicy defines what happens to a persistent volume when released from its claim. Valid options are Retain (default for manually created PersistentVolumes), Delete (default for dynamically provisioned PersistentVolumes), and Recycle (deprecated). Recycle must be supported by the volume plugin underlying this PersistentVolume. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#reclaiming',
    ),
    column(
      'Status',
      'string',
      'phase indicates if a volume is available, bound to a claim, or released by a claim. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#phase',
    ),
    column(
      'Claim',
      'string',
      'claimRef is part of a bi-directional binding between PersistentVolume and PersistentVolumeClaim. Expected to be non-nil when bound. claim.VolumeName is the authoritative bind between PV and PVC. More info: https://kubernetes.io/docs/concepts/storage/persistent-volumes#binding',
    ),
    column('StorageClass', 'string', 'StorageClass of the pv'),
    column('VolumeAttributesClass', 'string', 'VolumeAttributesClass of the pv'),
    column(
      'Reason',
      'string',
      'reason is a brief CamelCase string that describes any failure and is meant for machine parsing and tidy display in the CLI.',
    ),
    ageColumn,
    wideColumn(
      'VolumeMode',
      'string',
      'volumeMode defines if a volume is intended to be used with a formatted filesystem or to remain in raw block state. Value of Filesystem is implied when not included in spec.',
    ),
  ],
  cells: ({ metadata, spec, status }, { name, age }) => {
    const { claimRef } = spec ?? {}
    const capacity = spec?.capacity?.storage
    return [
      name,
      amountText(capacity),
      accessModes(spec?.accessModes),
      spec?.persistentVolumeReclaimPolicy ?? '',
      metadata?.deletionTimestamp ? 'Terminating' : (status?.phase ?? ''),
      claimRef ? `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}` : '',
      metadata?.annotations?.[betaClass] ?? spec?.storageClassName ?? '',
      spec?.volumeAttributesClassName ?? '<unset>',
      status?.reason ?? '',
      age,
      spec?.volumeMode ?? '<unset>',
    ]
  },
}

export function accessModes(modes: readonly string[] | undefined): string {
  return shortModes
    .filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',')
}
