import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** File of an entry of the built package, for example of `./runtime`; undefined when there is no such entry. */
export function entryFile(subpath) {
  const { exports } = JSON.parse(readFileSync(`${projectRoot}/package.json`, 'utf8'))
  const built = exports[subpath]?.import?.default ?? ofPattern(exports, subpath)
  return built !== undefined && existsSync(projectRoot + built.slice(2)) ? projectRoot + built.slice(2) : undefined
}

/** File of an entry that a pattern of the exports (`./api/*`) stands for. */
function ofPattern(exports, subpath) {
  for (const [pattern, { import: built }] of Object.entries(exports)) {
    const [before, after] = pattern.split('*')
    if (after === undefined || !subpath.startsWith(before) || !subpath.endsWith(after)) continue
    return built.default.replace('*', subpath.slice(before.length, subpath.length - after.length))
  }
  return undefined
}

/** Module of an entry of the built package. */
export async function loadEntry(subpath) {
  const file = entryFile(subpath)
  if (file === undefined)
    throw new Error(`apimachinery has no entry ${subpath}; run \`npm run sync-exports\` and build`)
  return import(file)
}

/** Module of a peer, or undefined (with a note) when `bench/node_modules` lacks it. */
export async function loadPeer(name) {
  try {
    return await import(name)
  } catch (error) {
    console.error(`${name} is left out: ${error.code ?? error.message}; \`npm ci --prefix bench\` installs the peers`)
    return undefined
  }
}
