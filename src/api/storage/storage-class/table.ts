import { compareStrings } from '../../../internal/compare-strings.js'
import type { JSONValue } from '../../../json/json-value.js'
import type { RowFacts } from '../../../meta/table/table-row.js'
import { ageColumn, column, nameColumn } from '../../tables/column.js'
import type { KindTable, KindTableByRelease } from '../../tables/kind-table.js'
import type { StorageClass } from '../v1/types.gen.js'

const defaultClass = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

/** How a StorageClass is shown: a list marks the default one, earlier releases mark each that calls itself so. */
export const storageClassTable: KindTableByRelease<StorageClass> = ({ minor }) => {
  if (minor < 37) return { columns, cells: (object, facts) => cells(object, facts, isDefault(object)) }
  return {
    columns,
    cells: (object, facts) => cells(object, facts, false),
    cellsOfList(items) {
      const name = effectiveDefault(items)
      return (object, facts) => cells(object, facts, name !== undefined && facts.name === name)
    },
  }
}

const columns: KindTable['columns'] = [
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
  column('AllowVolumeExpansion', 'string', 'allowVolumeExpansion shows whether the storage class allow volume expand.'),
  ageColumn,
]

function isDefault({ metadata }: StorageClass): boolean {
  return defaultClass.some((annotation) => metadata?.annotations?.[annotation] === 'true')
}

/** The newest of those that call themselves the default, and of these the first by name. */
function effectiveDefault(items: readonly StorageClass[]): string | undefined {
  const order = ({ metadata }: StorageClass) => Date.parse(metadata?.creationTimestamp ?? '') || 0
  const [first] = items
    .filter(isDefault)
    .sort((a, b) => order(b) - order(a) || compareStrings(a.metadata?.name ?? '', b.metadata?.name ?? ''))
  return first?.metadata?.name
}

function cells(object: StorageClass, { name, age }: RowFacts, marked: boolean): JSONValue[] {
  const { provisioner, reclaimPolicy, volumeBindingMode, allowVolumeExpansion } = object
  return [
    marked ? `${name} (default)` : name,
    provisioner ?? '',
    reclaimPolicy ?? 'Delete',
    volumeBindingMode ?? 'Immediate',
    allowVolumeExpansion ?? false,
    age,
  ]
}
