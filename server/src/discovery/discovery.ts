import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { newGenericServerResponse } from 'apimachinery/errors'
import type { APIResource } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { negotiateMediaTypeOptions } from 'apimachinery/runtime/serializer'
import { compareKubeAwareVersionStrings, type GroupVersion } from 'apimachinery/schema'
import { sourceIPs } from '../audit/source-ips.js'
import { headerText, type OutputFormat } from '../endpoints/output-format.js'
import { matchesAccept, notAcceptable } from '../endpoints/route.js'
import { writeBytes } from '../endpoints/write-bytes.js'
import { writeError } from '../endpoints/write-error.js'
import type { Exchange, Handler, ServerRequest } from '../request/http.js'
import { aggregatedMediaType, type DiscoveryFormats, discoveryFormats } from './discovery-formats.js'
import {
  aggregatedDocument,
  apiVersionsDocument,
  type DiscoveredGroup,
  type DiscoveredVersion,
  groupDocument,
  groupListDocument,
  ownGroupListDocument,
  resourceListDocument,
  type ServerAddress,
} from './group-documents.js'

/** The priority of a group and its version; higher comes first, names decide between equals. */
export interface DiscoveryPriorities {
  readonly group?: number | undefined
  readonly version?: number | undefined
  /** Default true. */
  readonly current?: boolean | undefined
  /** The aggregated document names group and version of every kind, as upstream's does for custom resources; default false. */
  readonly fullKinds?: boolean | undefined
  /** Documents of the version and its group are answers to any method, as upstream's of custom resources; default false. */
  readonly anyMethod?: boolean | undefined
}

export interface DiscoveryOptions {
  /** `host:port` in `/api`. Default: that of the request. */
  readonly serverAddress?: ((request: ServerRequest) => string) | undefined
  /** Other addresses, which clients of these networks are told as well. */
  readonly inCluster?: readonly { readonly cidr: string; readonly serverAddress: string }[] | undefined
  /** Other servers are aggregated, so that groups in `/apis` have no addresses; default true. */
  readonly aggregates?: boolean | undefined
  readonly cbor?: boolean | undefined
  /**
   * The order of groups of the same priority in unaggregated documents: by their names, or by those of their APIServices
   * (`v1.group`).
   */
  readonly between?: 'groups' | 'services' | undefined
}

/** The resources of a version. */
export interface DiscoverySource {
  readonly resources: readonly APIResource[]
}

interface Entry extends DiscoveredVersion {
  readonly group: string
  readonly priorities: { readonly group: number; readonly version: number }
  readonly anyMethod: boolean
}

/** One document in the formats that were requested so far. */
interface Document {
  readonly object: KubernetesObject
  readonly encodings: Map<string, Uint8Array>
  etag?: string | undefined
}

/**
 * The discovery of a server: the documents `/api`, `/apis`, groups and versions, each built on first use.
 *
 * Source: k8s.io/apiserver/pkg/endpoints/discovery.
 */
export class Discovery {
  readonly #entries = new Map<string, Entry>()
  readonly #documents = new Map<string, Document>()
  readonly #listeners = new Set<(groupVersion: GroupVersion) => void>()
  readonly #formats: DiscoveryFormats
  readonly #addresses: (request: ServerRequest) => readonly ServerAddress[]
  readonly #aggregates: boolean

  readonly #between: 'groups' | 'services'

