import { isNotFound } from 'apimachinery/errors'
import { Status, Table } from 'apimachinery/meta/v1'
import type { Unstructured } from 'apimachinery/runtime'
import { tableAccept } from '../../resources/fetch-table.js'
import { resourceOf } from '../../resources/object-info.js'
import { plainTable } from '../../resources/plain-table.js'
import type { ResourceFinder } from '../../resources/resource-finder.js'
import { sortTable } from '../../resources/sort-rows.js'
import { inColumns } from '../../resources/tab-writer.js'
import { TablePrinter } from '../../resources/table-text.js'
import type { WatchPrinter } from '../../resources/watch-text.js'
import { KindCodec } from '../../rest/kind-codec.js'
import { isRequestStatusError } from '../../rest/request-status-error.js'
import { ResourceClient } from '../../rest/resource-client.js'
import type { Session } from '../global-options.js'
import { UsageError } from '../usage-error.js'
import { type GetTarget, type TableContext, tableOf, tableOptions, targetsOf } from './get-tables.js'

/** How the objects of a watch are shown. */
export interface WatchContext extends TableContext {
  readonly session: Session
  /** Undefined: tables. */
  readonly printer: WatchPrinter | undefined
}

/** Shows objects, and their changes until the server ends the watch or the user does. */
export async function watchObjects(finder: ResourceFinder, context: WatchContext): Promise<number> {
  const { io, values } = context
  const targets = await targetsOf(finder)
  if (new Set(targets.map(({ mapping }) => mapping.resource.toString())).size > 1) {
    throw new UsageError('you may only specify a single resource type')
  }
  const [target] = targets
  if (target === undefined) throw new UsageError('Required resource not specified.')
  const only = values['watch-only'] === true && values.watch !== true
  if (values['sort-by'] !== undefined) {
    io.warn(
      only
        ? 'warning: --watch-only requested, --sort-by will be ignored'
        : 'warning: --watch requested, --sort-by will be ignored for watch events received',
    )
  }
  const view = context.printer === undefined ? new TableView(target, context) : new ObjectView(target, context.printer)
  let version = '0'
  try {
    for (const each of targets) version = await view.begin(each, { finder, context, silent: only })
  } catch (error) {
    if (isNotFound(error) && values['ignore-not-found'] === true) return 0
    throw error
  }
  if (targets.length > 1) {
    const found = `${targets.length} resources were found`
    throw new UsageError(`watch is only supported on individual resources and resource collections - ${found}`)
  }
  return follow(view, { target, finder, context, version })
}

/** How the beginning of a watch and its events are shown. */
interface WatchView {
  /** Shows the existing objects; returns the version from which changes are shown. */
  begin(target: GetTarget, parts: ViewParts): Promise<string>
  /** The resource to watch. */
  resource(target: GetTarget, parts: Omit<ViewParts, 'silent'>): ResourceClient<Unstructured | Table>
  /** The text of an event; with `hidden` it is looked at only. */
  event(type: string, object: Unstructured | Table, hidden: boolean): string
}

interface ViewParts {
  readonly finder: ResourceFinder
  readonly context: WatchContext
  readonly silent: boolean
}

async function follow(
  view: WatchView,
  parts: {
    readonly target: GetTarget
    readonly finder: ResourceFinder
    readonly context: WatchContext
    readonly version: string
  },
): Promise<number> {
  const { target, finder, context, version } = parts
  const { io, values } = context
  const watch = view.resource(target, { finder, context }).watch({
    resourceVersion: version,
    labelSelector: values.selector,
    fieldSelector: target.name === undefined ? values['field-selector'] : `metadata.name=${target.name}`,
    signal: io.signal,
    resume: false,
  })
  // The first event of a single object is the object that was shown already.
  let hidden = target.name !== undefined
  try {
    for await (const { type, object } of watch) {
      io.write(view.event(type, object, hidden))
      hidden = false
    }
  } catch (error) {
    if (io.signal?.aborted === true) return 1
    if (!isRequestStatusError(error) || error.httpStatus !== 200) throw error
    const { status = '', reason = '', message = '' } = error.status
    io.write(
      inColumns([
        ['STATUS', 'REASON', 'MESSAGE'],
        [status, reason, message],
      ]),
    )
  }
  return 0
}

class TableView implements WatchView {
  readonly #printer: TablePrinter
  readonly #withEvents: boolean

  constructor(target: GetTarget, { values }: WatchContext) {
    this.#printer = new TablePrinter(tableOptions(target, values))
    this.#withEvents = values['output-watch-events'] === true
  }

  async begin(target: GetTarget, { finder, context, silent }: ViewParts): Promise<string> {
    const { io, values, session } = context
    const table = await tableOf(session.client, target, { finder, context })
    if (values['sort-by'] !== undefined) sortTable(table, values['sort-by'])
    if (silent) table.rows = []
    io.write(this.#printer.print(table, this.#withEvents ? 'ADDED' : undefined))
    return target.name === undefined ? (table.metadata?.resourceVersion ?? '') : '0'
  }

  resource(target: GetTarget, { finder, context }: Omit<ViewParts, 'silent'>): ResourceClient<Table> {
    const { client } = context.session
    const namespace = target.namespace ?? finder.namespaceFor(target.mapping)
    const { kind, inNamespace } = resourceOf(client, { mapping: target.mapping, namespace })
    const codec = new KindCodec([Table, Status], client.rest.options.integers)
    return new ResourceClient(
      client.rest,
      { ...kind, itemClass: Table, codec, accept: tableAccept } as never,
      inNamespace,
    )
  }

  event(type: string, object: Table | Unstructured, hidden: boolean): string {
    const table = object instanceof Table ? object : plainTable(object, new Date())
    if (hidden) table.rows = []
    return this.#printer.print(table, this.#withEvents ? type : undefined)
  }
}

class ObjectView implements WatchView {
  readonly #target: GetTarget
  readonly #printer: WatchPrinter

  constructor(target: GetTarget, printer: WatchPrinter) {
    this.#target = target
    this.#printer = printer
  }

  async begin(target: GetTarget, { finder, context, silent }: ViewParts): Promise<string> {
    const { io, values } = context
    const { signal } = io
    const resource = this.resource(target, { finder, context })
    if (target.name !== undefined) {
      const object = await resource.get(target.name, { signal })
      if (!silent) io.write(this.event('ADDED', object, false))
      return '0'
    }
    const selectors = { labelSelector: values.selector, fieldSelector: values['field-selector'] }
    let version = ''
    for await (const page of resource.pages({ ...selectors, limit: Number(values['chunk-size']), signal })) {
      version = page.metadata?.resourceVersion ?? ''
      if (!silent) for (const object of page.items) io.write(this.event('ADDED', object, false))
    }
    return version
  }

  resource(target: GetTarget, { finder, context }: Omit<ViewParts, 'silent'>): ResourceClient<Unstructured> {
    const namespace = target.namespace ?? finder.namespaceFor(target.mapping)
    return resourceOf(context.session.client, { mapping: target.mapping, namespace })
  }

  event(type: string, object: Unstructured | Table, hidden: boolean): string {
    return hidden ? '' : this.#printer.print(type, object as Unstructured, this.#target.mapping)
  }
}
