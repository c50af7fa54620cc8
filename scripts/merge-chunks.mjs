// Puts what the core of a package consists of into one file or two. A bundler splits by which entries share what, which makes some sixty files
// of it, and Node takes longer to find and link a module than to compile it.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rollup } from 'rollup'

/** Merged file → the files of the entries that it serves. A chunk goes to the first one that needs it. */
const entriesOf = (names) => names.map((name) => join('src', name, 'index.js'))
export const libraryChunks = {
  // Small entries do not drag along what only a scheme needs.
  base: entriesOf(['errors', 'fields', 'json', 'labels', 'resource', 'scalar', 'schema', 'validation']),
  core: entriesOf(['.', 'runtime']),
}
const isChunk = (file) => /(^|[\\/])chunk-[A-Z0-9]+\.js$/.test(file)

/** The files that `entries` import, themselves included. */
function closureOf(entries) {
  const found = new Set()
  const pending = [...entries]
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (found.has(file)) continue
    found.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g))
      pending.push(join(dirname(file), path))
  }
  return found
}

/** Rewrites the ES modules of `folder`: entries keep their places and exports, the chunks that `merged` names become few. */
export async function mergeChunks(folder, merged) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js') && !isChunk(file))
  const chunks = new Map()
  for (const [name, entries] of Object.entries(merged)) {
    const closure = closureOf(entries.map((entry) => join(folder, entry)))
    for (const file of closure) if (isChunk(file) && !chunks.has(file)) chunks.set(file, name)
  }
  const bundle = await rollup({
    input: Object.fromEntries(files.map((file) => [file.slice(0, -'.js'.length), join(folder, file)])),
    external: (id) => !id.startsWith('.') && relative(folder, id).startsWith('..'),
    // What is unused was left out before, and nothing else may be.
    treeshake: false,
    onwarn(warning) {
      throw new Error(`${warning.code}: ${warning.message}`)
    },
  })
  const out = `${folder}-merged`
  await bundle.write({
    dir: out,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    manualChunks: (id) => chunks.get(id),
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  })
  await bundle.close()
  rmSync(folder, { recursive: true })
  renameSync(out, folder)
}
