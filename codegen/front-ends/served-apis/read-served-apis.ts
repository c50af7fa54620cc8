import type { ServedApis, ServedApiVersion } from './served-apis.js'

/** A file of Go source. */
export interface ServedApiSource {
  /** Module and file, such as `k8s.io/kubernetes@VERSION/pkg/controlplane/instance.go`. */
  readonly name: string
  readonly text: string
}

/** The files of kube-apiserver. */
export interface ServedApiSources {
  /** Which versions are on and off: `pkg/controlplane/instance.go`. */
  readonly enablement: ServedApiSource
  /** Priorities, those of later files before those of earlier ones: `aggregator.go`. */
  readonly priorities: readonly ServedApiSource[]
  /** Resources of versions: `pkg/registry/…/rest/storage_*.go`. */
  readonly storages: readonly ServedApiSource[]
  /** `default_storage_factory_builder.go`. */
  readonly encodings: ServedApiSource
}

/** The API group of a folder of k8s.io/api, such as `networking.k8s.io` of `networking`. */
export type GroupOfFolder = (folder: string) => string | undefined

/**
 * Reads what a release of kube-apiserver serves.
 *
 * @throws Error for a version without a priority, and for a file without the entries that it has in the known releases.
 */
export function readServedApis(sources: ServedApiSources, groupOfFolder: GroupOfFolder): ServedApis {
  const { enablement, priorities, storages, encodings } = sources
  const places = new Places(groupOfFolder)
  const resources = resourcesOf(storages, places)
  const ranks = Object.assign({}, ...priorities.map(prioritiesOf)) as Record<string, [number, number]>
  const enabled = enablementOf(enablement, places)
  const versions: Record<string, ServedApiVersion> = {}
  // A version that is listed and has no resources is not served.
  for (const name of Object.keys(resources).sort()) {
    const on = enabled.get(name)
    const priority = ranks[name]
    if (on === undefined || priority === undefined) throw new Error(`${name}: neither on nor off, or without priority`)
    versions[name] = { on, priority }
  }
  return {
    sources: [enablement, ...priorities, ...storages, encodings].map(({ name }) => name),
    versions,
    resources,
    stored: encodingsOf(encodings, places),
  }
}

/** What names of packages mean in a file. */
class Places {
  readonly #groupOfFolder: GroupOfFolder

  constructor(groupOfFolder: GroupOfFolder) {
    this.#groupOfFolder = groupOfFolder
  }

  /** `group/version` of a package of k8s.io/api, by the name that a file has for it. */
  version(source: ServedApiSource, alias: string): string {
    const [, folder = '', version] =
      /^k8s\.io\/(?:api|kubernetes\/pkg\/apis)\/([^/]+)\/([^/]+)$/.exec(this.#path(source, alias)) ?? []
    if (version === undefined) throw new Error(`${source.name}: ${alias} is no version of an API`)
    return `${this.#group(source, folder)}/${version}`
  }

  /** The group of a package of internal types. */
  group(source: ServedApiSource, alias: string): string {
    const [, folder = ''] = /^k8s\.io\/kubernetes\/pkg\/apis\/([^/]+)$/.exec(this.#path(source, alias)) ?? []
    return this.#group(source, folder)
  }

  #group({ name }: ServedApiSource, folder: string): string {
    const group = this.#groupOfFolder(folder)
    if (group === undefined) throw new Error(`${name}: no group of the folder "${folder}"`)
    return group
  }

  #path({ name, text }: ServedApiSource, alias: string): string {
    const path =
      new RegExp(`^\\s+${alias} "([^"]+)"$`, 'm').exec(text)?.[1] ??
      new RegExp(`^\\s+"([^"]+/${alias})"$`, 'm').exec(text)?.[1]
    if (path === undefined) throw new Error(`${name}: no import of ${alias}`)
    return path
  }
}

/** Group version → on or off. */
function enablementOf(source: ServedApiSource, places: Places): ReadonlyMap<string, boolean> {
  const lists = [...source.text.matchAll(/(\w+)(Enabled|Disabled)ByDefault = \[\]schema\.GroupVersion\{([^}]*)\}/g)]
  const entries = lists.flatMap(([, , word, body = '']) =>
    [...body.matchAll(/(\w+)\.SchemeGroupVersion/g)].map(
      ([, alias = '']) => [places.version(source, alias), word === 'Enabled'] as const,
    ),
  )
  if (entries.length === 0) throw new Error(`${source.name}: no lists of versions`)
  return new Map(entries)
}

function prioritiesOf({ name, text }: ServedApiSource): Record<string, [number, number]> {
  const pattern = /\{Group: "([^"]*)", Version: "([^"]*)"\}:\s*\{Group: (\d+), Version: (\d+)\}/g
  const entries = [...text.matchAll(pattern)].map(
    ([, group = '', version = '', ofGroup, ofVersion]) =>
      [`${group}/${version}`, [Number(ofGroup), Number(ofVersion)]] as [string, [number, number]],
  )
  if (entries.length === 0) throw new Error(`${name}: no priorities`)
  return Object.fromEntries(entries)
}

/** Each resource is in a block, which begins with the gate that it needs. The version is a package's or an argument of the function. */
const storageBlock =
  /resource := "([a-z]+)"; apiResourceConfigSource\.ResourceEnabled\((?:(\w+)\.SchemeGroupVersion|groupVersion)\.WithResource\(resource\)\)[^{]*\{\s*(?:if utilfeature\.DefaultFeatureGate\.Enabled\(features\.(\w+)\) \{)?/g

const versionArgument = /\bp\.storage\([^()]*, (\w+)\.SchemeGroupVersion\)/g

function resourcesOf(storages: readonly ServedApiSource[], places: Places): Record<string, Record<string, string>> {
  const resources: Record<string, Record<string, string>> = {}
  for (const source of storages) {
    const passed = [...source.text.matchAll(versionArgument)].map(([, alias = '']) => alias)
    for (const [, resource = '', named, gate = ''] of source.text.matchAll(storageBlock)) {
      for (const alias of named === undefined ? passed : [named]) {
        const version = places.version(source, alias)
        resources[version] = { ...resources[version], [resource]: gate }
      }
    }
  }
  return Object.fromEntries(
    Object.entries(resources)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([version, each]) => [
        version,
        Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))),
      ]),
  )
}

function encodingsOf(source: ServedApiSource, places: Places): Record<string, string> {
  const entries = [...source.text.matchAll(/^\t\t(\w+)\.Resource\("(\w+)"\)\.WithVersion\("(\w+)"\)/gm)]
  if (entries.length === 0) throw new Error(`${source.name}: no versions of resources`)
  return Object.fromEntries(
    entries.map(([, alias = '', resource, version = '']) => [`${resource}.${places.group(source, alias)}`, version]),
  )
}
