import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  apiGroupListOf,
  apiResourceListOf,
  type DiscoveredResourceList,
  type Discovery,
  discoveryFromDocuments,
  mergeDiscovery,
} from 'apimachinery/meta'
import { APIGroup } from 'apimachinery/meta/v1'
import { parseGroupVersion } from 'apimachinery/schema'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import type { DiscoveryStore } from './discovery-store.js'
import { writeSharedFile } from './write-shared-file.js'

/** Where a {@link DiskDiscoveryStore} is. */
export interface DiskDiscoveryStoreOptions {
  /** Address of the server; one folder each. */
  readonly host: string
  /** Default: `~/.kube/cache/discovery`, which is kubectl's. */
  readonly folder?: string | undefined
  /** For how long files are good, in milliseconds. Default: six hours, as kubectl. */
  readonly freshFor?: number | undefined
  readonly clock?: PassiveClock | undefined
}

/** Keeps discovery in kubectl's files: `servergroups.json`, and `<group>/<version>/serverresources.json` beside it. */
export class DiskDiscoveryStore implements DiscoveryStore {
  readonly #folder: string
  readonly #freshFor: number
  readonly #clock: PassiveClock

  constructor({ host, folder, freshFor, clock }: DiskDiscoveryStoreOptions) {
    this.#folder = join(folder ?? join(homedir(), '.kube', 'cache', 'discovery'), folderOfHost(host))
    this.#freshFor = freshFor ?? 6 * 60 * 60 * 1000
    this.#clock = clock ?? systemClock
  }

  async load(): Promise<Discovery | undefined> {
    const groups = await this.#read('servergroups.json')
    if (groups === undefined) return undefined
    try {
      const known = withCoreGroup(groups)
      const versions = known.groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))
      const lists = await Promise.all(versions.map((version) => this.#resources(version)))
      // A version without a file was not complete: everything is fetched again.
      if (lists.includes(undefined)) return undefined
      return mergeDiscovery(known, {
        groups: [],
        resourceLists: lists.filter((list) => list !== undefined),
        failures: [],
      })
    } catch {
      return undefined
    }
  }

  async save(discovery: Discovery): Promise<void> {
    const list = apiGroupListOf(discovery)
    const core = discovery.groups.filter(({ name }) => name === '')
    const legacy = core.map(
      ({ versions, preferredVersion }) => new APIGroup({ name: '', versions: [...versions], preferredVersion }),
    )
    const groups = {
      ...list,
      groups: [...legacy.map(({ apiVersion: _, kind: __, ...fields }) => fields), ...list.groups],
    }
    const files = discovery.resourceLists
      .filter(({ resources }) => resources.length > 0)
      .map(
        ({ groupVersion, resources }) =>
          [resourcesFile(groupVersion), apiResourceListOf(groupVersion, resources)] as const,
      )
    try {
      await Promise.all(
        [['servergroups.json', groups] as const, ...files].map(([name, value]) => this.#write(name, value)),
      )
    } catch {
      // Without a cache everything works as well.
    }
  }

  async #resources(groupVersion: string): Promise<DiscoveredResourceList | undefined> {
    const document = await this.#read(resourcesFile(groupVersion))
    return document === undefined ? undefined : discoveryFromDocuments(document).resourceLists[0]
  }

  async #read(name: string): Promise<object | undefined> {
    const path = join(this.#folder, name)
    try {
      const { mtimeMs } = await stat(path)
      if (this.#clock.now() > mtimeMs + this.#freshFor) return undefined
      const value: unknown = JSON.parse(await readFile(path, 'utf8'))
      return typeof value === 'object' && value !== null ? value : undefined
    } catch {
      return undefined
    }
  }

  async #write(name: string, value: object): Promise<void> {
    await writeSharedFile(join(this.#folder, name), `${JSON.stringify(value)}\n`)
  }
}

/** The folder in which kubectl caches the discovery of a server. */
export function folderOfHost(host: string): string {
  return host
    .replace('https://', '')
    .replace('http://', '')
    .replaceAll(/[^(\w/.)]/g, '_')
}

function resourcesFile(groupVersion: string): string {
  const { group, version } = parseGroupVersion(groupVersion)
  return join(group, version, 'serverresources.json')
}

/** kubectl lists the core group with the others, under its empty name. */
function withCoreGroup(document: object): Discovery {
  const { groups }: { groups?: unknown } = document
  const list = Array.isArray(groups) ? (groups as object[]) : []
  const documents = list.map((group) => ({ ...group, kind: 'APIGroup', apiVersion: 'v1' }))
  return discoveryFromDocuments(...documents)
}
