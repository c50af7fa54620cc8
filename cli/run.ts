import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { argumentProblem } from '../codegen/cli/argument-problem.js'
import { isMachineryError } from '../src/errors/machinery-error.js'
import { isDiffWithCluster, isGetOfFiles } from './cluster-or-files.js'
import { packageVersion } from './package-version.js'
import { isSystemError, UsageError } from './usage-error.js'
import type { CommandIO, Verb } from './verb.js'

/** The verbs, each loaded when it is called. */
const verbs: Readonly<Record<string, () => Promise<Verb>>> = {
  get: async () => (await import('./verbs/get.js')).get,
  convert: async () => (await import('./verbs/convert.js')).convert,
  decode: async () => (await import('./verbs/decode.js')).decode,
  validate: async () => (await import('./verbs/validate.js')).validate,
  default: async () => (await import('./verbs/default.js')).fillDefaults,
  patch: async () => (await import('./verbs/patch.js')).patch,
  diff: async () => (await import('./verbs/diff.js')).diff,
  kinds: async () => (await import('./verbs/kinds.js')).kinds,
  init: async () => (await import('./verbs/init.js')).init,
  generate: async () => (await import('./verbs/generate.js')).generate,
}

/** Verbs of `@apimachinery/client`, which use a cluster. `get -f`, `patch`, and `diff` of two files are this package's own. */
const clusterVerbs: ReadonlySet<string> = new Set([
  ...['get', 'create', 'apply', 'replace', 'delete', 'wait', 'api-resources', 'api-versions', 'explain'],
])

/** Runs the command; resolves to the exit code: 0 done, 1 input refused, 2 called wrongly. */
export async function run(args: readonly string[], io: CommandIO): Promise<number> {
  const [name, ...rest] = args
  try {
    if (name === '--version' || name === 'version') {
      io.write(`${packageVersion()}\n`)
      return 0
    }
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      io.write(await overview())
      return name === undefined ? 2 : 0
    }
    const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if ((clusterVerbs.has(name) && !isGetOfFiles(args)) || isDiffWithCluster(args)) {
      const path = name === 'get' ? rest.find((arg) => isFile(arg, io)) : undefined
      if (path !== undefined) throw new UsageError(`get shows files with -f: apimachinery get -f ${path}`)
      return await runOnCluster(args)
    }
    if (load === undefined) throw new UsageError(`unknown verb "${name}": apimachinery --help lists them`)
    const verb = await load()
    if (verb.ownHelp !== true && (rest.includes('--help') || rest.includes('-h'))) {
      io.write(`${verb.help}\n`)
      return 0
    }
    return await verb.run(rest, io)
  } catch (error) {
    return await report(error, args, io)
  }
}

/** A file or folder in place of an option. */
function isFile(arg: string, { cwd }: CommandIO): boolean {
  return /[./]/.test(arg) && !arg.startsWith('-') && existsSync(resolve(cwd, arg))
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(verbs).map(async ([name, load]) => `  ${name.padEnd(10)}${(await load()).summary}`),
  )
  return `usage: apimachinery <verb> [options]\n\n${lines.join('\n')}\n\nWith @apimachinery/client, on a cluster: ${[...clusterVerbs, 'diff -f'].join(', ')}.\n\napimachinery <verb> --help describes one verb, apimachinery --version prints the version.\n`
}

/** The part of the client package that is used; this one does not depend on it. */
interface ClientCommand {
  processIO(): unknown
  run(args: readonly string[], io: unknown): Promise<number>
}

async function runOnCluster(args: readonly string[]): Promise<number> {
  const name = '@apimachinery/client/cli'
  let command: ClientCommand
  try {
    command = await import(name)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error
    throw new UsageError(`${args[0]} speaks to a cluster and needs the client: npm install @apimachinery/client`)
  }
  return command.run(args, command.processIO())
}

/** Mistakes of the caller and of the input are one message; anything else is ours and keeps its stack. */
async function report(error: unknown, [verb = '', ...rest]: readonly string[], io: CommandIO): Promise<number> {
  if (error instanceof UsageError) {
    io.warn(`apimachinery: ${error.message}`)
    return error.exitCode
  }
  if (isMachineryError(error)) {
    io.warn(`apimachinery: ${error.message}`)
    return 1
  }
  if (isSystemError(error)) {
    io.warn(`apimachinery: ${error.message}`)
    return 2
  }
  const problem = argumentProblem(error)
  if (problem === undefined) throw error
  const path = rest.find((arg) => isFile(arg, io))
  const takesFiles = Object.hasOwn(verbs, verb) && ((await verbs[verb]?.())?.help ?? '').includes('-f, --filename')
  const hint = path === undefined || !takesFiles ? '' : `; files are given with -f: apimachinery ${verb} -f ${path}`
  io.warn(`apimachinery ${verb}: ${problem}${hint}; apimachinery ${verb} --help tells what it takes`)
  return 2
}
