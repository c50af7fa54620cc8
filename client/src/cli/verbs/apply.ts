import { isMachineryError } from 'apimachinery/errors'
import { parse as parseLabels } from 'apimachinery/labels'
import { getLabels, type Unstructured } from 'apimachinery/runtime'
import { ObjectApplier } from '../../resources/apply-objects.js'
import { ApplySet } from '../../resources/apply-set.js'
import { LabelPruner } from '../../resources/label-pruner.js'
import { type ObjectInfo, objectName } from '../../resources/object-info.js'
import { objectPrinter, type PrintedObject } from '../../resources/object-text.js'
import type { CommandIO } from '../command-io.js'
import { connect, globalHelp, type Session } from '../global-options.js'
import {
  checksKinds,
  dryRunOf,
  finderFor,
  forEachObject,
  ObjectProgress,
  outcomeText,
  validationOf,
} from '../object-options.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'
import { type ApplyValues, parseApply, withAdvice } from './apply-options.js'

type Manifest = ObjectInfo & { readonly object: Unstructured }

/** Applies manifests, by patches that are made here or by the server. */
export const apply: Verb = {
  summary: 'create or update objects from files or standard input',
  help: `usage: apimachinery-client apply -f FILENAME [options]

  -f, --filename FILE       file, folder or - for standard input; repeatable
  -R, --recursive           include subfolders
  -l, --selector LABELS     only objects with these labels
      --server-side         apply on the server, which records the manager of each field; takes over what client-side applies managed
      --force-conflicts     take over fields of other managers (with --server-side)
      --subresource NAME    apply to status or scale (with --server-side)
      --force               delete and re-create objects that cannot be changed
      --overwrite=false     keep changes of other clients
      --prune --applyset SET  delete objects of the set that are not in the files: NAME of a Secret, or RESOURCE/NAME
      --prune -l LABELS     delete applied objects with these labels that are not in the files; --prune --all: with any labels
      --prune-allowlist GROUP/VERSION/KIND  kinds to prune; repeatable
      --dry-run MODE        none, client or server
      --validate MODE       strict (default), warn or ignore
      --field-manager NAME
  -o, --output FORMAT       json, yaml, name, jsonpath=…, custom-columns=…; with --show-managed-fields
${globalHelp}`,
  run: async (args, io) => {
    const values = parseApply(args)
    const session = await connect(values, io)
    try {
      await new Run(session, io, values).run()
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** One call of `apply`. */
class Run {
  readonly #session: Session
  readonly #io: CommandIO
  readonly #values: ApplyValues
  readonly #failures: unknown[] = []

  constructor(session: Session, io: CommandIO, values: ApplyValues) {
    this.#session = session
    this.#io = io
    this.#values = values
  }

  async run(): Promise<void> {
    const { output = '', prune, applyset } = this.#values
    const dryRun = dryRunOf(this.#values['dry-run'])
    const shown = { showManagedFields: this.#values['show-managed-fields'], list: 'applied' } as const
    const printer = objectPrinter(output, shown)
    const pruner = prune === true && applyset === undefined ? await this.#pruner() : undefined
    const manifests = await this.#manifests()
    const set = await this.#applySet()
    await set?.begin(manifests)
    const applied: PrintedObject[] = []
    const applier = this.#applier()
    const progress = new ObjectProgress(this.#io, manifests.length)
    const work = forEachObject(each(manifests), async (info, index) => {
      set?.mark(info.object)
      pruner?.visitNamespace(info.namespace)
      const { outcome, object } = await applier.apply(info).catch((error: unknown) => {
        throw this.#values['server-side'] === true ? withAdvice(error) : error
      })
      set?.applied(object)
      pruner?.visit(object)
      progress.show(index + 1)
      applied.push({ ...info, object })
      this.#printResult(info, outcomeText(outcome, dryRun))
    })
    await work.catch((error: unknown) =>
      this.#failures.push(...(error instanceof AggregateError ? error.errors : [error])),
    )
    if (this.#failures.length === 1) throw this.#failures[0]
    if (this.#failures.length > 1) throw new AggregateError(this.#failures, 'several objects failed')
    if (printer !== undefined && output !== 'name') this.#io.write(printer(applied, { isList: applied.length !== 1 }))
    for await (const info of pruner?.prune() ?? []) {
      if (printer !== undefined && output !== 'name') this.#io.write(printer([info], { isList: false }))
      else this.#printResult(info, outcomeText('pruned', dryRun))
    }
    if (set === undefined) return
    for await (const info of set.prune()) this.#printResult(info, outcomeText('pruned', dryRun))
    await set.end()
  }

  /** One line about an object, unless the objects themselves are shown in the end. */
  #printResult(info: ObjectInfo, outcome: string): void {
    const { output = '' } = this.#values
    if (output === 'name') this.#io.write(`${objectName(info)}\n`)
    else if (output === '') this.#io.write(`${objectName(info)} ${outcome}\n`)
  }

  async #manifests(): Promise<Manifest[]> {
    const onError = (error: unknown): void => void this.#failures.push(error)
    const finder = finderFor(this.#session, this.#io, {
      filename: this.#values.filename,
      recursive: this.#values.recursive,
      onError,
      checkKinds: checksKinds(this.#values),
    })
    const { selector } = this.#values
    const wanted = selector === undefined ? undefined : parseLabels(selector)
    const found: Manifest[] = []
    try {
      for await (const info of finder.manifests()) {
        if (wanted === undefined || wanted.matches(getLabels(info.object) ?? {})) found.push(info)
      }
    } catch (error) {
      // What was read before is applied, and the rest is reported in the end.
      if (!isMachineryError(error)) throw error
      onError(error)
    }
    if (found.length === 0 && this.#failures.length === 0) throw new UsageError('no objects passed to apply')
    return found
  }

  #applier(): ObjectApplier {
    const values = this.#values
    return new ObjectApplier(this.#session.client, {
      serverSide: values['server-side'],
      forceConflicts: values['force-conflicts'],
      force: values.force,
      overwrite: values.overwrite !== false,
      subresource: values.subresource,
      dryRun: dryRunOf(values['dry-run']),
      fieldManager: values['field-manager'],
      fieldValidation: validationOf(values.validate),
      signal: this.#io.signal,
      onWarning: (message) => this.#io.warn(message),
    })
  }

  async #pruner(): Promise<LabelPruner> {
    const { client, namespace, enforceNamespace } = this.#session
    const pruner = await LabelPruner.create(client, {
      labelSelector: this.#values.selector,
      kinds: this.#values['prune-allowlist'],
      dryRun: dryRunOf(this.#values['dry-run']),
      signal: this.#io.signal,
    })
    if (enforceNamespace) pruner.visitNamespace(namespace)
    return pruner
  }

  async #applySet(): Promise<ApplySet | undefined> {
    const text = this.#values.applyset
    if (text === undefined) return undefined
    const arg = text.includes('/') ? text : `secrets/${text}`
    const [selection] = await finderFor(this.#session, this.#io, { args: [arg] }).selections()
    if (selection?.name === undefined) throw new UsageError(`invalid parent reference ${JSON.stringify(text)}`)
    const { mapping, name } = selection
    const namespace = mapping.scope.name === 'namespace' ? this.#session.namespace : ''
    const dryRun = dryRunOf(this.#values['dry-run'])
    return new ApplySet(this.#session.client, { mapping, namespace, name }, { dryRun, signal: this.#io.signal })
  }
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, undefined> {
  yield* items
}
