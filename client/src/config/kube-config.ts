import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { JSONObject } from 'apimachinery/json'
import { ConfigError } from './config-error.js'
import type { ContextOverrides, ContextSource, KubeConfigEntry } from './context-source.js'
import { KubeConfigFile, type Section } from './kube-config-file.js'
import type { RESTConfig } from './rest-config.js'
import { restConfigOf } from './rest-config-of.js'
import { saveKubeConfigFile } from './save-kube-config-file.js'

/** Where kubeconfigs are looked for. */
export interface KubeConfigSources {
  /** This file and no other; it has to be there. */
  readonly file?: string | undefined
  /** Default: `process.env`. `KUBECONFIG` is a list of files, `HOME` where `.kube/config` is. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
}

/**
 * Kubeconfigs of several files as one, merged as in client-go: of entries with the same name the one in the first file wins
 * as a whole, and so does the first current context. Changes go to the file of the entry, and keep unknown fields and
 * comments.
 */
export class KubeConfig implements ContextSource {
  /** The files, first ones winning. */
  readonly files: readonly KubeConfigFile[]

  constructor(files: readonly KubeConfigFile[] = [new KubeConfigFile()]) {
    this.files = files
  }

  /** Reads the files that are there. @throws ConfigError for a file that is not a kubeconfig, and for one that was named and is not there. */
  static async load({ file, environment = process.env }: KubeConfigSources = {}): Promise<KubeConfig> {
    if (file !== undefined) return new KubeConfig([await readKubeConfig(file)])
    const listed = (environment.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '')
    const paths = listed.length > 0 ? [...new Set(listed)] : [join(environment.HOME ?? homedir(), '.kube', 'config')]
    const files = await Promise.all(paths.map((path) => readKubeConfig(path, true)))
    return new KubeConfig(files)
  }

  /** Parses one kubeconfig; relative paths in it are relative to `path`. @throws ConfigError */
  static parse(text: string, path?: string): KubeConfig {
    return new KubeConfig([KubeConfigFile.parse(text, path)])
  }

  /** Whether nothing is in it. */
  get empty(): boolean {
    return (
      this.currentContext === '' &&
      (['clusters', 'users', 'contexts'] as const).every((each) => this.names(each).length === 0)
    )
  }

  get currentContext(): string {
    return this.files.map(({ currentContext }) => currentContext).find((name) => name !== '') ?? ''
  }

  /** Chooses a context, in the file that names one now. */
  useContext(name: string): void {
    if (this.entry('contexts', name) === undefined)
      throw new ConfigError(`no context exists with the name: ${JSON.stringify(name)}`)
    const file = this.files.find(({ currentContext }) => currentContext !== '') ?? this.#first()
    file.document['current-context'] = name
  }

  /** Names of the entries of a list, in order. */
  names(section: Section): string[] {
    return [...new Set(this.files.flatMap((file) => [...file.entries(section).keys()]))]
  }

  /** An entry of a file; a copy. */
  entry(section: Section, name: string): JSONObject | undefined {
    const found = this.#origin(section, name)?.entries(section).get(name)
    return found === undefined ? undefined : structuredClone(found)
  }

  /** The file that an entry comes from. */
  originOf(section: Section, name: string): string | undefined {
    return this.#origin(section, name)?.path
  }

  /** Adds a cluster, or changes fields of one; an undefined field is removed. */
  setCluster(name: string, fields: KubeConfigEntry): void {
    this.#set('clusters', name, fields)
  }

  setUser(name: string, fields: KubeConfigEntry): void {
    this.#set('users', name, fields)
  }

  setContext(name: string, fields: KubeConfigEntry): void {
    this.#set('contexts', name, fields)
  }

  /** @returns whether there was such an entry */
  delete(section: Section, name: string): boolean {
    return this.files.map((file) => file.deleteEntry(section, name)).includes(true)
  }

  /** The client configuration of a context. @throws ConfigError with all its errors, in client-go's wording. */
  restConfig(overrides: ContextOverrides = {}): RESTConfig {
    return restConfigOf(this, overrides)
  }

  /** Writes the changed files, each atomically. @throws ConfigError if a file is locked by another process. */
  async save(path?: string): Promise<void> {
    if (path !== undefined) {
      await saveKubeConfigFile(new KubeConfigFile(this.merged(), path))
      return
    }
    for (const file of this.files) if (file.path !== undefined) await saveKubeConfigFile(file)
  }

  /** All files as one document. */
  merged(): JSONObject {
    const [first = new KubeConfigFile()] = this.files
    const list = (section: Section, key: string): JSONObject[] =>
      this.names(section).map((name) => ({ name, [key]: this.entry(section, name) ?? {} }))
    return {
      ...structuredClone(first.document),
      clusters: list('clusters', 'cluster'),
      contexts: list('contexts', 'context'),
      users: list('users', 'user'),
      'current-context': this.currentContext,
    }
  }

  #set(section: Section, name: string, fields: KubeConfigEntry): void {
    const file = this.#origin(section, name) ?? this.#first()
    file.setEntry(section, name, fields)
    // The changed document must be valid.
    void new KubeConfigFile(file.document, file.path)
  }

  #origin(section: Section, name: string): KubeConfigFile | undefined {
    return this.files.find((file) => file.entries(section).has(name))
  }

  #first(): KubeConfigFile {
    const [first] = this.files
    if (first === undefined) throw new ConfigError('there is no kubeconfig to write to')
    return first
  }
}

async function readKubeConfig(path: string, mayBeAbsent = false): Promise<KubeConfigFile> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if (mayBeAbsent && (cause as NodeJS.ErrnoException).code === 'ENOENT') return KubeConfigFile.missing(path)
    throw new ConfigError('error loading config file', { file: path, cause })
  }
  return KubeConfigFile.parse(text, path)
}
