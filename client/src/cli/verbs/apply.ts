import { isConflict } from 'apimachinery/errors'
import type { Unstructured } from 'apimachinery/runtime'
import { ObjectApplier } from '../../resources/apply-objects.js'
import { ApplySet } from '../../resources/apply-set.js'
import { type ObjectInfo, objectName } from '../../resources/object-info.js'
import { objectPrinter } from '../../resources/object-text.js'
import { isRequestStatusError, RequestStatusError } from '../../rest/request-status-error.js'
import type { CommandIO } from '../command-io.js'
import { connect, globalHelp, globalOptions, type Session } from '../global-options.js'
import {
  changeOptions,
  dryRunOf,
  fileOptions,
  finderFor,
  forEachObject,
  ObjectProgress,
  outcomeText,
  validationOf,
} from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Applies manifests, by patches that are made here or by the server. */
export const apply: Verb = {
  summary: 'make objects be as files or standard input say',
  help: `usage: apimachinery apply -f FILENAME [options]

  -f, --filename FILE       file, folder or - for standard input; repeatable
  -R, --recursive           folders of folders, too
      --server-side         the server applies, and knows who manages which field
      --force-conflicts     take fields that others manage (with --server-side)
      --force               delete and create again what cannot be changed
      --overwrite=false     keep what others have changed
      --prune --applyset SET  delete what was in the set and is not in the files: NAME of a Secret, or RESOURCE/NAME
      --dry-run MODE        none, client or server
      --validate MODE       strict (default), warn or ignore
      --field-manager NAME
  -o, --output FORMAT       json, yaml, name, jsonpath=…, custom-columns=…
${globalHelp}`,
  run: async (args, io) => {
    const { values } = parseArguments({
      args: [...args],
      allowNegative: true,
      options: {
        ...globalOptions,
        ...fileOptions,
        ...changeOptions,
        'server-side': { type: 'boolean' },
        'force-conflicts': { type: 'boolean' },
        force: { type: 'boolean' },
        overwrite: { type: 'string' },
        prune: { type: 'boolean' },
        applyset: { type: 'string' },
      },
    })
    const dryRun = dryRunOf(values['dry-run'])
    checkOptions(values, dryRun)
    const printer = objectPrinter(values.output ?? '')
    const session = await connect(values, io)
    try {
      const infos: (ObjectInfo & { readonly object: Unstructured })[] = []
      const failures: unknown[] = []
      const finder = finderFor(session, io, { ...values, onError: (error) => failures.push(error) })
      for await (const info of finder.manifests()) infos.push(info)
      if (infos.length === 0 && failures.length === 0) throw new UsageError('no objects passed to apply')
      const set = await applySetOf(values.applyset, { session, io, dryRun })
      await set?.begin(infos)
      const applier = new ObjectApplier(session.client, {
        serverSide: values['server-side'],
        forceConflicts: values['force-conflicts'],
        force: values.force,
        overwrite: values.overwrite !== 'false',
        dryRun,
        fieldManager: values['field-manager'],
        fieldValidation: validationOf(values.validate),
        signal: io.signal,
        onWarning: (message) => io.warn(message),
      })
      const progress = new ObjectProgress(io, infos.length)
      const work = forEachObject(each(infos), async (info, index) => {
        set?.mark(info.object)
        const { outcome, object } = await applier.apply(info).catch((error: unknown) => {
          throw values['server-side'] === true ? withAdvice(error) : error
        })
        set?.applied(object)
        progress.show(index + 1)
        io.write(
          printer?.([{ ...info, object }], { isList: false }) ??
            `${objectName(info)} ${outcomeText(outcome, dryRun)}\n`,
        )
      })
      await work.catch((error: unknown) => failures.push(...(error instanceof AggregateError ? error.errors : [error])))
      if (failures.length > 0)
        throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'several objects failed')
      if (set !== undefined && values.prune === true) {
        for await (const info of set.prune()) io.write(`${objectName(info)} ${outcomeText('pruned', dryRun)}\n`)
        await set.end()
      }
      return 0
    } finally {
      await session.client.close()
    }
  },
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T, undefined> {
  yield* items
}

interface CheckedValues {
  readonly filename?: string[] | undefined
  readonly force?: boolean | undefined
  readonly prune?: boolean | undefined
  readonly applyset?: string | undefined
  readonly 'server-side'?: boolean | undefined
  readonly 'force-conflicts'?: boolean | undefined
}

/** Rejects the combinations that kubectl rejects, with its messages. */
function checkOptions(values: CheckedValues, dryRun: string): void {
  const serverSide = values['server-side'] === true
  if (values.filename === undefined) throw new UsageError('must specify one of -f and -k')
  if (values['force-conflicts'] === true && !serverSide)
    throw new UsageError('--force-conflicts only works with --server-side')
  if (dryRun === 'client' && serverSide) {
    throw new UsageError(`--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)`)
  }
  if (values.force === true && serverSide) throw new UsageError('--force cannot be used with --server-side')
  if (values.prune === true && values.applyset === undefined) {
    throw new UsageError('--prune needs --applyset: labels and allow-lists are not known to be safe')
  }
}

async function applySetOf(
  text: string | undefined,
  {
    session,
    io,
    dryRun,
  }: { readonly session: Session; readonly io: CommandIO; readonly dryRun: 'none' | 'client' | 'server' },
): Promise<ApplySet | undefined> {
  if (text === undefined) return undefined
  const arg = text.includes('/') ? text : `secrets/${text}`
  const [selection] = await finderFor(session, io, { args: [arg] }).selections()
  if (selection?.name === undefined) throw new UsageError(`invalid parent reference ${JSON.stringify(text)}`)
  const { mapping, name } = selection
  const namespace = mapping.scope.name === 'namespace' ? session.namespace : ''
  return new ApplySet(session.client, { mapping, namespace, name }, { dryRun, signal: io.signal })
}

const advice = `Please review the fields above--they currently have other managers. Here
are the ways you can resolve this warning:
* If you intend to manage all of these fields, please re-run the apply
  command with the \`--force-conflicts\` flag.
* If you do not intend to manage all of the fields, please edit your
  manifest to remove references to the fields that should keep their
  current managers.
* You may co-own fields by updating your manifest to match the existing
  value; in this case, you'll become the manager if the other manager(s)
  stop managing the field (remove it from their configuration).
See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts`

function withAdvice(error: unknown): unknown {
  if (!isRequestStatusError(error) || !isConflict(error)) return error
  // kubectl wraps the error, so that its reason is lost: the message begins with `error:`.
  const { method, verb, requestPath: path, httpStatus } = error
  const { reason: _, ...status } = error.status
  const message = `${error.message}\n${advice}`
  return new RequestStatusError(
    { ...status, message, reason: 'Conflict' },
    { method, verb, path, httpStatus, headers: {} },
    error,
  )
}
