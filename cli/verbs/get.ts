import { parseArgs } from 'node:util'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import type { Table } from '../../src/meta/v1/types.gen.js'
import { isList, visitItems } from '../../src/runtime/objects/list-items.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../../src/runtime/scheme/kind-access.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { at } from '../finding.js'
import { withLastingInput } from '../input.js'
import { loadCustomResources, loadGivenDefinitions } from '../load-custom-resources.js'
import { loadScheme } from '../load-scheme.js'
import { type TableSources, tableOf } from '../object-tables.js'
import { inputHelp, inputOptions } from '../options.js'
import { type ReadObject, readObjects } from '../read-objects.js'
import { noObjects } from '../rewrite-objects.js'
import { type TableTextOptions, tableText } from '../table-text.js'
import { UsageError } from '../usage-error.js'
import type { CommandIO, Verb } from '../verb.js'

/** Prints the table of the objects of files. */
export const get: Verb = {
  summary: 'show the objects of files as a table, as kubectl get does',
  help: `usage: apimachinery get -f PATH [options]

Prints what kubectl get would print for the objects in a cluster, with their defaults. Kinds are in the order of the
input; ages count from creationTimestamp. Without -f, or with an option that selects a cluster
(--kubeconfig, --context, --server), it prints objects of a cluster: see apimachinery-client get --help.

${inputHelp}
      --crds FOLDER     CustomResourceDefinitions, for the columns of their custom resources, where -f has none; repeatable
  -o, --output FORMAT   wide: include the additional columns
  -A, --all-namespaces  a first column with the namespace
      --no-headers      rows only`,
  run: async (args, processIO) => {
    const io = withLastingInput(processIO)
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...inputOptions,
        crds: { type: 'string', multiple: true },
        output: { type: 'string', short: 'o', default: '' },
        'all-namespaces': { type: 'boolean', short: 'A', default: false },
        'no-headers': { type: 'boolean', default: false },
      },
    })
    if (!['', 'wide'].includes(values.output)) {
      throw new UsageError(
        `-o ${values.output}: get of files shows tables, -o wide with all columns; apimachinery convert -o yaml writes whole objects`,
      )
    }
    const scheme = await loadScheme({ modules: values.scheme ?? [], cwd: io.cwd })
    const definitions = []
    for (const folder of values.crds ?? []) definitions.push(...(await loadCustomResources(scheme, folder, io)))
    definitions.push(...(await loadGivenDefinitions(scheme, values.filename ?? [], io)))
    const codecs = new CodecFactory(scheme, { mode: 'canonical', unstructured: true })
    const reads = readObjects({ paths: values.filename ?? [], codecs, io })
    const { parts, failures } = await readTables(reads, { scheme, definitions, now: new Date() }, io)
    const wide = values.output === 'wide'
    io.write(tablesText(parts, { wide, noHeaders: values['no-headers'], withNamespace: values['all-namespaces'] }))
    if (parts.length + failures === 0) io.warn(noObjects)
    return failures === 0 && parts.length > 0 ? 0 : 1
  },
}

/** Rows of objects of one kind that follow one another. */
interface TablePart {
  /** As names show it: `deployment.apps`. */
  readonly kind: string
  readonly apiVersion: string
  readonly table: Table
}

/** A document that cannot be shown is reported with its place, and the others are shown. */
async function readTables(
  reads: Iterable<ReadObject | undefined>,
  sources: TableSources,
  io: CommandIO,
): Promise<{ readonly parts: readonly TablePart[]; readonly failures: number }> {
  const parts: TablePart[] = []
  let failures = 0
  for (const read of reads) {
    if (read === undefined) {
      failures++
      continue
    }
    try {
      for (const item of itemsOf(read.decoded.object)) addTable(parts, item, await tableOf(item, sources))
    } catch (error) {
      if (!isMachineryError(error)) throw error
      failures++
      io.warn(at(read.document, error.position, error.message))
    }
  }
  return { parts, failures }
}

function itemsOf(object: KubernetesObject): readonly KubernetesObject[] {
  if (!isList(object)) return [object]
  const items: KubernetesObject[] = []
  visitItems(object, (item) => items.push(item))
  return items
}

function addTable(parts: TablePart[], object: KubernetesObject, table: Table): void {
  const { group, version, kind } = groupVersionKindOf(object)
  const name = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`
  const last = parts.at(-1)
  if (last?.kind === name && last.apiVersion === version) last.table.rows.push(...table.rows)
  else parts.push({ kind: name, apiVersion: version, table })
}

/** One table after another; names have their kind when there are several. */
function tablesText(parts: readonly TablePart[], options: Omit<TableTextOptions, 'withKind'>): string {
  const hasSeveral = new Set(parts.map(({ kind }) => kind)).size > 1
  return parts
    .map(({ kind, table }) => tableText(table, { ...options, ...(hasSeveral && { withKind: kind }) }))
    .join('\n')
}
