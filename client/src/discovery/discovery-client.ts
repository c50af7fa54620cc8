import { isForbidden, isNotFound, MachineryError, messageOf } from 'apimachinery/errors'
import {
  DeferredDiscoveryRESTMapper,
  type DiscoveredResourceList,
  type Discovery,
  discoveryFromDocuments,
  mergeDiscovery,
  type StaleGroupVersionError,
} from 'apimachinery/meta'
import { type GroupVersion, parseGroupVersion } from 'apimachinery/schema'
import type { CallOptions } from '../rest/call-options.js'
import type { RESTClient } from '../rest/rest-client.js'
import type { DiscoveryStore } from './discovery-store.js'
import { OpenAPIV3Client } from './openapi-v3-client.js'
import { type ServerVersion, serverVersion } from './server-version.js'

const aggregated = ['v2', 'v2beta1'].map(
  (v) => `application/json;g=apidiscovery.k8s.io;v=${v};as=APIGroupDiscoveryList`,
)
const accept = [...aggregated, 'application/json'].join(',')

/** Options of a {@link DiscoveryClient}. */
export interface DiscoveryClientOptions {
  /** Keeps answers between processes. */
  readonly store?: DiscoveryStore | undefined
}

/**
 * Discovery of a server: fetched once, then cached until it is invalidated. Servers with aggregated discovery get two
 * requests, others one for each version. Versions that failed are in `failures`; the others are present.
 */
export class DiscoveryClient {
  readonly #rest: RESTClient
  readonly #store: DiscoveryStore | undefined
  /** Maps kinds to resources and back; an unknown name runs discovery again, ten times at once and then once a second. */
  readonly restMapper: DeferredDiscoveryRESTMapper
  #loading: Promise<Discovery> | undefined
  #useStore = true
  #openAPI: OpenAPIV3Client | undefined

  constructor(rest: RESTClient, { store }: DiscoveryClientOptions = {}) {
    this.#rest = rest
    this.#store = store
    let used: Promise<Discovery> | undefined
    const fetch = (fresh: boolean): Promise<Discovery> => {
      // What somebody else has read since is as new as a request would be.
      if (fresh && (this.#loading === used || this.#loading === undefined)) this.#forget()
      used = this.discovery()
      return used
    }
    this.restMapper = new DeferredDiscoveryRESTMapper(fetch, { clock: rest.clock })
  }

  /** Groups, versions and resources. @throws what the requests for `/api` and `/apis` throw */
  discovery(): Promise<Discovery> {
    if (this.#loading === undefined) {
      const loading = this.#load()
      this.#loading = loading
      loading.catch(() => {
        if (this.#loading === loading) this.#loading = undefined
      })
    }
    return this.#loading
  }

  /** Clears the cache; the next call sends requests, also if there is a stored copy. */
  invalidate(): void {
    this.#forget()
    this.restMapper.reset()
  }

  /** Resources of one version, fetched now. */
  async resourcesFor(version: GroupVersion, options: CallOptions = {}): Promise<DiscoveredResourceList> {
    const path = version.group === '' ? `/api/${version.version}` : `/apis/${version.group}/${version.version}`
    const document = await this.#get(path, 'application/json', options)
    const [list] = discoveryFromDocuments(document).resourceLists
    return list ?? { groupVersion: version.toString(), resources: [] }
  }

  /** The version of the server. */
  serverVersion(options: CallOptions = {}): Promise<ServerVersion> {
    return serverVersion(this.#rest, options)
  }

  /** The schemas of what is served. */
  openAPIV3(): OpenAPIV3Client {
    this.#openAPI ??= new OpenAPIV3Client(this.#rest)
    return this.#openAPI
  }

  #forget(): void {
    this.#loading = undefined
    this.#useStore = false
    this.#openAPI = undefined
  }

  async #load(): Promise<Discovery> {
    const stored = this.#useStore ? await this.#store?.load() : undefined
    if (stored !== undefined) return stored
    const found = await this.#ask()
    // An incomplete result must not be cached for hours.
    if (found.failures.length === 0) await this.#store?.save(found)
    return found
  }

  async #ask(): Promise<Discovery> {
    const roots = await Promise.all(['/api', '/apis'].map((path) => this.#root(path)))
    const documents = roots.filter((root): root is object => !(root instanceof Error))
    if (documents.length === 0) throw roots[0]
    const known = discoveryFromDocuments(...documents)
    const told = new Set(known.resourceLists.map(({ groupVersion }) => groupVersion))
    const stale = new Set(known.failures.map((failure) => (failure as StaleGroupVersionError).groupVersion?.toString()))
    const missing = known.groups
      .flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))
      .filter((groupVersion) => !told.has(groupVersion) && !stale.has(groupVersion))
    const lists = await Promise.all(missing.map((groupVersion) => this.#resources(groupVersion)))
    const found = lists.filter((list): list is DiscoveredResourceList => !(list instanceof Error))
    const failures = lists.filter((list) => list instanceof Error)
    return mergeDiscovery(known, { groups: [], resourceLists: found, failures })
  }

  /** One of the two root documents; the error where a server has no such root, as aggregated ones may. */
  async #root(path: string): Promise<object | Error> {
    try {
      return await this.#get(path, accept)
    } catch (error) {
      if (isNotFound(error) || isForbidden(error)) return error as Error
      throw error
    }
  }

  async #resources(groupVersion: string): Promise<DiscoveredResourceList | Error> {
    const version = parseGroupVersion(groupVersion)
    try {
      return await this.resourcesFor(version)
    } catch (error) {
      // A version may be removed between the two requests.
      if (isNotFound(error) || isForbidden(error)) return { groupVersion, resources: [] }
      return new GroupDiscoveryFailedError(groupVersion, error)
    }
  }

  async #get(path: string, types: string, { signal, timeoutMilliseconds }: CallOptions = {}): Promise<object> {
    const request = this.#rest
      .get()
      .absPath(path)
      .setHeader('accept', types)
      .signal(signal)
      .timeout(timeoutMilliseconds)
    const text = (await request.do()).text()
    try {
      // Not every document declares its version: `/api` never did.
      const document: unknown = JSON.parse(text)
      if (typeof document === 'object' && document !== null) return document
    } catch (cause) {
      throw new MachineryError('InvalidDiscovery', `${path} is no discovery document`, { cause })
    }
    throw new MachineryError('InvalidDiscovery', `${path} is no discovery document`)
  }
}

/** The resources of one version could not be had. */
export class GroupDiscoveryFailedError extends Error {
  override readonly name = 'GroupDiscoveryFailedError'
  readonly groupVersion: string

  constructor(groupVersion: string, cause: unknown) {
    super(`unable to retrieve the complete list of server APIs: ${groupVersion}: ${messageOf(cause)}`, { cause })
    this.groupVersion = groupVersion
  }
}
