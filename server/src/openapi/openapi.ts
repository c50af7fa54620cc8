import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { JSONObject } from 'apimachinery/json'
import type { OpenAPISchema } from 'apimachinery/openapi'
import type { Scheme } from 'apimachinery/runtime'
import { parseAcceptHeader } from 'apimachinery/runtime/serializer'
import type { InstalledGroupVersion } from '../endpoints/install-group-version.js'
import { headerText } from '../endpoints/output-format.js'
import { acceptsGzip } from '../endpoints/write-bytes.js'
import type { Handler, ResponseSink, ServerRequest } from '../request/http.js'
import { definitionsFor } from './definitions.js'
import type { DocumentStyle } from './document-style.js'
import { documentV2 } from './document-v2.js'
import { type DocumentInfo, documentV3 } from './document-v3.js'
import { gnosticV2 } from './gnostic-v2.js'
import { gnosticV3 } from './gnostic-v3.js'
import type { Operation } from './operation.js'
import type { RemoteDocuments } from './remote-documents.js'
import { rootOperations } from './root-operations.js'
import { operationsOf, pathOf } from './route-operations.js'

const compress = promisify(gzip)

/** Input of documents. */
export interface OpenAPIOptions {
  readonly scheme: Scheme
  /** The currently served versions. */
  readonly versions: () => readonly OpenAPIGroupVersion[]
  readonly info?: Partial<DocumentInfo> | undefined
  readonly style?: DocumentStyle | undefined
  /** Whether the documents by which tokens of service accounts are verified are served. */
  readonly openID?: boolean | undefined
  /** The documents of aggregated servers. */
  readonly remotes?: (() => RemoteDocuments | undefined) | undefined
}

/** A group version and its routes, which may be loaded on demand. */
export interface OpenAPIGroupVersion
  extends Pick<InstalledGroupVersion, 'groupVersion' | 'resources' | 'definitions' | 'scheme'> {
  readonly installed: () => Promise<InstalledGroupVersion> | InstalledGroupVersion
}

/** One document as it is sent. */
interface Rendered {
  readonly hash: string
  /** In the first of its media types. */
  readonly bytes: Uint8Array
  readonly mediaTypes: readonly DocumentType[]
  readonly packed: Map<string, Uint8Array>
}

/** A media type of a document, its names in requests, and the encoder of its bytes. */
interface DocumentType {
  readonly mediaType: string
  readonly accepted: readonly string[]
  readonly encode?: ((json: Uint8Array) => Uint8Array) | undefined
}

