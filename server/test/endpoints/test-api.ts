import {
  type EndpointsConfig,
  type GroupVersionOptions,
  type InstalledGroupVersion,
  installGroupVersion,
} from '@apimachinery/server/endpoints'
import {
  defineResource,
  type ResourceOptions,
  type ResourceStorage,
  Storages,
  storageOf,
} from '@apimachinery/server/registry'
import { addToScheme as addCore, ConfigMap } from 'apimachinery/api/core/v1'
import { strategyFor } from 'apimachinery/api/strategies'
import { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersion } from 'apimachinery/schema'
import type { AuthorizedRequest, Handler, ReceivedRequest } from '../../src/request/http.js'
import { handleInProcess } from '../../src/serving/in-process.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { identified } from '../request/identified.js'
import { addWardleToScheme, Flunder, groupVersionAlpha, groupVersionV1 } from './wardle.js'

/** What a test sends. */
export interface Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly bytes: Uint8Array
  /** Parsed where the answer is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
  readonly body: any
}

/** Endpoints over a store in memory: config maps, and a group of two versions. */
export class TestAPI {
  readonly kv = new MemoryKV()
  readonly scheme = new Scheme({ name: 'pkg/runtime/scheme.go:111' })
  readonly #versions = new Map<string, InstalledGroupVersion>()
  readonly #handler: Handler<ReceivedRequest>

  private constructor(config: EndpointsConfig, options: TestOptions, configMapStrategy: unknown) {
    addCore(this.scheme)
    addWardleToScheme(this.scheme)
    const storages = new Storages({ kv: this.kv, scheme: this.scheme, isCached: () => false })
    const serializers = new CodecFactory(this.scheme, { mode: 'canonical' }).supportedMediaTypes()
    const onError = (error: unknown): void => console.error(error)
    const install = (groupVersion: GroupVersion, storage: Readonly<Record<string, ResourceStorage>>): void => {
      const installed = installGroupVersion({
        onError,
        ...config,
        ...options.group,
        groupVersion,
        storage,
        scheme: this.scheme,
        serializers,
      })
      this.#versions.set(groupVersion.toString(), installed)
    }
    const core = defineResource(ConfigMap, { strategy: configMapStrategy as never, format: 'protobuf' })
    const flunders = { ...storageOf(defineResource(Flunder, options.flunder ?? {}), storages), ...options.storage }
    install(new GroupVersion('', 'v1'), { ...storageOf(core, storages), ...options.core })
    install(groupVersionV1, flunders)
    install(groupVersionAlpha, flunders)
    this.#handler = identified(async (request, response) => {
      options.onRequest?.(request)
      const { apiGroup, apiVersion } = request.info
      const version = this.#versions.get(new GroupVersion(apiGroup, apiVersion).toString())
      await version?.handler(request, response)
    })
  }

  static async start(config: EndpointsConfig = {}, options: TestOptions = {}): Promise<TestAPI> {
    return new TestAPI(config, options, await strategyFor({ group: '', kind: 'ConfigMap' }))
  }

  version(groupVersion: string): InstalledGroupVersion {
    return this.#versions.get(groupVersion) as InstalledGroupVersion
  }

  /** Sends a request and waits for the whole answer. */
  async call(method: string, path: string, { headers = {}, body, signal }: Call = {}): Promise<Answer> {
    const response = await this.open(method, path, { headers, body, ...(signal !== undefined && { signal }) })
    const chunks: Uint8Array[] = []
    if (response.body instanceof Uint8Array) chunks.push(response.body)
    else for await (const chunk of response.body) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const isJSON = String(response.headers['content-type']).startsWith('application/json')
    const compressed = response.headers['content-encoding'] !== undefined
    const parsed = isJSON && !compressed && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : undefined
    return { status: response.status, headers: response.headers, bytes, body: parsed }
  }

  /** Sends a request and gives the answer as it comes. */
  open(method: string, path: string, { headers = {}, body, signal }: Call = {}) {
    const bytes = body === undefined ? undefined : bodyBytes(body)
    return handleInProcess(this.#handler, {
      method,
      path,
      headers: { 'user-agent': 'test/1', ...headers },
      body: bytes,
      signal,
    })
  }
}

export interface TestOptions {
  readonly flunder?: ResourceOptions<Flunder>
  /** Storages besides that of flunders, in its group. */
  readonly storage?: Readonly<Record<string, ResourceStorage>>
  /** Storages besides that of config maps, in the core group. */
  readonly core?: Readonly<Record<string, ResourceStorage>>
  /** Further settings of all versions. */
  readonly group?: Partial<GroupVersionOptions>
  /** Called with each request before it is answered. */
  readonly onRequest?: (request: AuthorizedRequest) => void
}

function bodyBytes(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

export function configMap(name: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more }
}

export const configMaps = '/api/v1/namespaces/ns/configmaps'

export const flunders = '/apis/wardle.example.com/v1/namespaces/ns/flunders'
