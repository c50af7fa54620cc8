// Puts what a package consists of into few files. A bundler splits by which entries share what, which makes some hundred files
// of it, and Node takes longer to find and link a module than to compile it.
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rollup } from 'rollup'

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

/**
 * Chunk → its merged file: that of the first entries that need it, or of the only group of rules that does, or a file of its own.
 */
function destinations(folder, merged, rules) {
  const chunks = new Map()
  for (const [name, entries] of Object.entries(merged)) {
    const closure = closureOf(entries.map((entry) => join(folder, entry)))
    for (const file of closure) if (isChunk(file) && !chunks.has(file)) chunks.set(file, name)
  }
  for (const [file, name] of ruleChunks(rules)) if (!chunks.has(file)) chunks.set(file, name)
  for (const file of readdirSync(folder)) {
    const path = join(folder, file)
    if (isChunk(file) && !chunks.has(path)) chunks.set(path, basename(file, '.js'))
  }
  return chunks
}

/** The files of rules, and the chunks that those of one merged file alone need. */
function ruleChunks(rules) {
  const users = new Map()
  for (const [file, name] of rules) {
    for (const each of closureOf([file])) if (isChunk(each)) users.set(each, (users.get(each) ?? new Set()).add(name))
  }
  return [...rules, ...[...users].filter(([, names]) => names.size === 1).map(([file, [name]]) => [file, name])]
}

/** V8 keeps a text in one byte for each character only if all are ASCII: a single arrow in a comment doubles the memory of a module. */
const inASCII = {
  name: 'in-ascii',
  renderChunk: (code) =>
    code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

/**
 * Writes `files`, ES modules of `folder`, into the folder `out`: entries keep their places and exports, the chunks that `merged` names
 * become few.
 */
async function writeMerged({ folder, files, merged, rules = new Map(), format, out, plugins = [] }) {
  const chunks = destinations(folder, merged, rules)
  const bundle = await rollup({
    input: Object.fromEntries(files.map((file) => [file.slice(0, -'.js'.length), join(folder, file)])),
    external: (id) => !id.startsWith('.') && relative(folder, id).startsWith('..'),
    // What is unused was left out before, and nothing else may be.
    treeshake: false,
    onwarn(warning) {
      // The bundler leaves out functions and not what they import.
      if (warning.code === 'UNUSED_EXTERNAL_IMPORT') return
      throw new Error(`${warning.code}: ${warning.message}`)
    },
  })
  await bundle.write({
    plugins: [inASCII, ...plugins],
    // Test runners that load CommonJS have no `import()`.
    dynamicImportInCjs: false,
    dir: out,
    format,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    manualChunks: (id) => chunks.get(id),
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    // What follows is of CommonJS: a getter for each export would be in the way of the engine, and default exports stay as Node gives them.
    externalLiveBindings: false,
    esModule: true,
    interop: 'auto',
  })
  await bundle.close()
}

const modulesOf = (folder) =>
  readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js') && !isChunk(file))

/**
 * Rewrites the ES modules of `folder` as few files.
 *
 * @param {Record<string, readonly string[]>} merged merged file → the files of the entries that it serves
 * @param {ReadonlyMap<string, string>} [rules] file that is loaded on first use → its merged file
 */
export async function mergeChunks(folder, merged, rules = new Map()) {
  const out = `${folder}-merged`
  const files = modulesOf(folder).filter((file) => !rules.has(join(folder, file)))
  await writeMerged({ folder, files, merged, rules, format: 'es', out })
  rmSync(folder, { recursive: true })
  renameSync(out, folder)
}

/**
 * Writes the same code as CommonJS into the folder `out`.
 *
 * @param {Record<string, readonly string[]>} merged as for `mergeChunks`
 * @param {ReadonlyMap<string, string>} [rules] as for `mergeChunks`
 * @param {readonly string[]} files the entries that it is written for, relative to `folder`
 * @param {Record<string, string>} [replaced] package → the file below `out` that is required in its place
 */
export async function writeCommonJS(folder, merged, { files, rules, out, replaced = {} }) {
  const plugins = [replacing(replaced)]
  await writeMerged({ folder, files, merged, rules, format: 'cjs', out, plugins })
}

const replacing = (replaced) => ({
  name: 'replacing',
  renderChunk: (code, { fileName }) =>
    code.replace(/\brequire\((['"])([^'"]+)\1\)/g, (whole, _, name) => {
      if (replaced[name] === undefined) return whole
      const path = relative(dirname(fileName), replaced[name])
      return `require('${path.startsWith('.') ? path : `./${path}`}')`
    }),
})
