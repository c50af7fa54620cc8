import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InformerFactory } from '../../src/cache/informer-factory.js'
import { ObjectCache } from '../../src/cache/object-cache.js'
import type { Client } from '../../src/client/client.js'
import type { ContentFormat } from '../../src/rest/rest-client.js'
import { startAPIServer, type TestAPIServer, type Way } from '../support/api-server.js'

let server: TestAPIServer
beforeAll(async () => {
  server = await startAPIServer()
})
afterAll(() => server?.stop())

const map = (name: string, namespace: string, labels: Record<string, string> = {}) =>
  new ConfigMap({ metadata: { name, namespace, labels }, data: { big: 'x'.repeat(100) } })
const ways: { way: Way; format: ContentFormat }[] = [
  { way: 'in process', format: 'protobuf' },
  { way: 'in process', format: 'json' },
  { way: 'HTTP/2', format: 'protobuf' },
]
let count = 0

describe.each(ways)('InformerFactory on the server, $way in $format', ({ way, format }) => {
  let client: Client
  let one: string
  let two: string
  let factory: InformerFactory

  beforeAll(async () => {
    client = await server.client(way, format)
    one = `one-${++count}`
    two = `two-${count}`
    for (const name of [one, two]) await client.create(new Namespace({ metadata: { name } }))
    await client.create(map('a', one, { app: 'web' }))
    await client.create(map('b', two))
    factory = new InformerFactory({ client })
    factory.start()
  })
  afterAll(() => factory.stop())

  it('keeps objects of a class, selected by labels, and follows their changes', async () => {
    const informer = factory.informerFor(ConfigMap, { labelSelector: 'app=web', namespaces: [one] })
    expect(factory.informerFor(ConfigMap, { labelSelector: 'app=web', namespaces: [one] })).toBe(informer)
    expect(factory.informerFor(ConfigMap)).not.toBe(informer)
    const told: string[] = []
    informer.addEventHandler({
      onAdd: ({ metadata }) => told.push(`add ${metadata?.name}`),
      onDelete: ({ metadata }) => told.push(`delete ${metadata?.name}`),
    })
    await informer.waitForSync()
    const created = await client.create(map('c', one, { app: 'web' }))
    const version = created.metadata!.resourceVersion!
    expect(await informer.waitForResourceVersion(version, { timeout: 20_000 })).toBe(true)
    await client.create(map('d', one))
    const gone = await client.update(new ConfigMap({ ...created, metadata: { ...created.metadata, labels: {} } }))
    await informer.waitForResourceVersion(gone.metadata!.resourceVersion!, { timeout: 20_000 })
    expect(informer.lister.keys()).toEqual([`${one}/a`])
    expect(informer.lister.list()[0]).toBeInstanceOf(ConfigMap)
    await expect.poll(() => told).toEqual(['add a', 'add c', 'delete c'])
  })

  it('keeps metadata only, and objects without a class', async () => {
    const metadata = factory.informerFor(ConfigMap, { metadataOnly: true, namespaces: [one, two] })
    const dynamic = factory.informerFor(new GroupVersionResource('', 'v1', 'configmaps'), { namespaces: [two] })
    await factory.waitForSync()
    const partial = metadata.lister.get({ namespace: one, name: 'a' })
    expect(partial).toBeInstanceOf(PartialObjectMetadata)
    expect(partial).not.toHaveProperty('data')
    expect(
      metadata.lister
        .namespace(two)
        .list()
        .map((each) => each.metadata?.name),
    ).toContain('b')
    const found = dynamic.lister.get({ namespace: two, name: 'b' })
    expect(found).toBeInstanceOf(Unstructured)
    expect(found).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { big: expect.any(String) } })
    const changed = await client
      .resource(ConfigMap)
      .namespace(two)
      .update(map('b', two, { new: 'yes' }))
    for (const informer of [metadata, dynamic]) {
      const namespace = two
      await informer.waitForResourceVersion(changed.metadata!.resourceVersion!, { timeout: 20_000, namespace })
      expect(informer.lister.namespace(two).list('new').length).toBe(1)
    }
  })

  it('reads any kind through a cache', async () => {
    const cache = new ObjectCache(factory)
    cache.configure(ConfigMap, {
      namespaces: [two],
      transform: (object: ConfigMap) => ({ ...object, data: {} }) as ConfigMap,
    })
    cache.addIndex(ConfigMap, 'initial', ({ metadata }) => [metadata?.name?.[0] ?? ''])
    cache.informer(Namespace)
    await cache.waitForSync()
    expect(cache.get(Namespace, { name: one })?.metadata?.name).toBe(one)
    expect(cache.get(ConfigMap, { namespace: two, name: 'b' })?.data).toEqual({})
    expect(cache.byIndex(ConfigMap, 'initial', 'b')).toHaveLength(1)
    expect(cache.list(ConfigMap, { namespace: one })).toEqual([])
    expect(cache.list(ConfigMap, { labelSelector: 'new' })).toHaveLength(1)
  })
})
