import { column, nameColumn, wideColumn } from '../../tables/column.js'
import type { KindTable, KindTableByRelease } from '../../tables/kind-table.js'
import { createdCell, createdColumn, plainTable } from '../../tables/plain-table.js'
import { structsOf } from '../../validation/go-values.js'
import type { CustomResourceDefinition } from '../v1/types.gen.js'

/** How a CustomResourceDefinition is shown: earlier releases have its name and its time alone. */
export const customResourceDefinitionTable: KindTableByRelease<CustomResourceDefinition> = ({ minor }) =>
  minor >= 37 ? detailed : plainTable

/** Source: pkg/registry/customresourcedefinition/tableconvertor of k8s.io/apiextensions-apiserver. */
const detailed: KindTable<CustomResourceDefinition> = {
  columns: [
    nameColumn,
    column('Scope', 'string', 'Cluster/Namespaced'),
    column('Versions', 'string', 'Served versions'),
    createdColumn,
    wideColumn('Group', 'string', 'API group'),
    wideColumn('Kind', 'string', 'CustomResource kind'),
    wideColumn('ShortNames', 'string', 'Short names'),
    wideColumn('Established', 'boolean', 'Established status'),
  ],
  cells: ({ spec, status }, { name, creationTimestamp }) => {
    const { names } = spec ?? {}
    const served = structsOf(spec?.versions).filter((version) => version.served)
    const versions = served.map((version) => `${version.name}${version.storage ? '(storage)' : ''}`).sort()
    const isEstablished = structsOf(status?.conditions).some(
      (each) => each.type === 'Established' && each.status === 'True',
    )
    return [
      name,
      spec?.scope ?? '',
      versions.join(','),
      createdCell(creationTimestamp),
      spec?.group ?? '',
      names?.kind ?? '',
      (names?.shortNames ?? []).join(','),
      isEstablished,
    ]
  },
}
