import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const declaration = /^(?:func (?:\([^)]*\) )?|type |\t?(?=[A-Z]\w* += ))(\w+)/gm

/** Versions of one module in the module cache, the newest last; `k8s.io/api@v0.37.2` becomes `k8s.io/api`. */
function moduleFolders(cache, path) {
  const parts = path.split('/')
  for (let length = parts.length; length > 0; length--) {
    const parent = join(cache, ...parts.slice(0, length - 1))
    const name = parts[length - 1]
    if (!existsSync(parent)) continue
    const versions = readdirSync(parent).filter((folder) => folder.startsWith(`${name}@`))
    if (versions.length > 0) return versions.sort().map((folder) => join(parent, folder, ...parts.slice(length)))
  }
  return []
}

/**
 * Names that a Go package declares: functions, methods, types.
 *
 * @param {string} cache the module cache
 * @param {string} path of the package
 * @returns {ReadonlySet<string> | undefined} undefined where the package is not in the cache
 */
export function goDeclarations(cache, path) {
  const folder = moduleFolders(cache, path)
    .reverse()
    .find((each) => existsSync(each))
  if (folder === undefined) return undefined
  const files = readdirSync(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return new Set(Array.from(text.matchAll(declaration), ([, name]) => name))
}