const jsonType = 'application/json'
const json: DocumentType = { mediaType: jsonType, accepted: [jsonType, 'application/*', '*/*'] }
const protobufV2: DocumentType = {
  mediaType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  accepted: [
    'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  ],
  encode: (bytes) => gnosticV2(JSON.parse(Buffer.from(bytes).toString('utf8'))),
}

const protobufV3: DocumentType = {
  mediaType: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
  accepted: [
    'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
    'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
  ],
  encode: (bytes) => gnosticV3(JSON.parse(Buffer.from(bytes).toString('utf8'))),
}

/**
 * The documents `/openapi/v2` and `/openapi/v3`, built on first use. Their hashes are those of the served resources, so
 * that the index needs none of them.
 *
 * Source: k8s.io/kube-openapi/pkg/handler and pkg/handler3.
 */
export class OpenAPI {
  readonly #options: OpenAPIOptions
  readonly #info: DocumentInfo
  readonly #documents = new Map<string, Rendered>()
  readonly #factHashes = new WeakMap<readonly unknown[], string>()
  #v2: Rendered | undefined

  constructor(options: OpenAPIOptions) {
    this.#options = options
    this.#info = { title: 'Kubernetes', version: 'unversioned', ...options.info }
  }

  /** Answers `/openapi/v2`. */
  readonly serveV2: Handler = async (request, response) => {
    const remote = (await this.#options.remotes?.()?.v2()) ?? []
    const own = this.#hashOf(...this.#options.versions())
    const hash = remote.length === 0 ? own : hashText([own, ...remote.map((each) => each.hash)].join(' '))
    if (this.#v2?.hash !== hash) {
      const document = await this.#documentV2()
      for (const each of remote) mergeV2(document, await each.document())
      this.#v2 = rendered(hash, document, [json, protobufV2])
    }
    response.appendHeader('vary', 'Accept-Encoding')
    await send(request, response, this.#v2)
  }

  /** Answers `/openapi/v3`. */
  readonly serveV3Index: Handler = async (_request, response) => {
    const paths: JSONObject = {}
    const remote = (await this.#options.remotes?.()?.v3()) ?? new Map()
    const hashes = [...this.#hashes(), ...[...remote].map(([name, { hash }]) => [name, hash] as const)]
    for (const [name, hash] of hashes.sort(([a], [b]) => (a < b ? -1 : 1))) {
      paths[name] = { serverRelativeURL: `/openapi/v3/${name}?hash=${hash}` }
    }
    const bytes = Buffer.from(JSON.stringify({ paths }))
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(bytes.length) }
    response.writeHead(200, headers)
    response.end(bytes)
  }

  /** Answers `/openapi/v3/<name>`. */
  readonly serveV3: Handler = async (request, response) => {
    const name = request.path.slice('/openapi/v3/'.length)
    const remote = this.#hashes().has(name) ? undefined : (await this.#options.remotes?.()?.v3())?.get(name)
    const hash = remote?.hash ?? this.#hashes().get(name)
    if (hash === undefined) return this.#serveNothing(response)
    const wanted = request.query.get('hash') ?? ''
    if (wanted !== '' && wanted !== hash) return redirect(response, name, hash)
    let document = this.#documents.get(name)
    if (document?.hash !== hash) {
      document = rendered(hash, (await remote?.document()) ?? (await this.#documentV3(name)), [json, protobufV3])
      this.#documents.set(name, document)
    }
    if (wanted !== '') {
      response.setHeader('cache-control', 'public, immutable')
      response.setHeader('expires', new Date(request.receivedAt.getTime() + 365 * 24 * 3600 * 1000).toUTCString())
    }
    return send(request, response, document)
  }

  /** Unknown names: 404 of `specProxier` of kube-aggregator, 200 of `HandleGroupVersion` of kube-openapi. Both have no body. */
  #serveNothing(response: ResponseSink): void {
    if (this.#options.remotes === undefined) response.appendHeader('vary', 'Accept')
    response.writeHead(this.#options.remotes === undefined ? 200 : 404, { 'content-length': '0' })
    response.end()
  }

  #hashes(): ReadonlyMap<string, string> {
    const versions = this.#options.versions()
    const hashes = new Map<string, string>()
    for (const name of this.#rootOperations().keys()) hashes.set(name, hashText(`${name} ${this.#info.version}`))
    for (const version of versions) hashes.set(pathOf(version.groupVersion).slice(1), this.#hashOf(version))
    return hashes
  }

  #hashOf(...versions: readonly OpenAPIGroupVersion[]): string {
    return hashText(JSON.stringify([this.#info.version, versions.map((version) => this.#factsHash(version))]))
  }

  /** Documents are built again when the served resources change; the list of resources identifies them. */
  #factsHash({ groupVersion, resources, definitions }: OpenAPIGroupVersion): string {
    let hash = this.#factHashes.get(resources)
    if (hash === undefined) {
      hash = hashText(JSON.stringify([String(groupVersion), resources, definitions?.('v3') ?? null]))
      this.#factHashes.set(resources, hash)
    }
    return hash
  }

  #rootOperations(): ReturnType<typeof rootOperations> {
    return rootOperations({ groups: this.#groups(), openID: this.#options.openID ?? false })
  }

  #groups(): string[] {
    const routed = this.#options.versions().filter(({ definitions }) => definitions === undefined)
    const groups = routed.map(({ groupVersion }) => groupVersion.group)
    return [...new Set(groups)].filter((group) => group !== '')
  }

  async #documentV3(name: string): Promise<JSONObject> {
    const version = this.#options.versions().find(({ groupVersion }) => pathOf(groupVersion).slice(1) === name)
    const paths = version === undefined ? this.#rootOperations().get(name) : operationsOf(await version.installed())
    const custom = version?.definitions?.('v3') ?? {}
    const found = paths ?? new Map<string, Operation[]>()
    const schemes = [version?.scheme ?? this.#options.scheme]
    const source = { ...this.#options, schemes, version: 'v3', custom, groupVersion: version?.groupVersion } as const
    const schemas = definitionsFor([...found.values()].flat(), source)
    const info = version?.definitions === undefined ? this.#info : definitionInfo
    return documentV3(info, found, schemas)
  }

  async #documentV2(): Promise<JSONObject> {
    const paths = new Map<string, Operation[]>()
    const custom: Record<string, OpenAPISchema> = {}
    for (const document of this.#rootOperations().values()) {
      for (const [path, operations] of document) paths.set(path, operations)
    }
    const schemes = new Set([this.#options.scheme])
    for (const version of this.#options.versions()) {
      if (version.scheme !== undefined) schemes.add(version.scheme)
      for (const [path, operations] of operationsOf(await version.installed())) paths.set(path, operations)
      Object.assign(custom, version.definitions?.('v2'))
    }
    const sorted = new Map([...paths].sort(([a], [b]) => (a < b ? -1 : 1)))
    const definitions = definitionsFor([...sorted.values()].flat(), {
      ...this.#options,
      schemes: [...schemes],
      version: 'v2',
      custom,
    })
    return documentV2(this.#info, sorted, definitions)
  }
}

/**
 * The metadata of documents of custom resources. Source: k8s.io/apiextensions-apiserver/pkg/controller/openapi/builder.
 */
const definitionInfo: DocumentInfo = { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' }

/** Adds the paths of another document, and the definitions that are not there. */
function mergeV2(document: JSONObject, other: JSONObject): void {
  for (const key of ['paths', 'definitions', 'parameters'] as const) {
    document[key] = { ...(other[key] as JSONObject), ...(document[key] as JSONObject) }
  }
}

function hashText(text: string): string {
  return createHash('sha512').update(text).digest('hex').toUpperCase()
}

function rendered(hash: string, document: JSONObject, mediaTypes: readonly DocumentType[]): Rendered {
  return { hash, bytes: Buffer.from(JSON.stringify(document)), mediaTypes, packed: new Map() }
}

function redirect(response: ResponseSink, name: string, hash: string): void {
  response.setHeader('etag', `"${hash}"`)
  response.setHeader('vary', 'Accept')
  response.writeHead(301, { 'content-type': jsonType, location: `/openapi/v3/${name}?hash=${hash}` })
  response.end()
}

async function send(request: ServerRequest, response: ResponseSink, document: Rendered): Promise<void> {
  const etag = `"${document.hash}"`
  response.setHeader('etag', etag)
  response.appendHeader('vary', 'Accept')
  const type = typeFor(document.mediaTypes, headerText(request.headers, 'accept'))
  if (type === undefined) {
    response.writeHead(406, { 'content-length': '0' })
    response.end()
    return
  }
  if (headerText(request.headers, 'if-none-match') === etag) {
    response.writeHead(304)
    response.end()
    return
  }
  const gzips = acceptsGzip(request)
  const bytes = await encoded(document, type, gzips)
  response.writeHead(200, {
    'content-type': type.mediaType,
    ...(gzips && { 'content-encoding': 'gzip' }),
    'content-length': String(bytes.length),
  })
  response.end(bytes)
}

/** The bytes of a document in a form that was made once. */
async function encoded(document: Rendered, type: DocumentType, gzips: boolean): Promise<Uint8Array> {
  const key = `${type.mediaType} ${gzips}`
  const known = document.packed.get(key)
  if (known !== undefined) return known
  const plain = type.encode?.(document.bytes) ?? document.bytes
  const bytes = gzips ? await compress(plain) : plain
  document.packed.set(key, bytes)
  return bytes
}

function typeFor(types: readonly DocumentType[], accept: string | undefined): DocumentType | undefined {
  if (accept === undefined || accept === '') return types[0]
  for (const { type, subType } of parseAcceptHeader(accept)) {
    const found = types.find(({ accepted }) => accepted.includes(`${type}/${subType}`))
    if (found !== undefined) return found
  }
  return undefined
}
