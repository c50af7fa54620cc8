import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from './usage-error.js'
import type { CommandIO } from './verb.js'

/** One input file, or standard input. */
export interface InputFile {
  /** Name for messages: the path as given, or `<stdin>`. */
  readonly name: string
  read(): Uint8Array
}

/** The same process, whose standard input can be read more than once. */
export function withLastingInput(io: CommandIO): CommandIO {
  let input: Uint8Array | undefined
  return {
    cwd: io.cwd,
    write: (data) => io.write(data),
    warn: (line) => io.warn(line),
    readInput: () => (input ??= io.readInput()),
    terminal: io.terminal,
  }
}

/** File endings that a folder is searched for; a file that is named itself is read with any ending. */
const manifestEndings = ['.yaml', '.yml', '.json', '.pb', '.cbor']

/**
 * Resolves `-f` arguments to input files: files as they are, folders to the manifests below them in name order, `-` to
 * standard input.
 *
 * @throws {@link UsageError} for a path that does not exist or a folder without manifests.
 */
export function resolveInputs(paths: readonly string[], io: CommandIO): InputFile[] {
  if (paths.length === 0) throw new UsageError('no input: give -f FILE, -f FOLDER, or -f - for standard input')
  return paths.flatMap((path) =>
    path === '-' ? [{ name: '<stdin>', read: () => io.readInput() }] : filesAt(path, io.cwd),
  )
}

function filesAt(path: string, cwd: string): InputFile[] {
  const stats = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`${path}: no such file or folder`)
  if (!stats.isDirectory()) return [fileAt(path, cwd)]
  const paths = manifestsBelow(path, cwd)
  if (paths.length === 0)
    throw new UsageError(`${path}: no manifests (${manifestEndings.join(', ')}) below this folder`)
  return paths.map((below) => fileAt(below, cwd))
}

function fileAt(path: string, cwd: string): InputFile {
  return { name: path, read: () => readFileSync(resolve(cwd, path)) }
}

function manifestsBelow(folder: string, cwd: string): string[] {
  const entries = readdirSync(resolve(cwd, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return manifestsBelow(path, cwd)
    return manifestEndings.some((ending) => entry.name.endsWith(ending)) ? [path] : []
  })
}
