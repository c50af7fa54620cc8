import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  addEarlierToScheme,
  FeatureGates,
  newestRelease,
  type Release,
  schemeOptionsOf,
} from '../src/api/releases/index.js'
import { messageOf } from '../src/errors/message-of.js'
import { Scheme } from '../src/runtime/scheme/scheme.js'
import { UsageError } from './usage-error.js'

/** The exports of a module for `--scheme`: `addToScheme`, or the same function as its default. */
type SchemeModule = { readonly addToScheme?: unknown; readonly default?: unknown }

/** What a scheme is made of. */
export interface SchemeSources {
  /** Modules that add kinds. */
  readonly modules: readonly string[]
  readonly cwd: string
  /** The release whose built-in types it has; the newest one where absent. */
  readonly release?: Release | undefined
}

/**
 * Makes a scheme of the built-in types of a release with their defaults and conversions, and of what the modules add.
 *
 * @throws {@link UsageError} when a module cannot be loaded or exports no function.
 */
export async function loadScheme({ modules, cwd, release = newestRelease }: SchemeSources): Promise<Scheme> {
  const scheme = new Scheme({ ...schemeOptionsOf(release), name: 'apimachinery' })
  const [{ addToScheme }, { addDefaultsToScheme }, { addConversionsToScheme }] = await Promise.all([
    import('../src/api/index.js'),
    import('../src/api/defaults/index.js'),
    import('../src/api/conversion/index.js'),
  ])
  addToScheme(scheme)
  if (release !== newestRelease) addEarlierToScheme(scheme)
  addDefaultsToScheme(scheme, { featureEnabled: new FeatureGates({ release }).enabled })
  addConversionsToScheme(scheme)
  for (const path of modules) await addModule(scheme, path, cwd)
  return scheme
}

async function addModule(scheme: Scheme, path: string, cwd: string): Promise<void> {
  const add = addFunction(await importModule(path, cwd))
  if (add === undefined) throw new UsageError(`--scheme ${path}: exports no function addToScheme(scheme)`)
  try {
    await add(scheme)
  } catch (cause) {
    throw new UsageError(`--scheme ${path}: ${messageOf(cause)}`)
  }
}

async function importModule(path: string, cwd: string): Promise<SchemeModule> {
  try {
    return await import(pathToFileURL(resolve(cwd, path)).href)
  } catch (cause) {
    const typed = (cause as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION'
    throw new UsageError(`--scheme ${path}: cannot be loaded: ${typed ? compileFirst : messageOf(cause)}`)
  }
}

const compileFirst = 'this release of Node runs JavaScript only: compile it, or use Node 22.18 or newer for TypeScript'

/** CommonJS modules arrive under `default`. */
function addFunction(module: SchemeModule): ((scheme: Scheme) => unknown) | undefined {
  const nested = module.default as SchemeModule | undefined
  const found = [module.addToScheme, nested?.addToScheme, nested].find((value) => typeof value === 'function')
  return found as ((scheme: Scheme) => unknown) | undefined
}
