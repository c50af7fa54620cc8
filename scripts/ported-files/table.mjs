import { files, read } from '../check-readmes/pages.mjs'
import { own, packages } from './packages.mjs'

/** The table of one module of the checkout. */
export const page = 'docs/ported-files.md'

const source = /^(src|client\/src|server\/src)\/.*\.ts$/

/** Sources written by hand that may follow Go. */
export const sources = files.filter((file) => source.test(file) && !/\.gen\.ts$|(^|\/)index\.ts$/.test(file)).sort()

const isBelow = (file, prefix) => file === prefix || file.startsWith(`${prefix}/`)

/** The longest prefix of a file among some. */
function prefixOf(file, prefixes) {
  return prefixes.filter((prefix) => isBelow(file, prefix)).sort((a, b) => b.length - a.length)[0]
}

/**
 * The Go packages of a file; none for a file of our own design; undefined for one that `packages.mjs` does not place.
 *
 * @param {string} file
 * @returns {readonly string[] | undefined}
 */
export function packagesOf(file) {
  const ported = prefixOf(file, Object.keys(packages))
  const ours = prefixOf(file, own)
  if (ported === undefined && ours === undefined) return undefined
  return (ours?.length ?? 0) > (ported?.length ?? 0) ? [] : packages[ported]
}

const declared = /^(?:export )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm
// Short names of methods, such as `list` and `stop`, say nothing of where they come from.
const method = /^ {2}(?:async |static |get |\*)*#?(\w{8,})(?:<[^\n]*?>)?\(/gm

/** Names that a source declares: functions, classes, types, methods with long names. */
export function namesIn(file) {
  const text = read(file)
  return new Set([...text.matchAll(declared), ...text.matchAll(method)].map(([, name]) => name))
}

const validation = /^export (?:async )?function ((?:validate|warningsFor)\w+)/gm

/** Exported rules of a file. In the folders of built-in kinds they have Go's names. */
export function rulesIn(file) {
  return Array.from(read(file).matchAll(validation), ([, name]) => name[0].toUpperCase() + name.slice(1))
}

/** Names of Go in `Source:` lines of a file. */
export function namedSources(file) {
  const lines = read(file).matchAll(/Sources?:[\s*]+([\s\S]*?)(?:\n\s*\*?\s*(?:\n|@|\*\/)|\*\/)/g)
  return Array.from(lines, ([, text]) => Array.from(text.matchAll(/`([A-Za-z]\w*)`/g), ([, name]) => name)).flat()
}

/** The rows of the files: file → packages and names. */
export function rows() {
  const found = new Map()
  for (const [, file, go, names] of read(page).matchAll(/^\| `([^`]+)` \| (.*?) \| (.*?) \|$/gm)) {
    const inCode = (text) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code)
    found.set(file, { packages: inCode(go), names: inCode(names) })
  }
  return found
}
