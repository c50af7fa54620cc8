import { TestServer } from '@apimachinery/server/testing'
import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definitionOf } from '../testing/definition-of.js'
import { Cluster, refTo, soon } from './cluster.js'

const blocking = { blockOwnerDeletion: true }
const hold = 'example.com/hold'
let cluster: Cluster
beforeAll(async () => {
  const crds = [definitionOf('Widget')]
  cluster = new Cluster(await TestServer.start({ crds, controllers: ['garbagecollector'] }))
})
afterAll(() => cluster.server.stop())

const metadataOf = async (name: string) =>
  (await cluster.server.client.get(ConfigMap, { name, namespace: 'default' })).metadata
const setFinalizers = (name: string, finalizers: readonly string[]) =>
  cluster.server.client
    .resource(ConfigMap)
    .namespace('default')
    .patch(name, { type: PatchType.Merge, body: { metadata: { finalizers: [...finalizers] } } })

describe('a deletion in the foreground', () => {
  it('waits for dependents that block it, and for no others', async () => {
    const owner = await cluster.map('waiting')
    for (const [name, more] of [
      ['blocks', blocking],
      ['does-not-block', {}],
    ] as const) {
      await cluster.map(name, [refTo(owner, more)])
      await setFinalizers(name, [hold])
    }
    await cluster.collected()
    await cluster.delete(owner, 'Foreground')
    await expect.poll(async () => (await metadataOf('blocks'))?.deletionTimestamp, soon).toBeDefined()
    await expect.poll(async () => (await metadataOf('does-not-block'))?.deletionTimestamp, soon).toBeDefined()
    await cluster.collected()
    expect(await cluster.isThere('waiting')).toBe(true)
    await setFinalizers('blocks', [])
    await cluster.gone('waiting')
    expect(await cluster.isThere('does-not-block')).toBe(true)
    await setFinalizers('does-not-block', [])
    await cluster.gone('does-not-block')
  })

  it('releases dependents that another owner keeps', async () => {
    const [ending, staying] = [await cluster.map('ending'), await cluster.widget('staying')]
    await cluster.map('shared', [refTo(ending, blocking), refTo(staying)])
    await cluster.collected()
    await cluster.delete(ending, 'Foreground')
    await cluster.gone('ending')
    expect((await metadataOf('shared'))?.ownerReferences?.map(({ name }) => name)).toEqual(['staying'])
    expect((await metadataOf('shared'))?.deletionTimestamp).toBeUndefined()
  })

  it('is finished when it is asked for twice, beside a finalizer of somebody else', async () => {
    const owner = await cluster.map('twice')
    await setFinalizers('twice', [hold])
    await cluster.delete(owner, 'Foreground')
    await expect.poll(async () => (await metadataOf('twice'))?.finalizers, soon).toEqual([hold])
    await cluster.delete(owner, 'Foreground')
    await cluster.collected()
    await expect.poll(async () => (await metadataOf('twice'))?.finalizers, soon).toEqual([hold])
    await setFinalizers('twice', [])
    await cluster.gone('twice')
  })
})

describe('the collection of others', () => {
  it('goes on while objects of a definition cannot be converted', async () => {
    const { client } = cluster.server
    const broken = definitionOf('Broken', { plural: 'brokens' })
    const [version] = broken.spec.versions
    await client.create(new Unstructured(broken))
    await client.waitForResource(new GroupVersionResource('example.com', 'v1', 'brokens'))
    const metadata = { name: 'stored', namespace: 'default' }
    const stored = await client.create(new Unstructured({ apiVersion: 'example.com/v1', kind: 'Broken', metadata }))
    await cluster.map('child-of-stored', [refTo(stored)])
    const webhook = { clientConfig: { url: 'https://127.0.0.1:1/convert' }, conversionReviewVersions: ['v1'] }
    const spec = {
      versions: [
        { ...version, storage: false },
        { ...version, name: 'v2', storage: true },
      ],
      conversion: { strategy: 'Webhook', webhook },
    }
    const definitions = client.resource(
      new GroupVersionResource('apiextensions.k8s.io', 'v1', 'customresourcedefinitions'),
    )
    await definitions.patch('brokens.example.com', { type: PatchType.Merge, body: { spec } as never })
    const served = async () => {
      client.discovery.invalidate()
      return client.resourceFor({ group: 'example.com', version: 'v2', kind: 'Broken' } as never).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(served, soon).toBe(true)
    await cluster.collected()
    const owner = await cluster.widget('elsewhere')
    await cluster.map('child-elsewhere', [refTo(owner)])
    await cluster.delete(owner)
    await cluster.gone('child-elsewhere')
    await cluster.collected()
    expect(await cluster.isThere('child-of-stored')).toBe(true)
  })

  it('deletes objects of the cluster with owners of the cluster', async () => {
    const { client } = cluster.server
    const owner = await client.create(new Namespace({ metadata: { name: 'owner' } }))
    const metadata = { name: 'owned', ownerReferences: [refTo(owner)] }
    await client.create(new Namespace({ metadata }))
    await cluster.map('owned-by-namespace', [refTo(owner)])
    await cluster.collected()
    expect((await client.get(Namespace, { name: 'owned' })).metadata?.deletionTimestamp).toBeUndefined()
    await cluster.delete(owner)
    // Without a controller of namespaces it stays, being deleted: its owner is still there.
    await cluster.collected()
    expect(await cluster.isThere('owned-by-namespace')).toBe(true)
    const latest = await client.get(Namespace, { name: 'owner' })
    const finalized = new Namespace({ ...latest, spec: { finalizers: [] } })
    await client.resource(Namespace).subresource('finalize').update(finalized)
    await cluster.gone('owned-by-namespace')
    await expect
      .poll(async () => (await client.get(Namespace, { name: 'owned' })).metadata?.deletionTimestamp, soon)
      .toBeDefined()
  })
})
