// Puts what the core consists of into two files. A bundler splits by which entries share what, which makes some sixty files
// of it, and Node takes longer to find and link a module than to compile it.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { rollup } from 'rollup'

/** Merged file → the entries that it serves. A chunk goes to the first one that needs it. */
const merged = {
  // Small entries do not drag along what only a scheme needs.
  base: ['errors', 'fields', 'json', 'labels', 'resource', 'scalar', 'schema', 'validation'],
  core: ['.', 'runtime'],
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

/** Rewrites the ES modules of `folder`: entries keep their places and exports, chunks of the core become few. */
export async function mergeChunks(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js') && !isChunk(file))
  const chunks = new Map()
  for (const [name, entries] of Object.entries(merged)) {
    const closure = closureOf(entries.map((entry) => join(folder, 'src', entry, 'index.js')))
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
