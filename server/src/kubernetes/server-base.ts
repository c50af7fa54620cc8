import { randomBytes } from 'node:crypto'
import { enabledByDefault } from 'apimachinery/api/strategies'
import type { Scheme } from 'apimachinery/runtime'
import { CodecFactory, type SerializerInfo } from 'apimachinery/runtime/serializer'
import { type Clock, systemClock } from 'apimachinery/wait'
import { Storages } from '../registry/storages.js'
import { emulatedVersion } from '../request/version-info.js'
import { ServerMetrics } from '../server/server-metrics.js'
import type { KV } from '../storage/kv/kv.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import type { APIServerOptions } from './api-server-options.js'
import { newBuiltInScheme } from './built-in-scheme.js'

/** The common base of all parts of a Kubernetes API server. */
export interface ServerBase {
  readonly options: APIServerOptions
  readonly clock: Clock
  readonly kv: KV
  readonly scheme: Scheme
  readonly serializers: readonly SerializerInfo[]
  readonly storages: Storages
  readonly metrics: ServerMetrics
  /** Whether a feature gate is on. */
  readonly featureEnabled: (gate: string) => boolean
  /** CBOR is served. */
  readonly cbor: boolean
  /** Proves that a request is the server's own. */
  readonly loopbackToken: string
  /** Called for failures outside of requests. */
  readonly onError: (error: unknown) => void
}

/** Makes the base; nothing runs yet. */
export function newServerBase(options: APIServerOptions): ServerBase {
  const { clock = systemClock, kv = new MemoryKV({ clock }), logger, encryption, compactionInterval } = options
  const featureEnabled = (gate: string) => options.featureGates?.[gate] ?? enabledByDefault(gate)
  const scheme = newBuiltInScheme()
  const serializers = new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).supportedMediaTypes()
  const metrics = options.metrics ?? new ServerMetrics({ version: emulatedVersion })
  if (options.storage?.measureStore !== false) metrics.storage.addSize(async () => (await kv.status()).size)
  const storages = new Storages({
    ...options.storage,
    kv,
    otherStores: options.otherStores,
    metrics: metrics.storage,
    scheme,
    minorRelease: Number(emulatedVersion.minor),
    featureEnabled,
    allowPrivileged: options.allowPrivileged,
    clock,
    encryption,
    compactionInterval,
    onError: (error) => logger?.error({ error }, 'error in the compactor'),
  })
  return {
    options,
    clock,
    kv,
    scheme,
    serializers,
    storages,
    metrics,
    featureEnabled,
    cbor: featureEnabled('CBORServingAndStorage'),
    loopbackToken: randomBytes(32).toString('base64url'),
    onError: (error) => logger?.error({ error }, 'error in a cache'),
  }
}
