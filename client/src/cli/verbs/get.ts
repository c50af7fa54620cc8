import { isNotFound } from 'apimachinery/errors'
import type { Client } from '../../client/client.js'
import { fetchTable } from '../../resources/fetch-table.js'
import { kindName } from '../../resources/object-info.js'
import { objectPrinter, type PrintedObject } from '../../resources/object-text.js'
import type { ResourceFinder, ResourceSelection } from '../../resources/resource-finder.js'
import { sortTable } from '../../resources/sort-rows.js'
import { tableText } from '../../resources/table-text.js'
import type { CommandIO } from '../command-io.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import { fileOptions, finderFor } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

const options = {
  ...globalOptions,
  ...fileOptions,
  output: { type: 'string', short: 'o', default: '' },
  selector: { type: 'string', short: 'l' },
  'field-selector': { type: 'string' },
  'all-namespaces': { type: 'boolean', short: 'A' },
  'ignore-not-found': { type: 'boolean' },
  'no-headers': { type: 'boolean' },
  'show-labels': { type: 'boolean' },
  'show-kind': { type: 'boolean' },
  'show-managed-fields': { type: 'boolean' },
  'label-columns': { type: 'string', short: 'L', multiple: true },
  'sort-by': { type: 'string' },
  'chunk-size': { type: 'string', default: '500' },
  raw: { type: 'string' },
} as const
type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  return parseArguments({ args: [...args], allowPositionals: true, options })
}

/** Shows objects. */
export const get: Verb = {
  summary: 'show objects as a table, or whole',
  help: `usage: apimachinery get (TYPE[,TYPE…] [NAME…] | TYPE/NAME… | -f FILENAME) [options]

  -o, --output FORMAT       wide, yaml, json, name, jsonpath=TEMPLATE, custom-columns=HEADER:PATH,…
  -l, --selector LABELS, --field-selector FIELDS, -A, --all-namespaces
      --sort-by PATH        order of the rows
      --no-headers, --show-labels, --show-kind, -L, --label-columns NAME,…
      --show-managed-fields with yaml and json
      --ignore-not-found    what is not there is no error
      --chunk-size N        objects of one request; default 500
      --raw PATH            what the server answers there, as it is
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parse(args)
    const printer = objectPrinter(values.output, {
      showManagedFields: values['show-managed-fields'] === true,
      noHeaders: values['no-headers'] === true,
    })
    const session = await connect(values, io)
    try {
      if (values.raw !== undefined) {
        const [path = '', query] = values.raw.split('?', 2)
        const request = session.client.rest.get().absPath(path).signal(io.signal)
        for (const [name, value] of new URLSearchParams(query)) request.param(name, value)
        io.write((await request.do()).text())
        return 0
      }
      if (positionals.length === 0 && values.filename === undefined) {
        throw new UsageError(
          'You must specify the type of resource to get. Use "apimachinery api-resources" for a complete list of supported resources.',
        )
      }
      const finder = finderFor(session, io, {
        filename: values.filename,
        recursive: values.recursive,
        args: positionals,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        allNamespaces: values['all-namespaces'],
        chunkSize: Number(values['chunk-size']),
      })
      if (printer === undefined)
        return await showTables(session.client, finder, { io, values, namespace: session.namespace })
      const objects: PrintedObject[] = []
      const errors = await collect(finder, objects, values['ignore-not-found'] === true)
      const isList = !isSingle(await finder.selections(), positionals, values.filename)
      if (objects.length > 0 || isList) io.write(printer(objects, { isList }))
      if (errors.length > 0)
        throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several objects failed')
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** Whether one object was asked for, which is then shown without a list around it. */
function isSingle(
  selections: readonly ResourceSelection[],
  args: readonly string[],
  files: readonly string[] | undefined,
): boolean {
  if (files !== undefined && files.length > 0) return args.length === 0
  return selections.length === 1 && selections[0]?.name !== undefined
}

async function collect(finder: ResourceFinder, into: PrintedObject[], ignoreNotFound: boolean): Promise<unknown[]> {
  const errors: unknown[] = []
  try {
    for await (const each of finder.objects()) into.push(each)
  } catch (error) {
    if (!(ignoreNotFound && isNotFound(error))) errors.push(error)
  }
  return errors
}

async function showTables(
  client: Client,
  finder: ResourceFinder,
  { io, values, namespace }: { readonly io: CommandIO; readonly values: Values; readonly namespace: string },
): Promise<number> {
  const selections = await targets(finder)
  const errors: unknown[] = []
  const withKind = values['show-kind'] === true || new Set(selections.map(({ mapping }) => kindName(mapping))).size > 1
  let written = ''
  let group:
    | {
        readonly key: string
        readonly tables: Awaited<ReturnType<typeof fetchTable>>[]
        readonly selection: ResourceSelection
      }
    | undefined
  const flush = (): void => {
    if (group === undefined) return
    const [first, ...more] = group.tables
    const { mapping } = group.selection
    if (first === undefined) return
    for (const each of more) first.rows.push(...each.rows)
    if (first.rows.length === 0) return
    if (values['sort-by'] !== undefined) sortTable(first, values['sort-by'])
    const text = tableText(first, {
      wide: values.output === 'wide',
      noHeaders: values['no-headers'],
      withNamespace: values['all-namespaces'] === true && mapping.scope.name === 'namespace',
      showLabels: values['show-labels'],
      labelColumns: values['label-columns']?.flatMap((each) => each.split(',')),
      ...(withKind && { withKind: kindName(mapping) }),
    })
    io.write(written === '' ? text : `\n${text}`)
    written = text
  }
  for (const selection of selections) {
    const key = selection.mapping.resource.toString()
    try {
      const table = await fetchTable(client, selection, {
        namespace: selection.namespace ?? finder.namespaceFor(selection.mapping),
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        chunkSize: Number(values['chunk-size']),
        signal: io.signal,
      })
      if (group?.key === key) group.tables.push(table)
      else {
        flush()
        group = { key, tables: [table], selection }
      }
    } catch (error) {
      if (!(values['ignore-not-found'] === true && isNotFound(error))) errors.push(error)
    }
  }
  flush()
  if (written === '' && errors.length === 0 && values['ignore-not-found'] !== true) {
    const inNamespace =
      values['all-namespaces'] !== true && selections.every(({ mapping }) => mapping.scope.name === 'namespace')
    io.warn(inNamespace ? `No resources found in ${namespace} namespace.` : 'No resources found')
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several objects failed')
  return 0
}

async function targets(finder: ResourceFinder): Promise<(ResourceSelection & { readonly namespace?: string })[]> {
  const found: (ResourceSelection & { readonly namespace?: string })[] = []
  for await (const { mapping, name, namespace } of finder.manifests()) found.push({ mapping, name, namespace })
  return [...found, ...(await finder.selections())]
}
