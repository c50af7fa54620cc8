import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isConfigMapKey } from 'apimachinery/validation'
import type { CommandIO } from '../command-io.js'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type CreatorOptions, keyAndValue } from './creator.js'

/** Options of what holds keys: config maps and secrets. */
export const keyOptions: CreatorOptions = {
  'from-file': { type: 'string', multiple: true },
  'from-literal': { type: 'string', multiple: true },
  'from-env-file': { type: 'string', multiple: true },
  'append-hash': { type: 'boolean' },
}

const wrongKey = {
  ConfigMap: 'is not a valid key name for a ConfigMap:',
  Secret: 'is not valid key name for a Secret',
} as const

/** The bytes of each key, from literals, files, folders and env files. @throws UsageError in kubectl's wording */
export async function readKeys(
  { name, values, io }: CreateRequest,
  kind: 'ConfigMap' | 'Secret',
): Promise<Map<string, Uint8Array>> {
  const files = values.list('from-file')
  const literals = values.each('from-literal')
  const environments = values.list('from-env-file')
  if (environments.length > 0 && files.length + literals.length > 0) {
    throw new UsageError('from-env-file cannot be combined with from-file or from-literal')
  }
  const keys = new Map<string, Uint8Array>()
  const add = (key: string, bytes: Uint8Array): void => {
    const errors = isConfigMapKey(key)
    if (errors.length > 0) throw new UsageError(`${JSON.stringify(key)} ${wrongKey[kind]} ${errors.join(',')}`)
    if (keys.has(key)) {
      const [which, where] =
        kind === 'Secret' ? [key, ''] : [JSON.stringify(key), ` in Data for ConfigMap ${JSON.stringify(name)}`]
      throw new UsageError(`cannot add key ${which}, another key by that name already exists${where}`)
    }
    keys.set(key, bytes)
  }
  for (const literal of literals) add(...literalKey(literal))
  for (const file of files) for await (const [key, bytes] of fileKeys(file, io)) add(key, bytes)
  for (const file of environments) {
    const text = await readFile(resolve(io.cwd, file), 'utf8')
    for (const [key, value] of variables(text, file, io.environment)) add(key, Buffer.from(value))
  }
  return keys
}

function literalKey(literal: string): [string, Uint8Array] {
  const [key, value] = keyAndValue(literal)
  if (key === '' || value === undefined) throw new UsageError(`invalid literal source ${literal}, expected key=value`)
  // Quotes around a value are removed.
  const quoted = value.length >= 2 && /^["']/.test(value) && value.endsWith(value[0]!)
  return [key, Buffer.from(quoted ? value.slice(1, -1) : value)]
}

async function* fileKeys(source: string, io: CommandIO): AsyncGenerator<[string, Uint8Array], undefined> {
  const [first, second] = keyAndValue(source)
  if (second?.includes('=') === true) throw new UsageError(`key names or file paths cannot contain '='`)
  if (second === '') throw new UsageError(`file path for key name ${first} missing`)
  if (second !== undefined && first === '') throw new UsageError(`key name for file path ${second} missing`)
  const path = resolve(io.cwd, second ?? first)
  let isFolder: boolean
  try {
    isFolder = (await stat(path)).isDirectory()
  } catch {
    throw new UsageError(`error reading ${second ?? first}: no such file or directory`)
  }
  if (!isFolder) {
    yield [second === undefined ? basename(path) : first, await readFile(path)]
    return
  }
  if (second !== undefined) throw new UsageError('cannot give a key name for a directory path')
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Folders and links are skipped.
    if (entry.isFile()) yield [entry.name, await readFile(join(path, entry.name))]
  }
}

/** The lines `KEY=VALUE` of a file of variables; `KEY` alone takes its value from the environment. */
function* variables(
  text: string,
  file: string,
  environment: CommandIO['environment'],
): Generator<readonly [string, string], undefined> {
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const trimmed = line.trimStart()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const [key, value] = keyAndValue(trimmed)
    if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(key)) {
      throw new UsageError(`${JSON.stringify(key)} is not a valid key name: ${file}, line ${index + 1}`)
    }
    yield [key, value ?? environment[key] ?? '']
  }
}
