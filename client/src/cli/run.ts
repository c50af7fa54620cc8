import type { CommandIO } from './command-io.js'
import { errorMessage, isExpected } from './error-message.js'
import { globalOptions } from './global-options.js'
import { FlagError, UsageError } from './usage-error.js'
import type { Verb } from './verb.js'

/** The verbs, each loaded when it is called. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  get: async () => (await import('./verbs/get.js')).get,
  create: async () => (await import('./verbs/create.js')).create,
  apply: async () => (await import('./verbs/apply.js')).apply,
  replace: async () => (await import('./verbs/replace.js')).replace,
  patch: async () => (await import('./verbs/patch.js')).patch,
  delete: async () => (await import('./verbs/delete.js')).deleteObjects,
  wait: async () => (await import('./verbs/wait.js')).wait,
  diff: async () => (await import('./verbs/diff.js')).diff,
  'api-resources': async () => (await import('./verbs/api-resources.js')).apiResources,
  'api-versions': async () => (await import('./verbs/api-versions.js')).apiVersions,
  explain: async () => (await import('./verbs/explain.js')).explain,
}

/** Runs a verb on a cluster; resolves to the exit code: 0 done, 1 refused. */
export async function run(args: readonly string[], io: CommandIO): Promise<number> {
  const [name, ...rest] = verbFirst(args)
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      io.write(await overview())
      return name === undefined ? 1 : 0
    }
    const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (load === undefined) throw new UsageError(`unknown command ${JSON.stringify(name)} for "apimachinery-client"`)
    const verb = await load()
    if (asksForHelp(rest)) {
      io.write(`${(await verb.helpOf?.(rest)) ?? verb.help}\n`)
      return 0
    }
    refuseKustomizations(rest)
    return await verb.run(rest, io)
  } catch (error) {
    const help = error instanceof FlagError ? `\nSee 'apimachinery-client ${name} --help' for usage.` : ''
    return report(error, { io, help, code: name === 'diff' ? 2 : 1 })
  }
}

/** Arguments after `--` are not options. */
function ownArguments(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--')
  return end < 0 ? args : args.slice(0, end)
}

function asksForHelp(args: readonly string[]): boolean {
  return ownArguments(args).some((arg) => arg === '--help' || arg === '-h')
}

/** @throws UsageError for `-k`, which kubectl supports */
function refuseKustomizations(args: readonly string[]): void {
  if (!ownArguments(args).some((arg) => /^(-k|--kustomize(=.*)?)$/.test(arg))) return
  throw new UsageError('kustomizations are not read here: give what `kubectl kustomize FOLDER` prints with -f -')
}

/** Global options may precede the verb, as with kubectl. */
function verbFirst(args: readonly string[]): readonly string[] {
  const options: [string, { type: string; short?: string }][] = Object.entries(globalOptions)
  const takesValue = new Set(
    options.flatMap(([name, { type, short }]) =>
      type === 'string' ? [`--${name}`, ...(short === undefined ? [] : [`-${short}`])] : [],
    ),
  )
  let at = 0
  while (at < args.length && args[at]?.startsWith('-')) at += takesValue.has(args[at]!) ? 2 : 1
  const verb = args[at]
  if (verb === undefined || !Object.hasOwn(verbs, verb)) return args
  return [verb, ...args.slice(0, at), ...args.slice(at + 1)]
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(verbs).map(async ([name, load]) => `  ${name.padEnd(15)}${(await load()).summary}`),
  )
  return `usage: apimachinery <verb> [options]\n\n${lines.join('\n')}\n\napimachinery <verb> --help describes one verb.\n`
}

interface ReportOptions {
  readonly io: CommandIO
  /** What is said after a message about a flag. */
  readonly help: string
  readonly code: number
}

function report(error: unknown, { io, help, code }: ReportOptions): number {
  if (error instanceof UsageError) {
    io.warn(`error: ${error.message}${help}`)
    return code
  }
  if (isExpected(error) || isSystemError(error)) {
    io.warn(errorMessage(error).trimEnd())
    return code
  }
  throw error
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && typeof (error as { errno?: unknown }).errno === 'number'
}
