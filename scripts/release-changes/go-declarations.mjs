import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

const start =
  /^(?:func (?:\((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) )?(\w+)|type (\w+)|\t([A-Z]\w*)(?= .*featuregate\.Feature\b|: \{$|:\s+\{\{?))/

/** Comments say nothing of behaviour, but markers do. */
function withoutComments(line) {
  return /^\s*\/\/ ?\+/.test(line) ? line.trim() : line.replace(/(^|\s)\/\/.*$/, '').trimEnd()
}

/** Top-level declarations of a Go file, and the entries of tables of feature gates: name → text without comments. */
function declarationsOf(text) {
  const found = new Map()
  let name
  let markers = []
  for (const raw of text.split('\n')) {
    const line = withoutComments(raw)
    const [, receiver, func, type, entry] = start.exec(line) ?? []
    const declared = func ?? type ?? entry
    if (declared !== undefined) {
      name = receiver === undefined ? declared : `${receiver}.${declared}`
      found.set(name, [...(found.get(name) ?? []), ...markers, line])
    } else if (/^\/\/ ?\+/.test(line)) {
      markers.push(line)
      continue
    } else if (line !== '' && name !== undefined) found.get(name).push(line)
    markers = []
  }
  return new Map([...found].map(([key, lines]) => [key, lines.join('\n')]))
}

const skipped = /_test\.go$|^zz_generated|\.pb\.go$|_swagger_doc_generated\.go$/

function folders(root) {
  if (!existsSync(root)) return []
  const found = [root]
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const isRead = entry.isDirectory() && !/^(testdata|testing|fuzzer|test)$/.test(entry.name)
    if (isRead) found.push(...folders(posix.join(root, entry.name)))
  }
  return found
}

/**
 * The declarations of the Go packages below a folder.
 *
 * @param {string} root the folder of a module
 * @param {string} below
 * @returns {Map<string, Map<string, string>>} package, relative to the module → name → text
 */
export function goPackages(root, below) {
  const packages = new Map()
  for (const folder of folders(posix.join(root, below))) {
    const files = readdirSync(folder).filter((file) => file.endsWith('.go') && !skipped.test(file))
    const all = files.sort().flatMap((file) => [...declarationsOf(readFileSync(join(folder, file), 'utf8'))])
    if (all.length > 0) packages.set(folder.slice(root.length + 1), new Map(all))
  }
  return packages
}
