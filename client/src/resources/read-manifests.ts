import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isMachineryError, MachineryError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { isUnstructuredList, Unstructured, UnstructuredList, unstructuredFromContent } from 'apimachinery/runtime'
import { splitDocuments, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'

const extensions = new Set(['.json', '.yaml', '.yml'])

/** An object of a manifest, with its position. */
export interface ManifestObject {
  readonly object: Unstructured
  readonly source: string
  /** The number of its document in the source, from 1. */
  readonly document: number
}

/** Where manifests are. */
export interface ManifestSources {
  /** Files, folders, and `-` for standard input. */
  readonly filenames: readonly string[]
  /** Look into folders of folders. */
  readonly recursive?: boolean | undefined
  /** Reads standard input. */
  readonly readInput?: (() => Promise<string> | string) | undefined
}

/** Reads the objects of manifests in order; the items of lists one by one. @throws MachineryError naming the file */
export async function* readManifests(sources: ManifestSources): AsyncGenerator<ManifestObject, undefined> {
  for (const filename of sources.filenames) {
    if (/^https?:\/\//.test(filename)) {
      throw new MachineryError(
        'InvalidManifest',
        `${filename}: manifests are not fetched from URLs: save it as a file first`,
      )
    }
    if (filename === '-') {
      const text = (await sources.readInput?.()) ?? ''
      yield* readManifestText(text, 'STDIN')
      continue
    }
    for (const path of await filesOf(filename, sources.recursive === true)) {
      yield* readManifestText(await readFile(path, 'utf8'), path)
    }
  }
}

/** Reads the objects of a text: YAML documents, or JSON objects one after another. @throws MachineryError */
export function* readManifestText(text: string, source: string): Generator<ManifestObject, undefined> {
  let number = 0
  for (const document of splitDocuments(text)) {
    number++
    const value = attempt(source, () => yamlToJSON(document.text))
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' || Array.isArray(value)) throw malformed(source, 'no object, but a value')
    const object = attempt(source, () => unstructuredFromContent(value as JSONObject))
    for (const each of objectsOf(object, source)) yield { object: each, source, document: number }
  }
}

function* objectsOf(object: Unstructured, source: string): Generator<Unstructured, undefined> {
  if (isUnstructuredList(object) && /List$/.test(object.kind ?? '')) {
    for (const item of (object as UnstructuredList).items) yield* objectsOf(item, source)
    return
  }
  if (!object.kind) throw malformed(source, `Object 'Kind' is missing in '${excerpt(object)}'`)
  if (!object.apiVersion) throw malformed(source, `Object 'apiVersion' is missing in '${excerpt(object)}'`)
  yield object instanceof UnstructuredList ? new Unstructured(object) : object
}

function attempt<T>(source: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isMachineryError(error)) throw error
    throw malformed(source, error.message, error)
  }
}

function malformed(source: string, message: string, cause?: unknown): MachineryError {
  return new MachineryError('InvalidManifest', `unable to decode "${source}": ${message}`, { cause })
}

function excerpt(object: object): string {
  const text = JSON.stringify(object)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

async function filesOf(path: string, recursive: boolean): Promise<string[]> {
  let isFolder: boolean
  try {
    isFolder = (await stat(path)).isDirectory()
  } catch (cause) {
    throw new MachineryError('InvalidManifest', `the path ${JSON.stringify(path)} does not exist`, { cause })
  }
  if (!isFolder) return [path]
  const entries = await readdir(path, { recursive, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory() && extensions.has(extname(entry.name)))
  if (files.length === 0) {
    const message = `error reading [${path}]: recognized file extensions are [.json .yaml .yml]`
    throw new MachineryError('InvalidManifest', message)
  }
  return files.map((entry) => join(entry.parentPath, entry.name)).sort()
}