  constructor({
    serverAddress = ({ host }) => host,
    inCluster = [],
    aggregates = true,
    cbor = false,
    between = 'groups',
  }: DiscoveryOptions = {}) {
    this.#aggregates = aggregates
    this.#between = between
    this.#formats = discoveryFormats({ cbor })
    const rules = inCluster.map((rule) => ({ ...rule, contains: networkOf(rule.cidr) }))
    this.#addresses = (request) => [
      { clientCIDR: '0.0.0.0/0', serverAddress: serverAddress(request) },
      ...addressesWithin(rules, request),
    ]
  }

  /** Adds a version, or replaces it. Its resources are read when a document shows them. */
  set(groupVersion: GroupVersion, source: DiscoverySource, priorities: DiscoveryPriorities = {}): void {
    const { group, version } = groupVersion
    const { group: groupPriority = 0, version: versionPriority = 0, current = true } = priorities
    const { fullKinds = false, anyMethod = false } = priorities
    const inOrder = { group: groupPriority, version: versionPriority }
    const facts = { group, version, current, fullKinds, anyMethod, priorities: inOrder }
    this.#entries.set(groupVersion.toString(), {
      ...facts,
      get resources() {
        return source.resources
      },
    })
    this.#changed(groupVersion)
  }

  /** Forgets a version. */
  remove(groupVersion: GroupVersion): void {
    if (this.#entries.delete(groupVersion.toString())) this.#changed(groupVersion)
  }

  /** The discovery of a version. */
  version(groupVersion: GroupVersion): DiscoveredVersion | undefined {
    return this.#entries.get(groupVersion.toString())
  }

  /** Calls the listener for each added, changed or removed version; returns a function that removes it. */
  onChange(listener: (groupVersion: GroupVersion) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #changed(groupVersion: GroupVersion): void {
    this.#documents.clear()
    for (const listener of this.#listeners) listener(groupVersion)
  }

  /** Groups other than the core group, in order, their versions in order. */
  groups(): DiscoveredGroup[] {
    return this.#grouped().filter(({ name }) => name !== '')
  }

  /** Answers `/api`. */
  readonly serveAPI: Handler = (request, response) =>
    this.#serveRoot({ request, response }, '/api', {
      plain: () => {
        const versions = this.#core().flatMap((group) => group.versions.map(({ version }) => version))
        return apiVersionsDocument(versions, this.#addresses(request))
      },
      aggregated: () => aggregatedDocument(this.#core()),
    })

  /** Answers `/apis`. */
  readonly serveAPIs: Handler = (request, response) =>
    this.#serveRoot({ request, response }, '/apis', {
      plain: () => {
        const groups = this.#between === 'services' ? this.#byServices() : this.groups()
        return this.#aggregates ? groupListDocument(groups) : ownGroupListDocument(groups, this.#addresses(request))
      },
      aggregated: () => aggregatedDocument(this.groups()),
    })

  /** A handler for `/apis/<group>`; `undefined` for an unknown group. */
  groupHandler(name: string): Handler | undefined {
    const group = this.groups().find((each) => each.name === name)
    if (group === undefined) return undefined
    const serve = this.#isOfAnyMethod(name) ? this.#serveDocument : this.#servePlain
    return (request, response) => serve({ request, response }, `/apis/${name}`, () => groupDocument(group))
  }

  /** A handler for `/api/v1` and `/apis/<group>/<version>`; `undefined` for an unknown version. */
  versionHandler(groupVersion: GroupVersion): Handler | undefined {
    const entry = this.#entries.get(groupVersion.toString())
    if (entry === undefined) return undefined
    const make = () => resourceListDocument(entry.group, entry)
    const serve = entry.anyMethod ? this.#serveDocument : this.#servePlain
    return (request, response) => serve({ request, response }, `version ${groupVersion}`, make)
  }

  /** Custom resources, and the aggregator for all groups, do not check the method. */
  #isOfAnyMethod(group: string): boolean {
    if (this.#between === 'services') return true
    for (const entry of this.#entries.values()) if (entry.group === group && entry.anyMethod) return true
    return false
  }

  #core(): DiscoveredGroup[] {
    return this.#grouped().filter(({ name }) => name === '')
  }

  /** Source: `SortedByGroupAndVersion` of k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/helper. */
  #byServices(): DiscoveredGroup[] {
    const entries = [...this.#entries.values()].filter(({ group }) => group !== '')
    const nameOf = ({ group, version }: Entry) => `${version}.${group}`
    entries.sort((a, b) => b.priorities.group - a.priorities.group || (nameOf(a) < nameOf(b) ? -1 : 1))
    const order = [...new Set(entries.map(({ group }) => group))]
    return this.groups().sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
  }

  #grouped(): DiscoveredGroup[] {
    const groups = new Map<string, Entry[]>()
    for (const entry of this.#entries.values()) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
    const priority = (entries: readonly Entry[]) => Math.max(...entries.map(({ priorities }) => priorities.group))
    return [...groups]
      .sort(([a, ofA], [b, ofB]) => priority(ofB) - priority(ofA) || (a < b ? -1 : 1))
      .map(([name, versions]) => ({ name, versions: versions.sort(byVersion) }))
  }

  async #serveRoot(
    exchange: Exchange,
    key: string,
    make: { readonly plain: () => KubernetesObject; readonly aggregated: () => KubernetesObject },
  ): Promise<void> {
    if (!this.#wantsAggregated(exchange.request)) return this.#servePlain(exchange, key, make.plain)
    return this.#serveAggregated(exchange, `${key} aggregated`, make.aggregated)
  }

  #wantsAggregated({ headers }: ServerRequest): boolean {
    const { serializer, restrictions } = this.#formats.aggregated
    const options = negotiateMediaTypeOptions(
      headerText(headers, 'accept') ?? '',
      serializer.supportedMediaTypes(),
      restrictions,
    )
    return options?.convert !== undefined
  }

  /** A document behind upstream's router, which looks at the method and what is accepted first. */
  readonly #servePlain = async (exchange: Exchange, key: string, make: () => KubernetesObject): Promise<void> => {
    const { request } = exchange
    const { plain, mediaTypes } = this.#formats
    try {
      if (request.method !== 'GET') throw newGenericServerResponse(405, { verb: '' })
      const route = { produces: mediaTypes }
      if (!matchesAccept(route, headerText(request.headers, 'accept'))) throw notAcceptable(route)
    } catch (error) {
      return writeError(exchange, plain, error)
    }
    return this.#serveDocument(exchange, key, make)
  }

  readonly #serveDocument = async (exchange: Exchange, key: string, make: () => KubernetesObject): Promise<void> => {
    const { request } = exchange
    const { plain } = this.#formats
    try {
      const format = plain.of(request)
      // The address of the server depends on the request.
      const isFixed = key !== '/api' && (key !== '/apis' || this.#aggregates)
      const document = isFixed ? this.#document(key, make) : newDocument(make())
      await writeBytes(exchange, { code: 200, mediaType: format.mediaType }, [encoded(document, format)])
    } catch (error) {
      await writeError(exchange, plain, error)
    }
  }

  async #serveAggregated(exchange: Exchange, key: string, make: () => KubernetesObject): Promise<void> {
    const { request, response } = exchange
    const format = this.#formats.aggregated.of(request)
    const document = this.#document(key, make)
    document.etag ??= `"${createHash('sha512').update(JSON.stringify(document.object)).digest('hex').toUpperCase()}"`
    response.setHeader('etag', document.etag)
    response.setHeader('vary', 'Accept')
    response.setHeader('cache-control', 'public')
    if (headerText(request.headers, 'if-none-match') === document.etag) {
      response.writeHead(304)
      response.end()
      return
    }
    const mediaType = aggregatedMediaType(format.mediaType)
    await writeBytes(exchange, { code: 200, mediaType }, [encoded(document, format)])
  }

  #document(key: string, make: () => KubernetesObject): Document {
    let document = this.#documents.get(key)
    if (document === undefined) {
      document = newDocument(make())
      this.#documents.set(key, document)
    }
    return document
  }
}

function newDocument(object: KubernetesObject): Document {
  return { object, encodings: new Map() }
}

function encoded({ object, encodings }: Document, format: OutputFormat): Uint8Array {
  let bytes = encodings.get(format.identifier)
  if (bytes === undefined) {
    bytes = format.encode(object)
    encodings.set(format.identifier, bytes)
  }
  return bytes
}

function byVersion(a: Entry, b: Entry): number {
  return b.priorities.version - a.priorities.version || compareKubeAwareVersionStrings(b.version, a.version)
}

interface AddressRule {
  readonly cidr: string
  readonly serverAddress: string
  readonly contains: (address: string) => boolean
}

/** Source: `DefaultAddresses` of k8s.io/apiserver/pkg/endpoints/discovery. */
function addressesWithin(rules: readonly AddressRule[], request: ServerRequest): ServerAddress[] {
  const [client = ''] = rules.length === 0 ? [] : sourceIPs(request)
  return rules
    .filter(({ contains }) => contains(client))
    .map(({ cidr, serverAddress }) => ({ clientCIDR: cidr, serverAddress }))
}

function networkOf(cidr: string): (address: string) => boolean {
  const [network = '', length] = cidr.split('/')
  const list = new BlockList()
  list.addSubnet(network, Number(length), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
