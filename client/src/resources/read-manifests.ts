import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, resolve } from 'node:path'
import { isMachineryError, MachineryError } from 'apimachinery/errors'
import type { JSONValue } from 'apimachinery/json'
import { isUnstructuredList, Unstructured, UnstructuredList, unstructuredFromContent } from 'apimachinery/runtime'
import { splitDocuments, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { kindProblem, metadataProblem } from './manifest-problems.js'
import { manifestText } from './manifest-text.js'

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
  /** The folder that relative paths start from. Default: that of the process. */
  readonly folder?: string | undefined
  /** Objects without a usable `apiVersion` or `kind` are reported in kubectl's words of validation. */
  readonly checkKinds?: boolean | undefined
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
      yield* readManifestText(text, 'STDIN', sources)
      continue
    }
    for (const path of await filesOf(filename, sources)) {
      const bytes = await readFile(resolve(sources.folder ?? '', path))
      yield* readManifestText(manifestText(bytes), path, sources)
    }
  }
}

/** Reads the objects of a text: YAML documents, or JSON objects one after another. @throws MachineryError */
export function* readManifestText(
  text: string,
  source: string,
  { checkKinds = false }: Pick<ManifestSources, 'checkKinds'> = {},
): Generator<ManifestObject, undefined> {
  let document = 0
  for (const value of valuesOf(text, source)) {
    document++
    if (value === null || value === undefined) continue
    if (checkKinds) checkKind(value, source)
    if (typeof value !== 'object' || Array.isArray(value)) {
      const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
      throw malformed(source, `json: cannot unmarshal ${found} into Go value of type unstructured.detector`)
    }
    const object = attempt(source, () => unstructuredFromContent(value))
    for (const each of objectsOf(object, source)) yield { object: each, source, document }
  }
}

/** The values of the documents of a text. @throws MachineryError in kubectl's wording */
function* valuesOf(text: string, source: string): Generator<JSONValue, undefined> {
  try {
    for (const document of splitDocuments(text)) yield yamlToJSON(document.text)
  } catch (error) {
    if (!isMachineryError(error)) throw error
    const message = `error parsing ${source}: error converting YAML to JSON: ${error.message}`
    throw new MachineryError('InvalidManifest', message, { cause: error })
  }
}

const howToIgnore = 'if you choose to ignore these errors, turn validation off with --validate=false'

function checkKind(value: JSONValue, source: string): void {
  const problem = kindProblem(value)
  if (problem === undefined) return
  const message = `error validating ${JSON.stringify(source)}: error validating data: ${problem}; ${howToIgnore}`
  throw new MachineryError('InvalidManifest', message)
}

function* objectsOf(object: Unstructured, source: string): Generator<Unstructured, undefined> {
  if (isUnstructuredList(object) && /List$/.test(object.kind ?? '')) {
    for (const item of object.items) yield* objectsOf(item, source)
    return
  }
  if (typeof object.kind !== 'string' || object.kind === '')
    throw malformed(source, `Object 'Kind' is missing in '${excerpt(object)}'`)
  if (!object.apiVersion) throw malformed(source, `Object 'apiVersion' is missing in '${excerpt(object)}'`)
  const problem = metadataProblem(object as { metadata?: unknown })
  if (problem !== undefined) throw malformed(source, problem)
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

/** The files of a path, named as the path is. */
async function filesOf(path: string, { recursive = false, folder = '' }: ManifestSources): Promise<string[]> {
  const at = resolve(folder, path)
  let isFolder: boolean
  try {
    isFolder = (await stat(at)).isDirectory()
  } catch (cause) {
    throw new MachineryError('InvalidManifest', `the path ${JSON.stringify(path)} does not exist`, { cause })
  }
  if (!isFolder) return [path]
  const entries = await readdir(at, { recursive, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory() && extensions.has(extname(entry.name)))
  if (files.length === 0) {
    const message = `error reading [${path}]: recognized file extensions are [.json .yaml .yml]`
    throw new MachineryError('InvalidManifest', message)
  }
  return files.map((entry) => join(path, relative(at, entry.parentPath), entry.name)).sort()
}
