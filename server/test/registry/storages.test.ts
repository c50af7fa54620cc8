import { MetricsRegistry } from '@apimachinery/client/metrics'
import { Encryption } from '@apimachinery/server/storage/encryption'
import { addToScheme, Lease } from 'apimachinery/api/coordination/v1'
import { Scheme } from 'apimachinery/runtime'
import { afterEach, describe, expect, it } from 'vitest'
import { StorageMetrics } from '../../src/metrics/storage-metrics.js'
import { defineResource, storeOf } from '../../src/registry/define-resource.js'
import { type StorageEnvironment, Storages } from '../../src/registry/storages.js'
import { GroupServer } from '../../src/server/group-server.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'

const scheme = new Scheme()
addToScheme(scheme)

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function open(more: Partial<StorageEnvironment> = {}) {
  const kv = new MemoryKV()
  const storages = new Storages({ kv, scheme, ...more })
  closing.push(() => storages.close())
  return { kv, storages, leases: storeOf(defineResource(Lease), storages) }
}

const encryptionFile = `
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [leases.coordination.k8s.io]
  providers: [{ aescbc: { keys: [{ name: a, secret: MDEyMzQ1Njc4OWFiY2RlZg== }] } }]
`

const key = '/registry/coordination.k8s.io/leases/ns/a'
const lease = () => new Lease({ metadata: { name: 'a', namespace: 'ns' } })
const storedText = async (kv: MemoryKV, at: string) =>
  Buffer.from((await kv.range({ key: at })).kvs[0]?.value ?? []).toString('latin1')

describe('storages of a server', () => {
  it('write below the key prefix, in the format of the resource', async () => {
    const { kv, storages } = open({ keyPrefix: '/own' })
    const protobuf = storeOf(defineResource(Lease, { keyPrefix: 'in/protobuf', format: 'protobuf' }), storages)
    await protobuf.storage.create('/own/in/protobuf/ns/a', lease())
    expect(await storedText(kv, '/own/in/protobuf/ns/a')).toMatch(/^k8s\0/)
    const json = storeOf(defineResource(Lease, { keyPrefix: 'in/protobuf' }), storages)
    expect((await json.storage.get('/own/in/protobuf/ns/a')).object.metadata?.name).toBe('a')
  })

  it('encrypt what is stored, and close the encryption with them', async () => {
    const encryption = await Encryption.load(encryptionFile)
    let closed = 0
    const counting = {
      transformerFor: (group: string, resource: string) => encryption.transformerFor(group, resource),
      close: () => void closed++,
    }
    const { kv, storages, leases } = open({ encryption: counting })
    await leases.storage.create(key, lease())
    expect(await storedText(kv, key)).toMatch(/^k8s:enc:aescbc:v1:a:/)
    expect((await leases.storage.get(key)).object.metadata?.name).toBe('a')
    await storages.close()
    expect(closed).toBe(1)
  })

  it('count requests, caches and values that cannot be decoded', async () => {
    const registry = new MetricsRegistry()
    const { kv, leases } = open({ metrics: new StorageMetrics(registry) })
    await leases.storage.create(key, lease())
    await kv.txn({ compare: [], success: [{ type: 'put', key: key.replace(/a$/, 'b'), value: Buffer.from('{') }] })
    const broken = await leases.storage.get(key.replace(/a$/, 'b'))
    expect(() => broken.object).toThrow(/unexpected end/i)
    const text = await registry.text()
    const labels = 'group="coordination.k8s.io",resource="leases"'
    expect(text).toContain('etcd_requests_total{group="coordination.k8s.io",operation="create",resource="leases"} 1')
    expect(text).toContain(`apiserver_storage_decode_errors_total{${labels}} 1`)
    expect(text).toMatch(/watch_cache_capacity\{group="coordination.k8s.io",resource="leases"\} \d/)
  })

  it('keep resources in another store where the environment says so, and not those of the main store', async () => {
    const other = new MemoryKV()
    const otherStores = [{ kv: other, resources: [{ group: 'coordination.k8s.io', resource: 'leases' }] }]
    const { kv, storages, leases } = open({ otherStores })
    await leases.storage.create(key, lease())
    expect([await storedText(kv, key), (await storedText(other, key)) !== '']).toEqual(['', true])
    const { type, resource } = defineResource(Lease)
    const codec = storages.codec({ hub: type, storageVersion: type.groupVersionKind })
    const attributes = () => ({ labels: {}, fields: {} })
    const names = { group: 'coordination.k8s.io', resource: resource.plural }
    const main = storages.open({ ...names, codec, attributes, inMainStore: true })
    await main.create(key, lease())
    expect(await storedText(kv, key)).not.toBe('')
  })

  it('end watches when they are closed, one by one or together', async () => {
    const { storages, leases } = open()
    const others = storeOf(defineResource(Lease, { keyPrefix: 'others' }), storages)
    await expect.poll(() => leases.storage.readiness()).toBeUndefined()
    const everything = { predicate: { empty: true, matches: () => true } }
    const watch = await leases.storage.watch(leases.keys.collection(''), everything)
    const ended = (async () => {
      for await (const batch of watch) expect(batch).toEqual([])
    })()
    await storages.closeStorage(leases.storage)
    await ended
    await storages.close()
    await expect(others.storage.list(others.keys.collection(''), everything)).rejects.toThrow()
  })

  it('have the feature gates of the release where nothing is said', () => {
    const context = { namespace: 'ns', apiVersion: 'coordination.k8s.io/v1', clock: { now: () => 0 } } as never
    const enabled = (more: Partial<StorageEnvironment>) =>
      open(more).leases.strategyContext(context).featureEnabled('VolumeAttributesClass')
    expect([enabled({}), enabled({ featureEnabled: () => false })]).toEqual([true, false])
  })
})

it('a server of groups encrypts what it stores, and counts its storage', async () => {
  const kv = new MemoryKV()
  const encryption = await Encryption.load(encryptionFile)
  const server = await GroupServer.start({ scheme, kv, encryption, resources: [defineResource(Lease)] })
  const client = server.client()
  closing.push(
    () => server.stop(),
    () => client.close(),
  )
  await client
    .resource(Lease)
    .namespace('ns')
    .create({ metadata: { name: 'a' } })
  expect(await storedText(kv, key)).toMatch(/^k8s:enc:aescbc:v1:a:/)
  expect(await server.generic.metrics.registry.text()).toContain(
    'etcd_requests_total{group="coordination.k8s.io",operation="create",resource="leases"} 1',
  )
})
