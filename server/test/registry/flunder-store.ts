import {
  defineResource,
  Storages,
  type Store,
  type StoreHooks,
  storeOf,
  type UpdateRequest,
} from '@apimachinery/server/registry'
import type { Release } from 'apimachinery/api/releases'
import { isStatusError, type StatusError } from 'apimachinery/errors'
import { CreateOptions, UpdateOptions } from 'apimachinery/meta/v1'
import { Scheme } from 'apimachinery/runtime'
import { FakeClock } from 'apimachinery/testing'
import type { StorageMetrics } from '../../src/metrics/storage-metrics.js'
import { defaultStrategy } from '../../src/registry/default-strategy.js'
import type { RequestContext } from '../../src/request/request-context.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { addWardleToScheme, Flunder } from '../endpoints/wardle.js'

export const scheme = new Scheme()
addWardleToScheme(scheme)

export function context(more: Partial<RequestContext> = {}): RequestContext & { readonly said: string[] } {
  const said: string[] = []
  return {
    info: {
      isResourceRequest: true,
      path: '/apis/wardle.example.com/v1/namespaces/ns/flunders',
      verb: 'create',
      apiPrefix: 'apis',
      apiGroup: 'wardle.example.com',
      apiVersion: 'v1',
      namespace: 'ns',
      resource: 'flunders',
      subresource: '',
      name: '',
      parts: ['flunders'],
    },
    namespace: 'ns',
    apiVersion: 'wardle.example.com/v1',
    signal: new AbortController().signal,
    clock: new FakeClock(Date.parse('2026-01-01T00:00:00Z')),
    warnings: { addWarning: (_agent, text) => said.push(text) },
    said,
    ...more,
  }
}

export interface Setup {
  readonly hooks?: StoreHooks<Flunder>
  readonly strategy?: Partial<ReturnType<typeof defaultStrategy<Flunder>>>
  readonly names?: readonly string[]
  readonly garbageCollection?: boolean
  readonly metrics?: StorageMetrics
  readonly release?: Release
}

export function newStore({
  hooks = {},
  strategy = {},
  names = [],
  garbageCollection = true,
  metrics,
  release,
}: Setup = {}): {
  store: Store<Flunder>
  kv: MemoryKV
} {
  const kv = new MemoryKV()
  const pending = [...names]
  const generated = names.length > 0 && { generateName: (base: string) => base + (pending.shift() ?? 'z') }
  const storages = new Storages({ kv, scheme, isCached: () => false, featureEnabled: () => false, metrics, release })
  const flunders = defineResource(Flunder, {
    hooks,
    garbageCollection,
    strategy: { ...defaultStrategy(Flunder, scheme), ...generated, ...strategy },
    selectableFields: ({ spec }) => ({ 'spec.reference': spec?.reference ?? '' }),
  })
  return { store: storeOf(flunders, storages), kv }
}

export function flunder(name: string, more: Partial<Flunder> = {}): Flunder {
  const { metadata, ...rest } = more
  return new Flunder({ metadata: { name, ...metadata }, ...rest })
}

export async function create(store: Store<Flunder>, object: Flunder, of: RequestContext = context()): Promise<Flunder> {
  return (await store.create(of, object, { options: new CreateOptions() })).object
}

export function replacing(
  change: (current: Flunder | undefined) => Flunder,
  more: Partial<UpdateRequest<Flunder>> = {},
) {
  return {
    options: new UpdateOptions(),
    updatedObject: async (current) => change(current?.object),
    ...more,
  } as UpdateRequest<Flunder>
}

export async function failure(promise: Promise<unknown>): Promise<StatusError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isStatusError(error)) throw new Error(`no StatusError: ${String(error)}`)
  return error
}

export async function revision(kv: MemoryKV): Promise<number> {
  return (await kv.status()).revision
}

/** The flunder in an answer. */
export function flunderIn(result: { readonly object: object } | undefined): Flunder {
  if (!(result?.object instanceof Flunder)) throw new Error('no flunder')
  return result.object
}
