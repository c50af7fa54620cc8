import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'

/**
 * Removes white space from the CommonJS files of a folder, in place, which takes a fifth of their size. Programs load them; who
 * reads the code has the ES modules. Short lines keep stack traces useful.
 *
 * @param {string} folder
 */
export function compactCommonJS(folder) {
  for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'))) {
    const path = join(folder, file)
    const { code } = transformSync(readFileSync(path, 'utf8'), { minifyWhitespace: true, lineLimit: 200 })
    writeFileSync(path, code)
  }
}
