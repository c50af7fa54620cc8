import type { JSONObject, JSONValue } from 'apimachinery/json'
import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { ConfigError } from './config-error.js'

/** The lists of a kubeconfig that hold named entries, and the property of an entry that holds what it names. */
export const sections = { clusters: 'cluster', users: 'user', contexts: 'context' } as const
export type Section = keyof typeof sections

/**
 * One kubeconfig file as a document: unknown fields are kept. Reading checks the types of all known fields, so that later
 * code can rely on them.
 */
export class KubeConfigFile {
  /** Where it was read from; undefined for one that is made. */
  readonly path: string | undefined
  readonly document: JSONObject
  /** Whether there was no file at the path. */
  readonly isMissing: boolean = false

  constructor(document: JSONObject = { apiVersion: 'v1', kind: 'Config' }, path?: string) {
    this.document = document
    this.path = path
    checkDocument(document, path)
  }

  /** Stands for a file that is not there, and is made when it is saved. */
  static missing(path: string): KubeConfigFile {
    return Object.assign(new KubeConfigFile({}, path), { isMissing: true })
  }

  /** Reads YAML or JSON. @throws ConfigError with file and field */
  static parse(text: string, path?: string): KubeConfigFile {
    let value: JSONValue
    try {
      value = yamlToJSON(text)
    } catch (cause) {
      throw new ConfigError('error loading config file', { file: path, cause })
    }
    if (value === null || value === undefined) return new KubeConfigFile({}, path)
    if (!isJSONObject(value)) throw new ConfigError('a kubeconfig must be an object', { file: path })
    return new KubeConfigFile(value, path)
  }

  get currentContext(): string {
    return (this.document['current-context'] as string | undefined | null) ?? ''
  }

  /** The entries of a list, by name; the first of a name counts. */
  entries(section: Section): Map<string, JSONObject> {
    const found = new Map<string, JSONObject>()
    for (const entry of (this.document[section] ?? []) as JSONObject[]) {
      const name = entry.name as string
      if (!found.has(name)) found.set(name, (entry[sections[section]] ?? {}) as JSONObject)
    }
    return found
  }

  /** Changes fields of an entry, which is added if it is not there; a field that is undefined is removed. */
  setEntry(section: Section, name: string, fields: Readonly<Record<string, JSONValue | undefined>>): void {
    const list = (this.document[section] as JSONObject[] | undefined | null) ?? []
    this.document[section] = list
    let entry = list.find((each) => each.name === name)
    if (entry === undefined) {
      entry = { name }
      list.push(entry)
    }
    const key = sections[section]
    const content = (entry[key] as JSONObject | undefined | null) ?? {}
    entry[key] = content
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) delete content[field]
      else Object.defineProperty(content, field, { value, enumerable: true, writable: true, configurable: true })
    }
  }

  /** @returns whether there was such an entry */
  deleteEntry(section: Section, name: string): boolean {
    const list = (this.document[section] ?? []) as JSONObject[]
    const left = list.filter((each) => each.name !== name)
    if (left.length === list.length) return false
    this.document[section] = left
    return true
  }
}

type Shape = 'string' | 'boolean' | 'strings' | 'bytes' | 'texts' | 'text lists' | Shapes
interface Shapes {
  readonly [field: string]: Shape
}

const exec: Shapes = {
  apiVersion: 'string',
  command: 'string',
  args: 'strings',
  installHint: 'string',
  provideClusterInfo: 'boolean',
  interactiveMode: 'string',
}
const shapes: Readonly<Record<Section, Shapes>> = {
  clusters: {
    server: 'string',
    'tls-server-name': 'string',
    'insecure-skip-tls-verify': 'boolean',
    'certificate-authority': 'string',
    'certificate-authority-data': 'bytes',
    'proxy-url': 'string',
    'disable-compression': 'boolean',
  },
  users: {
    'client-certificate': 'string',
    'client-certificate-data': 'bytes',
    'client-key': 'string',
    'client-key-data': 'bytes',
    token: 'string',
    tokenFile: 'string',
    as: 'string',
    'as-uid': 'string',
    'as-groups': 'strings',
    'as-user-extra': 'text lists',
    username: 'string',
    password: 'string',
    'auth-provider': { name: 'string', config: 'texts' },
    exec,
  },
  contexts: { cluster: 'string', user: 'string', namespace: 'string' },
}

function checkDocument(document: JSONObject, file: string | undefined): void {
  check(document['current-context'], 'string', { file, field: 'current-context' })
  for (const section of Object.keys(sections) as Section[]) {
    const list = document[section] ?? []
    if (!Array.isArray(list)) throw new ConfigError('must be a list', { file, field: section })
    const names = new Set<string>()
    for (const [index, entry] of list.entries()) {
      const place = { file, field: `${section}[${index}]` }
      if (!isJSONObject(entry)) throw new ConfigError('must be an object', place)
      if (typeof entry.name !== 'string')
        throw new ConfigError('must be a string', { file, field: `${place.field}.name` })
      if (names.has(entry.name)) {
        throw new ConfigError(`duplicate name ${JSON.stringify(entry.name)} in list`, { file, field: section })
      }
      names.add(entry.name)
      const field = `${section}[${JSON.stringify(entry.name)}]`
      check(entry[sections[section]], shapes[section], { file, field })
      if (section === 'users') checkEnvironment(entry.user, { file, field })
    }
  }
}

function checkEnvironment(user: JSONValue | undefined, place: { file: string | undefined; field: string }): void {
  const env = isJSONObject(user) && isJSONObject(user.exec) ? (user.exec.env ?? []) : []
  const field = `${place.field}.exec.env`
  if (!Array.isArray(env)) throw new ConfigError('must be a list', { ...place, field })
  for (const [index, each] of env.entries()) {
    check(each, { name: 'string', value: 'string' }, { ...place, field: `${field}[${index}]` })
  }
}

function check(value: JSONValue | undefined, shape: Shape, place: { file: string | undefined; field: string }): void {
  if (value === undefined || value === null) return
  if (typeof shape === 'object') {
    if (!isJSONObject(value)) throw new ConfigError('must be an object', place)
    for (const [name, inner] of Object.entries(shape)) {
      if (Object.hasOwn(value, name)) check(value[name], inner, { ...place, field: `${place.field}.${name}` })
    }
  } else if (!fits(value, shape)) throw new ConfigError(`must be ${wanted[shape]}`, place)
}

const wanted = {
  string: 'a string',
  boolean: 'a boolean',
  strings: 'a list of strings',
  bytes: 'base64 text',
  texts: 'a map of strings',
  'text lists': 'a map of lists of strings',
}

function fits(value: JSONValue, shape: Exclude<Shape, Shapes>): boolean {
  const isTexts = (list: JSONValue): boolean => Array.isArray(list) && list.every((each) => typeof each === 'string')
  switch (shape) {
    case 'string':
    case 'boolean':
      return typeof value === shape
    case 'bytes':
      return typeof value === 'string' && isBase64(value)
    case 'strings':
      return isTexts(value)
    case 'texts':
      return isJSONObject(value) && isTexts(Object.values(value))
    case 'text lists':
      return isJSONObject(value) && Object.values(value).every((each) => isTexts(each ?? []))
  }
}

function isBase64(text: string): boolean {
  const compact = text.replace(/[\r\n]/g, '')
  return compact.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(compact)
}

function isJSONObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
