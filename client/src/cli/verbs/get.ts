import { isNotFound } from 'apimachinery/errors'
import { objectPrinter, type PrintedObject } from '../../resources/object-text.js'
import type { ResourceSelection } from '../../resources/resource-finder.js'
import { sortObjects } from '../../resources/sort-rows.js'
import { WatchPrinter } from '../../resources/watch-text.js'
import { connect, globalHelp } from '../global-options.js'
import { finderFor } from '../object-options.js'
import { integerFlag } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'
import { parseGet } from './get-options.js'
import { showTables } from './get-tables.js'
import { watchObjects } from './get-watch.js'

/** Shows objects. */
export const get: Verb = {
  summary: 'print objects as a table, or in full',
  help: `usage: apimachinery-client get (TYPE[,TYPE…] [NAME…] | TYPE/NAME… | -f FILENAME) [options]

  -o, --output FORMAT       wide, yaml, kyaml, json, name, jsonpath=TEMPLATE, jsonpath-as-json=TEMPLATE, custom-columns=HEADER:PATH,…
  -w, --watch, --watch-only print changes afterwards, or changes only; with --output-watch-events as events
  -l, --selector LABELS, --field-selector FIELDS, -A, --all-namespaces
      --sort-by PATH        order of the rows
      --no-headers, --show-labels, --show-kind, -L, --label-columns NAME,…
      --show-managed-fields with yaml and json
      --ignore-not-found    missing objects are not an error
      --chunk-size N        objects per request; default 500
      --subresource NAME    status or scale of the objects
      --raw PATH            print the server's response to this path, unchanged
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parseGet(args)
    const shown = { showManagedFields: values['show-managed-fields'], noHeaders: values['no-headers'] }
    const printer = objectPrinter(values.output, shown)
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
          'You must specify the type of resource to get. Use "apimachinery-client api-resources" for a complete list of supported resources.',
        )
      }
      const errors: unknown[] = []
      const finder = finderFor(session, io, {
        onObjectError: (error) => {
          if (!(values['ignore-not-found'] === true && isNotFound(error))) errors.push(error)
        },
        subresource: values.subresource,
        filename: values.filename,
        recursive: values.recursive,
        args: positionals,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        allNamespaces: values['all-namespaces'],
        chunkSize: integerFlag('--chunk-size', values['chunk-size']),
      })
      const context = { io, values, namespace: session.namespace }
      if (values.watch === true || values['watch-only'] === true) {
        const events = values['output-watch-events'] === true
        const each = printer && new WatchPrinter(values.output, { ...shown, events })
        return await watchObjects(finder, { ...context, session, printer: each })
      }
      if (printer === undefined) return await showTables(session.client, finder, context)
      const objects: PrintedObject[] = []
      for await (const each of finder.objects()) objects.push(each)
      const isList = !isSingle(await finder.selections(), positionals, values.filename)
      if (isList && values['sort-by'] !== undefined) sortObjects(objects, values['sort-by'])
      const isNothing = objects.length === 0 && (!isList || values['ignore-not-found'] === true)
      if (!isNothing) io.write(printer(objects, { isList }))
      if (errors.length > 0)
        throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'several objects failed')
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** Whether a single object was requested, which is shown without a list. */
function isSingle(
  selections: readonly ResourceSelection[],
  args: readonly string[],
  files: readonly string[] | undefined,
): boolean {
  if (files !== undefined && files.length > 0) return args.length === 0
  return selections.length === 1 && selections[0]?.name !== undefined
}
