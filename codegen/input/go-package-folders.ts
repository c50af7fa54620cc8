import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { modulePath, moduleRoot } from './go-modules.js'

/** A Go package by its import path and the folder of its source. */
export interface GoPackageFolder {
  readonly path: string
  readonly directory: string
}

/**
 * Finds the Go packages in a folder and below that have types of an API: a `types.go`, a `register.go`, or markers that say so.
 * Where there are none, the package of the folder itself, with any file names.
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
  const isPackage =
    names.some((name) => /(^|_)types?(_.*)?\.go$/.test(name) || name === 'register.go') ||
    names.some((name) => /(?<!_test)\.go$/.test(name) && isMarked(readFileSync(join(folder, name), 'utf8')))
  const below = entries
    .filter((entry) => entry.isDirectory() && !/^(\.|_|vendor$|testdata$|node_modules$)/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => apiPackages(join(folder, entry.name)))
  return isPackage ? [{ path: importPath(folder), directory: folder }, ...below] : below
}

/** Whether a file says that its package has types of an API group. */
function isMarked(text: string): boolean {
  return /^\/\/ ?\+(groupName=|kubebuilder:object:(root|generate)=true\s*$)/m.test(text)
}

/** Import path of a folder: from the `go.mod` above it; without one the last two parts of the path. */
function importPath(folder: string): string {
  const root = moduleRoot(folder)
  if (root === undefined) return `${basename(dirname(folder))}/${basename(folder)}`
  const parts = [modulePath(join(root, 'go.mod')) ?? '', ...relative(root, folder).split(sep)]
  return parts.filter((part) => part !== '').join('/')
}
