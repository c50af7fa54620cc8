import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

/** A Go package by its import path and the folder of its source. */
export interface GoPackageFolder {
  readonly path: string
  readonly directory: string
}

/**
 * Finds the Go packages in a folder and below that have types of an API: a `types.go` or a `register.go`. Where there are
 * none, the package of the folder itself, whatever its files are called.
 */
export function goPackageFolders(folder: string): GoPackageFolder[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  const found = apiPackages(folder)
  const hasSource = readdirSync(folder).some((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
  return found.length === 0 && hasSource ? [{ path: importPath(folder), directory: folder }] : found
}

function apiPackages(folder: string): GoPackageFolder[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const isPackage = names.some((name) => /(^|_)types?(_.*)?\.go$/.test(name) || name === 'register.go')
  const below = entries
    .filter((entry) => entry.isDirectory() && !/^(\.|_|vendor$|testdata$|node_modules$)/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => apiPackages(join(folder, entry.name)))
  return isPackage ? [{ path: importPath(folder), directory: folder }, ...below] : below
}

/** Import path of a folder: from the `go.mod` above it; without one the last two parts of the path. */
function importPath(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'go.mod')
    const module = existsSync(file) ? /^module\s+(\S+)/m.exec(readFileSync(file, 'utf8'))?.[1] : undefined
    if (module !== undefined)
      return [module, ...relative(at, folder).split(sep)].filter((part) => part !== '').join('/')
    if (dirname(at) === at) return `${basename(dirname(folder))}/${basename(folder)}`
  }
}
