import { isNotFound } from 'apimachinery/errors'
import type { Table } from 'apimachinery/meta/v1'
import type { Client } from '../../client/client.js'
import { fetchTable } from '../../resources/fetch-table.js'
import { kindName } from '../../resources/object-info.js'
import type { ResourceFinder, ResourceSelection } from '../../resources/resource-finder.js'
import { sortTable } from '../../resources/sort-rows.js'
import { type TableTextOptions, tableText } from '../../resources/table-text.js'
import type { CommandIO } from '../command-io.js'
import type { GetArguments } from './get-options.js'

/** What is shown: a resource, one name or all, and the namespace of a manifest. */
export type GetTarget = ResourceSelection & { readonly namespace?: string }

/** How tables are requested and written. */
export interface TableContext {
  readonly io: CommandIO
  readonly values: GetArguments['values']
  /** The namespace of the session. */
  readonly namespace: string
}

/** The targets of manifests and arguments, in order. */
export async function targetsOf(finder: ResourceFinder): Promise<GetTarget[]> {
  const found: GetTarget[] = []
  for await (const { mapping, name, namespace } of finder.manifests()) found.push({ mapping, name, namespace })
  return [...found, ...(await finder.selections())]
}

/** The table of a target. */
export function tableOf(
  client: Client,
  target: GetTarget,
  { finder, context: { io, values } }: { readonly finder: ResourceFinder; readonly context: TableContext },
): Promise<Table> {
  const sorted = values['sort-by'] !== undefined
  return fetchTable(client, target, {
    namespace: target.namespace ?? finder.namespaceFor(target.mapping),
    labelSelector: values.selector,
    fieldSelector: values['field-selector'],
    subresource: values.subresource,
    chunkSize: sorted ? 0 : Number(values['chunk-size']),
    wholeObjects: sorted,
    signal: io.signal,
  })
}

/** How the rows of a resource are written. */
export function tableOptions(
  { mapping }: GetTarget,
  values: GetArguments['values'],
  withKind = false,
): TableTextOptions {
  return {
    wide: values.output === 'wide',
    noHeaders: values['no-headers'],
    withNamespace: values['all-namespaces'] === true && mapping.scope.name === 'namespace',
    showLabels: values['show-labels'],
    labelColumns: values['label-columns']?.flatMap((each) => each.split(',')),
    withKind: withKind || values['show-kind'] === true ? kindName(mapping) : undefined,
  }
}

/** Shows objects as tables, one for each resource. */
export async function showTables(client: Client, finder: ResourceFinder, context: TableContext): Promise<number> {
  const { io, values, namespace } = context
  const targets = await targetsOf(finder)
  const withKind = new Set(targets.map(({ mapping }) => kindName(mapping))).size > 1
  const errors: unknown[] = []
  const groups: { readonly key: string; readonly target: GetTarget; readonly table: Table }[] = []
  for (const target of targets) {
    const key = target.mapping.resource.toString()
    try {
      const table = await tableOf(client, target, { finder, context })
      const last = groups.at(-1)
      if (last?.key === key) last.table.rows.push(...table.rows)
      else groups.push({ key, target, table })
    } catch (error) {
      if (!(values['ignore-not-found'] === true && isNotFound(error))) errors.push(error)
    }
  }
  let written = false
  for (const { table, target } of groups) {
    if (values['sort-by'] !== undefined) sortTable(table, values['sort-by'])
    const text = tableText(table, tableOptions(target, values, withKind))
    if (text === '') continue
    io.write(written && values['no-headers'] !== true ? `\n${text}` : text)
    written = true
  }
  if (!written && errors.length === 0 && values['ignore-not-found'] !== true) {
    const inNamespace =
      values['all-namespaces'] !== true && targets.every(({ mapping }) => mapping.scope.name === 'namespace')
    io.warn(inNamespace ? `No resources found in ${namespace} namespace.` : 'No resources found')
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several objects failed')
  return 0
}
