import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Workspace packages: folder → source of its command, if it has one. */
export const workspaces = { client: 'src/cli/main.ts', server: 'src/cli/main.ts' }

/** Source of the command line program, the only entry that is no library. */
export const commandLineSource = 'cli/main.ts'

/** Public modules that are no folder: the contract of generated code, and the types that the generator's input uses. */
const singleFiles = { 'codegen/tags': 'codegen/tags.ts', 'runtime/gen-v1': 'src/runtime/gen-v1.ts' }

function foldersWithIndex(base, folder, name) {
  const found = existsSync(join(base, folder, 'index.ts')) ? [[name, `${folder}/index.ts`]] : []
  if (!existsSync(join(base, folder))) return found
  for (const child of readdirSync(join(base, folder), { withFileTypes: true })) {
    if (!child.isDirectory() || (folder === 'src' && child.name === 'internal')) continue
    found.push(...foldersWithIndex(base, `${folder}/${child.name}`, name === '' ? child.name : `${name}/${child.name}`))
  }
  return found
}

function bySubpath(entries) {
  const named = entries.map(([name, source]) => [name === '' ? '.' : `./${name}`, source])
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * What the package exports: subpath → source file, sorted. Every `src/**\/index.ts` outside `src/internal` is an entry
 * named after its folder; the front door is `.`; `codegen/index.ts` is `./codegen`.
 *
 * @returns {Record<string, string>}
 */
export function publicEntries() {
  const codegen = existsSync(join(root, 'codegen/index.ts')) ? [['codegen', 'codegen/index.ts']] : []
  const singles = Object.entries(singleFiles).filter(([, source]) => existsSync(join(root, source)))
  return bySubpath([...foldersWithIndex(root, 'src', ''), ...singles, ...codegen])
}

/**
 * The exports of a workspace package, by the same rule; files relative to its folder.
 *
 * @param {string} folder `client` or `server`
 * @returns {Record<string, string>}
 */
export function workspaceEntries(folder) {
  return bySubpath(foldersWithIndex(join(root, folder), 'src', ''))
}
