import { isMachineryError } from 'apimachinery/errors'
import { kindName, type ObjectInfo, objectName } from '../resources/object-info.js'
import { type FindOptions, ResourceFinder } from '../resources/resource-finder.js'
import type { DryRun, FieldValidation } from '../resources/write-options.js'
import type { CommandIO } from './command-io.js'
import type { Session } from './global-options.js'
import { UsageError } from './usage-error.js'

/** Options of verbs that read manifests. */
export const fileOptions = {
  filename: { type: 'string', short: 'f', multiple: true },
  recursive: { type: 'boolean', short: 'R' },
} as const

/** Options of verbs that change objects. */
export const changeOptions = {
  'dry-run': { type: 'string' },
  'field-manager': { type: 'string' },
  validate: { type: 'string' },
  output: { type: 'string', short: 'o' },
} as const

/** `--dry-run=client|server|none`. @throws UsageError in kubectl's wording */
export function dryRunOf(value: string | undefined): DryRun {
  if (value === undefined || value === 'none' || value === 'client' || value === 'server') return value ?? 'none'
  throw new UsageError(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`)
}

/** `--validate=strict|warn|ignore`. @throws UsageError in kubectl's wording */
export function validationOf(value: string | undefined): FieldValidation {
  if (value === undefined || value === '' || value === 'strict' || value === 'true') return 'Strict'
  if (value === 'warn') return 'Warn'
  if (value === 'ignore' || value === 'false') return 'Ignore'
  throw new UsageError(
    `invalid - validate option ${JSON.stringify(value)}; must be one of: strict (or true), warn, ignore (or false)`,
  )
}

/** The text after a name: `created`, `created (dry run)`. */
export function outcomeText(outcome: string, dryRun: DryRun): string {
  return outcome + (dryRun === 'client' ? ' (dry run)' : dryRun === 'server' ? ' (server dry run)' : '')
}

/** A finder for the files and arguments of a command. */
export function finderFor(
  { client, namespace, enforceNamespace }: Session,
  io: CommandIO,
  { filename = [], ...options }: Partial<FindOptions> & { readonly filename?: readonly string[] | undefined },
): ResourceFinder {
  const filenames = filename.flatMap((each) => each.split(','))
  const readInput = (): Promise<string> | string => io.readInput()
  return new ResourceFinder(client, {
    ...options,
    filenames,
    folder: io.cwd,
    readInput,
    namespace,
    enforceNamespace,
    signal: io.signal,
  })
}

/** Whether kinds of manifests are checked before they are sent: `--validate` can turn that off. */
export function checksKinds({ validate }: { readonly validate?: string | undefined }): boolean {
  return validationOf(validate) !== 'Ignore'
}

/** Does something with each object; errors are kept, with those that finding the objects adds, and thrown together in the end. */
export async function forEachObject<T>(
  objects: AsyncIterable<T>,
  work: (each: T, index: number) => Promise<void>,
  errors: unknown[] = [],
): Promise<number> {
  let count = 0
  const keep = (error: unknown): void => {
    if (!isMachineryError(error)) throw error
    errors.push(error)
  }
  try {
    for await (const each of objects) await work(each, count++).catch(keep)
  } catch (error) {
    // What cannot be read ends the run, and what failed before is reported as well.
    keep(error)
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'several objects failed')
  return count
}

/** Shows the progress of a long run on a terminal. */
export class ObjectProgress {
  readonly #io: CommandIO
  readonly #total: number

  constructor(io: CommandIO, total: number) {
    this.#io = io
    this.#total = total
  }

  /** Reports that `done` objects are finished. */
  show(done: number): void {
    if (this.#total < 20) return
    this.#io.terminal?.write(`\r${done}/${this.#total} objects${done === this.#total ? '\r\u001b[K' : ''}`)
  }
}

/** `pod "web" deleted from prod namespace`, as in kubectl. */
export function deletionText(
  info: ObjectInfo,
  { dryRun, force, output }: { readonly dryRun: DryRun; readonly force: boolean; readonly output?: string | undefined },
): string {
  if (output === 'name') return objectName(info)
  const done = force ? 'force deleted' : 'deleted'
  const where = info.namespace === '' ? done : `${done} from ${info.namespace} namespace`
  return `${kindName(info.mapping)} "${info.name}" ${outcomeText(where, dryRun)}`
}
