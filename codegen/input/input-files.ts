import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { SourceText } from '../diagnostics/source-span.js'

/** An input that cannot be read. */
export class InputError extends Error {
  override readonly name = 'InputError'
}

/**
 * Reads the files that `paths` name: files as they are, folders with everything below that ends in one of
 * `extensions`. Names are relative to `cwd`, line ends are `\n`.
 *
 * @throws InputError for a path that does not exist, and when there is no file at all.
 */
export function readInputFiles(paths: readonly string[], extensions: readonly string[], cwd: string): SourceText[] {
  const found = paths.flatMap((path) => {
    const full = resolve(cwd, path)
    if (!existsSync(full)) throw new InputError(`${path}: no such file or folder`)
    return statSync(full).isDirectory() ? filesBelow(full, extensions) : [full]
  })
  if (found.length === 0) throw new InputError(`no ${extensions.join(' or ')} file in ${paths.join(', ')}`)
  return [...new Set(found)].map((file) => ({
    file: relative(cwd, file).replaceAll('\\', '/'),
    text: readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .replaceAll('\r\n', '\n'),
  }))
}

function filesBelow(folder: string, extensions: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/]node_modules[\\/]|\.gen\.ts$/.test(file.slice(folder.length)))
    .sort()
}
