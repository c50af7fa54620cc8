import { TestServer } from '@apimachinery/server/testing'
import { ConfigMap, Event, Namespace } from 'apimachinery/api/core/v1'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitionOf } from '../testing/definition-of.js'
import { Cluster, refTo, soon } from './cluster.js'

const widgets = new GroupVersionResource('example.com', 'v1', 'widgets')

describe('the garbage collector over custom resources', () => {
  let cluster: Cluster
  beforeAll(async () => {
    const crds = [definitionOf('Widget'), definitionOf('Gadget', { scope: 'Cluster' })]
    cluster = new Cluster(await TestServer.start({ crds, controllers: ['garbagecollector'] }))
  })
  afterAll(() => cluster.server.stop())

  it('keeps children of living objects, and deletes those of deleted ones', async () => {
    const owner = await cluster.widget('living')
    await cluster.map('child-of-living', [refTo(owner)])
    await cluster.collected()
    expect(await cluster.isThere('child-of-living')).toBe(true)
    await cluster.delete(owner)
    await cluster.gone('child-of-living')
  })

  it('keeps children of kinds that are not known, until they are', async () => {
    const uid = crypto.randomUUID()
    const later = { apiVersion: 'example.com/v1', kind: 'Later', name: 'later', uid }
    await cluster.map('child-of-unknown', [later])
    await cluster.map('child-of-unknown-version', [{ ...later, apiVersion: 'nowhere.example.com/v7' }])
    await cluster.collected()
    expect(await cluster.isThere('child-of-unknown')).toBe(true)
    expect(await cluster.isThere('child-of-unknown-version')).toBe(true)
    await cluster.server.client.create(new Unstructured(definitionOf('Later')))
    // Now it is proved that the owner is not there.
    await cluster.gone('child-of-unknown')
    expect(await cluster.isThere('child-of-unknown-version')).toBe(true)
  })

  it('keeps children while the owners cannot be read', async () => {
    const { server } = cluster
    const owner = await cluster.widget('unreadable')
    const fault = server.faults.add({ verb: 'get', resource: 'widgets.example.com', status: 500 })
    await cluster.map('child-of-unreadable', [refTo(owner, { uid: crypto.randomUUID() })])
    await expect.poll(() => fault.hits, soon).toBeGreaterThan(2)
    expect(await cluster.isThere('child-of-unreadable')).toBe(true)
    server.faults.clear()
    await cluster.gone('child-of-unreadable')
  })

  it('takes no answer of a path that is not served for the absence of an owner', async () => {
    const { server } = cluster
    const owner = await cluster.widget('hidden')
    const message = 'the server could not find the requested resource'
    const causes = [{ reason: 'UnexpectedServerResponse', message: '404 page not found' }]
    const error = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'NotFound',
      code: 404,
      message,
      details: { causes },
    }
    const fault = server.faults.add({ verb: 'get', resource: 'widgets.example.com', error } as never)
    await cluster.map('child-of-hidden', [refTo(owner)])
    await cluster.map('other-child-of-hidden', [refTo(owner, { uid: crypto.randomUUID() })])
    await expect.poll(() => fault.hits, soon).toBeGreaterThan(2)
    expect(await cluster.isThere('child-of-hidden')).toBe(true)
    expect(await cluster.isThere('other-child-of-hidden')).toBe(true)
    server.faults.clear()
    await cluster.gone('other-child-of-hidden')
    expect(await cluster.isThere('child-of-hidden')).toBe(true)
  })

  it('deletes children whose owner has another uid', async () => {
    const owner = await cluster.widget('again')
    await cluster.delete(owner)
    await cluster.widget('again')
    await cluster.map('child-of-before', [refTo(owner)])
    await cluster.gone('child-of-before')
  })

  it('removes the reference to a gone owner where another one lives', async () => {
    const [living, dead] = [await cluster.widget('one-living'), await cluster.map('one-dead')]
    await cluster.map('of-two', [refTo(living), refTo(dead)])
    await cluster.delete(dead)
    const owners = async () =>
      (await cluster.server.client.get(ConfigMap, { name: 'of-two', namespace: 'default' })).metadata
    await expect
      .poll(async () => (await owners())?.ownerReferences?.map(({ name }) => name), soon)
      .toEqual(['one-living'])
  })

  it('deletes the children of a definition that is deleted with its objects', async () => {
    const gadget = new Unstructured({ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' } })
    const owner = await cluster.server.client.create(gadget)
    await cluster.map('child-of-gadget', [refTo(owner)])
    await cluster.collected()
    expect(await cluster.isThere('child-of-gadget')).toBe(true)
    await cluster.delete(new Unstructured(definitionOf('Gadget')))
    await cluster.gone('child-of-gadget')
  })

  it('deletes in the foreground through custom resources, and orphans', async () => {
    const { client } = cluster.server
    const top = await cluster.map('top')
    const middle = await cluster.widget('middle', [refTo(top, { blockOwnerDeletion: true })])
    await cluster.map('bottom', [refTo(middle, { blockOwnerDeletion: true })])
    await cluster.collected()
    await cluster.delete(top, 'Foreground')
    for (const name of ['top', 'bottom']) await cluster.gone(name)
    const middleThere = () =>
      client
        .resource(widgets)
        .namespace('default')
        .get('middle')
        .then(
          () => true,
          () => false,
        )
    expect(await middleThere()).toBe(false)
    const releasing = await cluster.widget('releasing')
    await cluster.map('released', [refTo(releasing)])
    await cluster.collected()
    await cluster.delete(releasing, 'Orphan')
    const references = async () =>
      (await client.get(ConfigMap, { name: 'released', namespace: 'default' })).metadata?.ownerReferences ?? []
    await expect.poll(references, soon).toEqual([])
  })

  it('ends circles of foreground deletions', async () => {
    const { client } = cluster.server
    const [a, b] = [await cluster.map('circle-a'), await cluster.map('circle-b')]
    const own = async (map: ConfigMap, owner: ConfigMap) => {
      const metadata = { ...map.metadata, ownerReferences: [refTo(owner, { blockOwnerDeletion: true })] }
      await client.update(new ConfigMap({ ...map, metadata } as never))
    }
    await own(a, b)
    await own(b, a)
    await cluster.collected()
    await cluster.delete(a, 'Foreground')
    await cluster.gone('circle-a')
    await cluster.gone('circle-b')
  })

  it('is not misled by children that name living owners wrongly', async () => {
    const { client } = cluster.server
    await client.create(new Namespace({ metadata: { name: 'elsewhere' } }))
    const owner = await cluster.widget('real')
    // The bad children come first: what they say about the owner must not harm the good one.
    await cluster.map('bad-namespace', [refTo(owner)], 'elsewhere')
    await cluster.map('bad-name', [refTo(owner, { name: 'unreal' })])
    await cluster.map('bad-kind', [refTo(owner, { apiVersion: 'v1', kind: 'Secret' })])
    await cluster.map('good', [refTo(owner)])
    await cluster.gone('bad-namespace', 'elsewhere')
    await cluster.gone('bad-name')
    await cluster.gone('bad-kind')
    await cluster.collected()
    expect(await cluster.isThere('good')).toBe(true)
    const reasons = async () =>
      (await client.resource(Event).namespace('elsewhere').list()).items.map(
        ({ reason, message }) => `${reason}: ${message}`,
      )
    await expect
      .poll(reasons, soon)
      .toEqual([
        `OwnerRefInvalidNamespace: ownerRef [example.com/v1/Widget, namespace: elsewhere, name: real, uid: ${refTo(owner).uid}] does not exist in namespace "elsewhere"`,
      ])
  })

  it('leaves objects of the cluster alone that name owners in namespaces', async () => {
    const { client } = cluster.server
    const owner = refTo(await cluster.map('of-cluster-object'))
    const metadata = { name: 'cluster-object', ownerReferences: [{ ...owner }, { ...owner, uid: crypto.randomUUID() }] }
    await client.create(new Namespace({ metadata }))
    await cluster.collected()
    await cluster.collected()
    expect((await client.get(Namespace, { name: 'cluster-object' })).metadata?.deletionTimestamp).toBeUndefined()
  })
})

describe('the garbage collector beside a clock that stands still', () => {
  it('collects, also of definitions that come later', async () => {
    const clock = new FakeClock()
    const cluster = new Cluster(await TestServer.start({ controllers: ['garbagecollector'], clock }))
    try {
      const { client } = cluster.server
      await client.create(new Unstructured(definitionOf('Widget')))
      await client.waitForResource(widgets)
      const owner = await cluster.widget('owner')
      await cluster.map('child', [refTo(owner)])
      await cluster.collected()
      expect(await cluster.isThere('child')).toBe(true)
      await cluster.delete(owner)
      await cluster.gone('child')
    } finally {
      await cluster.server.stop()
    }
    // The server's own timers are its own; those of the controllers are gone with them.
    expect(clock.pendingTimers).toBe(0)
  })
})
