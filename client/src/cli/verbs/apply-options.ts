import { isConflict, MachineryError } from 'apimachinery/errors'
import { isRequestStatusError } from '../../rest/request-status-error.js'
import { globalOptions } from '../global-options.js'
import { changeOptions, dryRunOf, fileOptions } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'

/** What `apply` was given. */
export type ApplyValues = ReturnType<typeof parse>['values']

/** The options of `apply`. @throws UsageError with kubectl's messages for combinations that it rejects */
export function parseApply(args: readonly string[]): ApplyValues {
  const { values, positionals } = parse(args)
  if (positionals.length > 0) {
    const args = positionals.join(' ')
    throw new UsageError(`Unexpected args: [${args}]\nSee 'apimachinery-client apply -h' for help and examples`)
  }
  if (values.filename === undefined) throw new UsageError('must specify one of -f and -k')
  checkWays(values)
  if (values.prune === true) checkPrune(values)
  return values
}

function parse(args: readonly string[]) {
  return parseArguments({
    args: [...args],
    allowNegative: true,
    allowPositionals: true,
    options: {
      ...globalOptions,
      ...fileOptions,
      ...changeOptions,
      'server-side': { type: 'boolean' },
      'force-conflicts': { type: 'boolean' },
      force: { type: 'boolean' },
      overwrite: { type: 'boolean' },
      prune: { type: 'boolean' },
      'prune-allowlist': { type: 'string', multiple: true },
      selector: { type: 'string', short: 'l' },
      all: { type: 'boolean' },
      applyset: { type: 'string' },
      subresource: { type: 'string' },
      'show-managed-fields': { type: 'boolean' },
    },
  })
}

function checkWays(values: ApplyValues): void {
  const serverSide = values['server-side'] === true
  const dryRun = dryRunOf(values['dry-run'])
  if (values['force-conflicts'] === true && !serverSide)
    throw new UsageError('--force-conflicts only works with --server-side')
  if (dryRun === 'client' && serverSide) {
    throw new UsageError(`--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)`)
  }
  if (values.force === true && serverSide) throw new UsageError('--force cannot be used with --server-side')
  if (values.force === true && dryRun === 'server') throw new UsageError('--dry-run=server cannot be used with --force')
  if (values.all === true && values.selector !== undefined)
    throw new UsageError('cannot set --all and --selector at the same time')
  if (values.applyset !== undefined && values.prune !== true) throw new UsageError('--applyset requires --prune')
  if (values.subresource !== undefined && !serverSide)
    throw new UsageError('--subresource can only be specified for --server-side')
}

function checkPrune(values: ApplyValues): void {
  if (values.force === true) throw new UsageError('--force cannot be used with --prune')
  if (values.applyset !== undefined) {
    if (values.all === true) throw new UsageError('--all is incompatible with --applyset')
    if (values.selector !== undefined) throw new UsageError('--selector is incompatible with --applyset')
    if (values['prune-allowlist'] !== undefined)
      throw new UsageError('--prune-allowlist is incompatible with --applyset')
    return
  }
  if (values.all !== true && values.selector === undefined) {
    throw new UsageError(
      'all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector',
    )
  }
  if (values['server-side'] === true) {
    throw new UsageError("--prune is in alpha and doesn't currently work on objects created by server-side apply")
  }
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

/** A conflict of a server-side apply with what can be done about it; kubectl does not name its reason. */
export function withAdvice(error: unknown): unknown {
  if (!isRequestStatusError(error) || !isConflict(error)) return error
  return new MachineryError('ObjectFailed', `${error.message}\n${advice}`, { cause: error })
}
