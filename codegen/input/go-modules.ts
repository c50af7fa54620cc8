import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

/** A module that another one needs, and where `go.mod` says it is. */
interface Requirement {
  readonly path: string
  /** Folder of its source. */
  readonly folder: string
}

interface GoModule {
  readonly path: string
  readonly root: string
  readonly requirements: readonly Requirement[]
}

/**
 * Finds the source of Go packages by import path, as Go would without its network: in the modules that the given folders
 * are part of, in their `vendor` folders, and in the module cache for the versions that `go.mod` names.
 */
export class GoModules {
  readonly #modules: readonly GoModule[]

  constructor(folders: readonly string[]) {
    const roots = new Set(folders.flatMap((folder) => moduleRoot(resolve(folder)) ?? []))
    this.#modules = [...roots].map(readModule)
  }

  /** Folder of a package; `undefined` when its source is nowhere. */
  folderOf(importPath: string): string | undefined {
    if (importPath.split('/').includes('..')) return undefined
    for (const { path, root, requirements } of this.#modules) {
      const own = inside({ path, folder: root }, importPath)
      const vendored = join(root, 'vendor', importPath)
      const required = [...requirements]
        .sort((a, b) => b.path.length - a.path.length)
        .flatMap((requirement) => inside(requirement, importPath) ?? [])
      const found = [own, vendored, ...required].find((folder) => folder !== undefined && hasGoSource(folder))
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** The folder with the `go.mod` that a folder belongs to. */
export function moduleRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (modulePath(join(at, 'go.mod')) !== undefined) return at
    if (dirname(at) === at) return undefined
  }
}

/** The path that a `go.mod` gives its module. */
export function modulePath(file: string): string | undefined {
  return existsSync(file) ? /^module\s+"?([^\s"]+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
}

function readModule(root: string): GoModule {
  const text = readFileSync(join(root, 'go.mod'), 'utf8').replaceAll(/\/\/.*$/gm, '')
  const path = modulePath(join(root, 'go.mod')) ?? ''
  const caches = moduleCaches(root, path)
  const replaced = new Map<string, string>()
  for (const [, from = '', to = '', version] of directives(
    text,
    'replace',
    /^(\S+)(?:\s+v\S+)?\s+=>\s+(\S+)(?:\s+(v\S+))?$/,
  )) {
    const folder = version === undefined ? resolve(root, to) : cached(caches, to, version)
    if (folder !== undefined) replaced.set(from, folder)
  }
  const requirements = directives(text, 'require', /^(\S+)\s+(v\S+)$/).flatMap(([, name = '', version = '']) => {
    const folder = replaced.get(name) ?? cached(caches, name, version)
    return folder === undefined ? [] : [{ path: name, folder }]
  })
  return { path, root, requirements }
}

/** Lines of a directive of `go.mod`, those in a block included. */
function directives(text: string, name: string, form: RegExp): RegExpExecArray[] {
  const blocks = [...text.matchAll(new RegExp(`^${name}\\s*\\(([^)]*)\\)`, 'gm'))].flatMap(([, body = '']) =>
    body.split('\n'),
  )
  const single = [...text.matchAll(new RegExp(`^${name}\\s+([^(\\n]+)$`, 'gm'))].map(([, line = '']) => line)
  return [...blocks, ...single].map((line) => form.exec(line.trim())).filter((found) => found !== null)
}

/** Module caches to look in: the one that the module itself lies in, and those of the environment. */
function moduleCaches(root: string, path: string): string[] {
  const place = root.replaceAll('\\', '/').lastIndexOf(`/${escapedPath(path)}@`)
  const { GOMODCACHE, GOPATH } = process.env
  const paths = (GOPATH ?? '').split(delimiter).filter((each) => each !== '')
  return [
    ...(place > 0 ? [root.slice(0, place)] : []),
    ...(GOMODCACHE === undefined || GOMODCACHE === '' ? [] : [GOMODCACHE]),
    ...[...paths, join(homedir(), 'go')].map((each) => join(each, 'pkg/mod')),
  ]
}

function cached(caches: readonly string[], path: string, version: string): string | undefined {
  return caches
    .map((cache) => join(cache, `${escapedPath(path)}@${escapedPath(version)}`))
    .find((each) => existsSync(each))
}

/** The module cache writes `!a` for `A`, for case-insensitive file systems. */
function escapedPath(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)
}

function inside({ path, folder }: Requirement, importPath: string): string | undefined {
  if (importPath === path) return folder
  return importPath.startsWith(`${path}/`) ? join(folder, importPath.slice(path.length + 1)) : undefined
}

function hasGoSource(folder: string): boolean {
  return (
    existsSync(folder) &&
    statSync(folder).isDirectory() &&
    readdirSync(folder).some((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
  )
}
