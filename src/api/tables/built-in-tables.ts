import { eachListItem, isListType } from '../../meta/list.js'
import { listMetaOf } from '../../meta/partial-object-metadata.js'
import type { TableConvertor } from '../../meta/table/table-convertor.js'
import { metaToTableRow } from '../../meta/table/table-row.js'
import { Table, type TableColumnDefinition } from '../../meta/v1/types.gen.js'
import { getResourceVersion } from '../../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { cells, type RowPrinter, type RowPrinters } from './cells.js'
import { ageColumn, column, nameColumn, type TableColumns } from './column.js'

/** Columns and rows of the kinds of a group. */
interface GroupTables {
  readonly columns: TableColumns
  readonly printers: RowPrinters
}

type Load = () => Promise<object>

const load = async (columns: Load, printers: Load, name: string): Promise<GroupTables> => {
  // One after the other: Jest cannot link modules that share files at the same time.
  const definitions = (await columns()) as Record<string, never>
  const rows = (await printers()) as Record<string, never>
  return { columns: definitions[`${name}Columns`] as never, printers: rows[`${name}Printers`] as never }
}

/** API group → its tables. A group is loaded on first use of one of its kinds. */
const groups: Readonly<Record<string, () => Promise<GroupTables>>> = {
  '': () =>
    load(
      () => import('./columns/core.js'),
      () => import('./core.js'),
      'core',
    ),
  'admissionregistration.k8s.io': () =>
    load(
      () => import('./columns/admissionregistration.js'),
      () => import('./cluster.js'),
      'admissionregistration',
    ),
  'apiregistration.k8s.io': () =>
    load(
      () => import('./columns/apiregistration.js'),
      () => import('./access.js'),
      'apiregistration',
    ),
  apps: () =>
    load(
      () => import('./columns/apps.js'),
      () => import('./workloads.js'),
      'apps',
    ),
  autoscaling: () =>
    load(
      () => import('./columns/autoscaling.js'),
      () => import('./autoscaling.js'),
      'autoscaling',
    ),
  batch: () =>
    load(
      () => import('./columns/batch.js'),
      () => import('./workloads.js'),
      'batch',
    ),
  'certificates.k8s.io': () =>
    load(
      () => import('./columns/certificates.js'),
      () => import('./access.js'),
      'certificates',
    ),
  'coordination.k8s.io': () =>
    load(
      () => import('./columns/coordination.js'),
      () => import('./cluster.js'),
      'coordination',
    ),
  'discovery.k8s.io': () =>
    load(
      () => import('./columns/discovery.js'),
      () => import('./networking.js'),
      'discovery',
    ),
  'flowcontrol.apiserver.k8s.io': () =>
    load(
      () => import('./columns/flowcontrol.js'),
      () => import('./cluster.js'),
      'flowcontrol',
    ),
  'networking.k8s.io': () =>
    load(
      () => import('./columns/networking.js'),
      () => import('./networking.js'),
      'networking',
    ),
  'node.k8s.io': () =>
    load(
      () => import('./columns/node.js'),
      () => import('./cluster.js'),
      'node',
    ),
  policy: () =>
    load(
      () => import('./columns/policy.js'),
      () => import('./cluster.js'),
      'policy',
    ),
  'rbac.authorization.k8s.io': () =>
    load(
      () => import('./columns/rbac.js'),
      () => import('./access.js'),
      'rbac',
    ),
  'resource.k8s.io': () =>
    load(
      () => import('./columns/resource.js'),
      () => import('./resource.js'),
      'resource',
    ),
  'scheduling.k8s.io': () =>
    load(
      () => import('./columns/scheduling.js'),
      () => import('./cluster.js'),
      'scheduling',
    ),
  'storage.k8s.io': () =>
    load(
      () => import('./columns/storage.js'),
      () => import('./storage.js'),
      'storage',
    ),
}

/**
 * The table of a built-in kind as an API server makes it for `kubectl get`: name and creation time if the kind has no
 * columns of its own. Objects are of the kind's hub version: the newest stable one. An Event of `events.k8s.io` is one of
 * the core group.
 */
export async function builtInTableConvertor(kind: {
  readonly group: string
  readonly kind: string
}): Promise<TableConvertor> {
  const group = kind.group === 'events.k8s.io' ? '' : kind.group
  const tables = Object.hasOwn(groups, group) ? await groups[group]?.() : undefined
  const columns = tables?.columns[kind.kind]
  const printer = tables?.printers[kind.kind] as RowPrinter<KubernetesObject> | undefined
  if (columns === undefined || printer === undefined) return convertorOf(plainColumns, plainPrinter)
  return convertorOf(columns, printer)
}

/** Columns of kinds without their own. */
const plainColumns = [nameColumn, column('Created At', 'date', ageColumn.description)]
const plainPrinter = cells<KubernetesObject>((_object, { name, creationTimestamp }) => [
  name,
  creationTimestamp === '' ? '0001-01-01T00:00:00Z' : creationTimestamp,
])

function convertorOf(columns: readonly TableColumnDefinition[], printer: RowPrinter<KubernetesObject>): TableConvertor {
  return {
    convertToTable(object, options = {}) {
      const conditions: Table['rows'][number]['conditions'][] = []
      if (printer.conditions !== undefined) {
        const add = (item: KubernetesObject): void => void conditions.push(printer.conditions?.(item))
        if (isListType(object)) eachListItem(object, add)
        else add(object)
      }
      const rows = metaToTableRow(object, options, (item, facts) => printer.cells(item, facts))
      for (const [index, row] of rows.entries()) {
        const found = conditions[index] ?? []
        if (found.length > 0) row.conditions = found
      }
      const version = getResourceVersion(object)
      const metadata = isListType(object) ? listMetaOf(object) : version === '' ? {} : { resourceVersion: version }
      return new Table({ metadata, columnDefinitions: options.noHeaders === true ? [] : [...columns], rows })
    },
  }
}
