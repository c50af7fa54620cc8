import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const imported = /(?:from |import\(|import )['"](\.[^'"]+)\.js['"]/g

/**
 * The declarations that the entries of the package lead to. tsc writes one for every source; no user can import the others.
 *
 * @param {string} folder where the declarations are
 * @param {readonly string[]} sources of the entries, such as `src/index.ts`
 * @returns {readonly string[]} paths below the folder
 */
export function reachableDeclarations(folder, sources) {
  const found = new Set()
  const left = sources.map((source) => source.replace(/\.ts$/, '.d.ts'))
  while (left.length > 0) {
    const file = left.pop()
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, path] of text.matchAll(imported)) left.push(join(dirname(file), `${path}.d.ts`))
  }
  return [...found].sort()
}
