import type { Client } from '@apimachinery/client'
import { type EffectiveRelease, FeatureGates, type Release } from 'apimachinery/api/releases'
import type { Scheme } from 'apimachinery/runtime'
import type { SerializerInfo } from 'apimachinery/runtime/serializer'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { OpenResources } from '../internal/open-resources.js'
import { addFeatureMetrics } from '../metrics/feature-metrics.js'
import { Storages } from '../registry/storages.js'
import { effectiveRelease } from '../request/effective-release.js'
import { type VersionInfo, versionInfo } from '../request/version-info.js'
import { Loopback } from '../server/loopback.js'
import { ServerMetrics } from '../server/server-metrics.js'
import type { KV } from '../storage/kv/kv.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import type { APIServerOptions } from './api-server-options.js'
import { newSharedKinds, type SharedKinds } from './shared-kinds.js'

/** The common base of all parts of a Kubernetes API server. */
export interface ServerBase {
  readonly options: APIServerOptions
  readonly clock: Clock
  readonly kv: KV
  readonly kinds: SharedKinds
  readonly scheme: Scheme
  readonly serializers: readonly SerializerInfo[]
  readonly storages: Storages
  readonly metrics: ServerMetrics
  /** The release that it answers as. */
  readonly release: Release
  /** The release, and the oldest one that servers of the cluster have. */
  readonly effective: Required<EffectiveRelease>
  readonly version: VersionInfo
  /** Whether a feature gate is on. */
  readonly featureEnabled: (gate: string) => boolean
  /** CBOR is served. */
  readonly cbor: boolean
  /** Requests of the server to itself. */
  readonly loopback: Loopback
  /** The client of the parts of the server that write through its front door. */
  readonly client: Client
  /** Called for failures outside of requests. */
  readonly onError: (error: unknown) => void
}

/** Makes the base; nothing runs yet. What the options hand over is closed with everything else. */
export function openServerBase(options: APIServerOptions, opened: OpenResources): ServerBase {
  for (const { kv } of options.otherStores ?? []) opened.add(() => kv.close())
  opened.add(() => options.serviceAccounts?.externalSigner?.close())
  const { clock = systemClock, kv = new MemoryKV({ clock }), logger, encryption, compactionInterval } = options
  opened.add(() => kv.close())
  const effective = effectiveRelease(options)
  const { release } = effective
  const version = versionInfo(effective)
  const gates = new FeatureGates({
    ...effective,
    set: options.featureGates,
    warn: (message, about) => logger?.warn(about, message),
  })
  const { enabled: featureEnabled } = gates
  const { mediaType } = options.storage ?? {}
  const kinds = options.kinds ?? newSharedKinds({ effective, featureEnabled, mediaType })
  const { scheme, serializers } = kinds
  const { loopback = new Loopback(version) } = options
  const metrics = options.metrics ?? new ServerMetrics({ version })
  addFeatureMetrics(metrics.registry, gates)
  if (options.storage?.measureStore !== false) metrics.storage.addSize(async () => (await kv.status()).size)
  const storages = new Storages({
    ...options.storage,
    kv,
    otherStores: options.otherStores,
    metrics: metrics.storage,
    scheme,
    serializers,
    release,
    featureEnabled,
    allowPrivileged: options.allowPrivileged,
    clock,
    encryption,
    compactionInterval,
    onError: (error) => logger?.error({ error }, 'error in the compactor'),
  })
  opened.add(() => storages.close())
  return {
    options,
    clock,
    kv,
    kinds,
    scheme,
    serializers,
    storages,
    metrics,
    release,
    effective,
    version,
    featureEnabled,
    cbor: featureEnabled('CBORServingAndStorage'),
    loopback,
    client: loopback.component('kube-apiserver'),
    onError: (error) => logger?.error({ error }, 'error in a cache'),
  }
}
