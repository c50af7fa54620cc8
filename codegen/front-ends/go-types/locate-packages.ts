import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { GoPackageSource } from './go-package.js'

/** Where to look for what the command line names. */
export interface LocateOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string
  /** Module cache; by default what Go uses without configuration. */
  readonly modules?: string | undefined
}

/**
 * Finds Go packages: a folder with Go files, a folder with packages below it, or a package or module of the module
 * cache, such as `k8s.io/api@v0.37.2/apps/v1`.
 *
 * @throws Error when there is none.
 */
export function locateGoPackages(input: string, options: LocateOptions): GoPackageSource[] {
  const directory = folderOf(input, options)
  const packages = packageFolders(directory).map((folder) => ({ path: importPath(folder, options), directory: folder }))
  if (packages.length === 0) throw new Error(`${input}: no Go package with API types`)
  return packages
}

/** Module cache of a Go installation without configuration. */
export function defaultModuleCache(): string {
  return process.env.GOMODCACHE ?? join(process.env.GOPATH ?? join(homedir(), 'go'), 'pkg', 'mod')
}

function folderOf(input: string, { cwd, modules = defaultModuleCache() }: LocateOptions): string {
  for (const candidate of [resolve(cwd, input), join(modules, escapeModule(input))]) {
    if (existsSync(candidate) && statSync(candidate).isDirectory()) return candidate
  }
  throw new Error(`${input}: no such folder, here or in the module cache`)
}

/** The module cache writes capitals as `!` and the small letter. */
function escapeModule(path: string): string {
  return path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)
}

/** A folder that holds Go files itself, otherwise every folder below that registers types or declares a group. */
function packageFolders(directory: string): string[] {
  if (goFiles(directory).length > 0) return [directory]
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && !/(^|[\\/])(testdata|vendor|\.git)([\\/]|$)/.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((folder) => goFiles(folder).some((name) => /^(register|groupversion_info)\.go$/.test(name)))
    .sort()
}

function goFiles(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
}

function importPath(directory: string, { modules = defaultModuleCache() }: LocateOptions): string {
  for (let root = directory; ; root = dirname(root)) {
    const file = join(root, 'go.mod')
    const below = relative(root, directory).split(sep).join('/')
    const module = existsSync(file) ? /^module\s+"?([^\s"]+)"?/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
    if (module !== undefined) return below === '' ? module : `${module}/${below}`
    if (root === dirname(root)) break
  }
  const cached = relative(modules, directory).split(sep).join('/')
  const unversioned = cached.replace(/@v[^/]+/, '').replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return cached.startsWith('..') ? directory.split(sep).slice(-3).join('/') : unversioned
}
