import type { Transport } from '@apimachinery/client/transport'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import { isJSONObject, type JSONObject, parseJSON } from 'apimachinery/json'
import type { PassiveClock } from 'apimachinery/wait'
import type { RemoteDocument, RemoteDocuments } from '../openapi/remote-documents.js'
import { groupVersionOf } from './api-service-facts.js'
import { RemoteServerError, remoteDocument } from './remote-document.js'

/** An available APIService. */
export interface AvailableAPIService {
  readonly apiService: APIService
  readonly transport: Transport
}

const downloader = { name: 'system:aggregator', uid: '', groups: [], extra: {} }
/** Milliseconds for which responses of other servers are cached. */
const freshFor = 10_000

/** The last index of one server. */
interface Index {
  readonly read: number
  readonly v3: ReadonlyMap<string, RemoteDocument>
}

/**
 * The OpenAPI documents of the servers of APIServices; unavailable ones have none.
 *
 * Source: pkg/controllers/openapi and openapiv3 of k8s.io/kube-aggregator.
 */
export class RemoteOpenAPI implements RemoteDocuments {
  readonly #remotes: () => AsyncIterable<AvailableAPIService>
  readonly #clock: PassiveClock
  readonly #onError: (error: unknown) => void
  #index: Index | undefined

  constructor(options: {
    readonly remotes: () => AsyncIterable<AvailableAPIService>
    readonly clock: PassiveClock
    readonly onError: (error: unknown) => void
  }) {
    this.#remotes = options.remotes
    this.#clock = options.clock
    this.#onError = options.onError
  }

  async v3(): Promise<ReadonlyMap<string, RemoteDocument>> {
    if (this.#index !== undefined && this.#clock.now() - this.#index.read < freshFor) return this.#index.v3
    const v3 = new Map<string, RemoteDocument>()
    for await (const { apiService, transport } of this.#remotes()) {
      const { group, version } = groupVersionOf(apiService)
      const name = `apis/${group}/${version}`
      try {
        const { paths } = (await get(transport, '/openapi/v3')).document
        const entry = isJSONObject(paths) ? paths[name] : undefined
        const path = isJSONObject(entry) ? entry.serverRelativeURL : undefined
        if (typeof path !== 'string') continue
        const hash = new URLSearchParams(path.slice(path.indexOf('?') + 1)).get('hash') ?? ''
        v3.set(name, { hash, document: async () => (await get(transport, path)).document })
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#index = { read: this.#clock.now(), v3 }
    return v3
  }

  async v2(): Promise<readonly RemoteDocument[]> {
    const documents: RemoteDocument[] = []
    for await (const { apiService, transport } of this.#remotes()) {
      const { group, version } = groupVersionOf(apiService)
      try {
        const { document, etag } = await get(transport, '/openapi/v2')
        documents.push({ hash: etag, document: async () => ofVersion(document, `/apis/${group}/${version}/`) })
      } catch (error) {
        this.#onError(error)
      }
    }
    return documents
  }
}

async function get(
  transport: Transport,
  path: string,
): Promise<{ readonly document: JSONObject; readonly etag: string }> {
  const { status, text, etag } = await remoteDocument(transport, path, { accept: 'application/json', user: downloader })
  if (status !== 200) throw new RemoteServerError(`failed to retrieve openAPI spec ${path}, http error: ${status}`)
  const document = parseJSON(text)
  if (!isJSONObject(document)) throw new RemoteServerError(`openAPI spec ${path} is no object`)
  return { document, etag: etag ?? text.length.toString() }
}

/** The paths of one group version; definitions stay, those that other paths use too. */
function ofVersion(document: JSONObject, prefix: string): JSONObject {
  const paths = isJSONObject(document.paths) ? document.paths : {}
  const kept = Object.entries(paths).filter(([path]) => path.startsWith(prefix))
  return { ...document, paths: Object.fromEntries(kept) }
}
