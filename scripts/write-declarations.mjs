import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const imported = /(?:from |import\(|import )['"](\.[^'"]+)\.js['"]/g

/** The declarations that a file imports, as paths below `folder`. */
function importsOf(folder, file) {
  const found = readFileSync(join(folder, file), 'utf8').matchAll(imported)
  return [...found].map(([, path]) => join(dirname(file), `${path}.d.ts`))
}

/** What the entries lead to. tsc writes declarations for every source; no user can import the others. */
function reachableDeclarations(folder, entries) {
  const found = new Set()
  const left = [...entries]
  while (left.length > 0) {
    const file = left.pop()
    if (found.has(file)) continue
    found.add(file)
    left.push(...importsOf(folder, file))
  }
  return found
}

/** A file that adds to the types of another package adds to those of its own format, and so must be in both. */
const isAugmentation = (file) => /^declare module /m.test(readFileSync(file, 'utf8'))

/** Writes an ES module that has all names of the same file beside the CommonJS files. */
function writeReexport(file, { esm, cjs }) {
  const path = join(esm, file)
  const source = relative(dirname(path), join(cjs, file)).replace(/\.d\.ts$/, '.js')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `export * from '${source.startsWith('.') ? source : `./${source}`}'\n`)
}

/**
 * Puts declarations beside the code of both formats. They are on the disk once, beside the CommonJS files: an ES module may take
 * them from there, the reverse is an error for the compiler. A class is then one type for a program that has both formats.
 *
 * @param {string} types the folder that tsc wrote
 * @param {{ esm: string, cjs: string }} folders of the two formats
 * @param {readonly string[]} sources of the entries, such as `src/index.ts`
 */
export function writeDeclarations(types, folders, sources) {
  const entries = sources.map((source) => source.replace(/\.ts$/, '.d.ts'))
  for (const file of reachableDeclarations(types, entries)) cpSync(join(types, file), join(folders.cjs, file))
  for (const entry of entries) {
    writeReexport(entry, folders)
    if (!isAugmentation(join(types, entry))) continue
    cpSync(join(types, entry), join(folders.esm, entry))
    for (const file of importsOf(types, entry)) writeReexport(file, folders)
  }
}
