import { Client, KubeConfig } from '@apimachinery/client'
import { TestServer } from '@apimachinery/server/testing'
import { ConfigMap, Namespace, Pod } from 'apimachinery/api/core/v1'
import { isConflict, isForbidden, isInvalid, isNotFound, isResourceExpired } from 'apimachinery/errors'
import { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const started: TestServer[] = []
/** For tests that leave it as it was, but for objects of their own. */
let shared: TestServer
beforeAll(async () => {
  shared = await TestServer.start()
})
afterAll(() => shared.stop())

async function start(options?: Parameters<typeof TestServer.start>[0]): Promise<TestServer> {
  const server = await TestServer.start(options)
  started.push(server)
  return server
}

afterEach(async () => {
  shared.faults.clear()
  await Promise.all(started.splice(0).map((server) => server.stop()))
})

const configMap = (name: string, data: Record<string, string> = {}) =>
  new ConfigMap({ metadata: { name, namespace: 'default' }, data })

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { size: { type: 'integer' }, color: { type: 'string', default: 'red' } },
              },
            },
          },
        },
      },
    ],
  },
}

describe('a test server', () => {
  it('keeps objects, with RBAC for its users', async () => {
    const server = await start({ users: { alice: { groups: ['team-a'] } }, objects: [configMap('given')] })
    const stored = await server.client.create(configMap('a', { key: 'value' }))
    expect(stored.metadata?.uid).toMatch(/^[0-9a-f-]{36}$/)
    const alice = server.as('alice')
    await expect(alice.get(ConfigMap, { namespace: 'default', name: 'a' })).rejects.toSatisfy(isForbidden)
    expect((await server.client.get(ConfigMap, { namespace: 'default', name: 'given' })).metadata?.name).toBe('given')
    expect(() => server.as('bob')).toThrow('no user "bob"')
    expect(server.requests.list({ user: 'alice' })).toMatchObject([
      { verb: 'get', resource: 'configmaps', namespace: 'default', name: 'a', status: 403 },
    ])
    expect(server.requests.count({ verb: 'create', resource: 'configmaps' })).toBe(1)
  })

  it('takes time from a clock', async () => {
    const clock = new FakeClock(Date.UTC(2030, 0, 1))
    const server = await start({ clock })
    const first = await server.client.create(configMap('first'))
    expect(first.metadata?.creationTimestamp?.toString()).toContain('2030-01-01T00:00:00')
    clock.step(3_600_000)
    const second = await server.client.create(configMap('second'))
    expect(second.metadata?.creationTimestamp?.toString()).toContain('2030-01-01T01:00:00')
  })

  it('serves the custom resources of its definitions from the start, and forks them', async () => {
    const server = await start({ crds: [definition] })
    const widgets = (of: TestServer) => of.client.resource(new GroupVersionResource('example.com', 'v1', 'widgets'))
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { size: 3 } }
    const created = await widgets(server).namespace('default').create(new Unstructured(widget))
    expect(created).toMatchObject({ spec: { size: 3, color: 'red' } })
    const bad = new Unstructured({ ...widget, metadata: { name: 'b' }, spec: { size: 'big' } })
    await expect(widgets(server).namespace('default').create(bad)).rejects.toSatisfy(isInvalid)
    const fork = await server.fork()
    started.push(fork)
    await fork.client.waitForResource(new GroupVersionResource('example.com', 'v1', 'widgets'))
    expect((await widgets(fork).namespace('default').list()).items).toHaveLength(1)
  })

  it('forks: neither sees what happens to the other', async () => {
    const server = shared
    await server.client.create(configMap('before'))
    const fork = await server.fork()
    started.push(fork)
    await fork.client.create(configMap('in-fork'))
    await server.client.create(configMap('in-first'))
    const get = (of: TestServer, name: string) => of.client.get(ConfigMap, { namespace: 'default', name })
    expect((await get(fork, 'before')).metadata?.name).toBe('before')
    await expect(get(server, 'in-fork')).rejects.toSatisfy(isNotFound)
    await expect(get(fork, 'in-first')).rejects.toSatisfy(isNotFound)
  })

  it('restores a snapshot; versions go on upwards, and old ones are expired', async () => {
    const server = shared
    const kept = await server.client.create(configMap('kept'))
    const snapshot = server.snapshot()
    const lost = await server.client.create(configMap('lost'))
    await server.restore(snapshot)
    await expect(server.client.get(ConfigMap, { namespace: 'default', name: 'lost' })).rejects.toSatisfy(isNotFound)
    const next = await server.client.create(configMap('next'))
    expect(Number(next.metadata?.resourceVersion)).toBeGreaterThan(Number(lost.metadata?.resourceVersion))
    const maps = server.client.resource(ConfigMap).namespace('default')
    const watch = maps.watch({ resourceVersion: kept.metadata?.resourceVersion as string })
    await expect(watch[Symbol.asyncIterator]().next()).rejects.toSatisfy(isResourceExpired)
    // A second time from the same snapshot.
    await server.restore(snapshot)
    await expect(server.client.get(ConfigMap, { namespace: 'default', name: 'next' })).rejects.toSatisfy(isNotFound)
  })

  it('gives a kubeconfig for tools that need a socket, also after a restore', async () => {
    const server = shared
    const snapshot = server.snapshot()
    const config = KubeConfig.parse(await server.kubeconfig()).restConfig()
    const first = await Client.connect({ config: await config })
    expect((await first.get(Namespace, { name: 'default' })).metadata?.name).toBe('default')
    await first.close()
    await server.restore(snapshot)
    const second = await Client.connect({ config: await config })
    expect((await second.get(Namespace, { name: 'default' })).metadata?.name).toBe('default')
    await second.close()
  })

  it('answers WHATWG requests', async () => {
    const response = await shared.fetch('/api/v1/namespaces/default')
    expect(await response.json()).toMatchObject({ kind: 'Namespace', metadata: { name: 'default' } })
  })

  it('leaves no timer and no handle', async () => {
    const clock = new FakeClock()
    const server = await TestServer.start({ clock })
    const watch = server.client.resource(Pod).watch()
    const reading = watch[Symbol.asyncIterator]().next()
    reading.catch(() => undefined)
    await server.client.create(configMap('a'))
    await server.stop()
    await server.stop()
    expect(clock.pendingTimers).toBe(0)
    watch.stop()
  })
})

describe('faults of a test server', () => {
  it('answer with errors, so many times and after so many requests', async () => {
    const { client, faults } = shared
    const fault = faults.add({ verb: 'create', resource: 'configmaps', status: 409, after: 1, times: 1 })
    await client.create(configMap('answered-a'))
    await expect(client.create(configMap('answered-b'))).rejects.toSatisfy(isConflict)
    await client.create(configMap('answered-b'))
    expect(fault.hits).toBe(1)
    faults.add({ name: 'answered-a', status: 429, retryAfter: 0, times: 1 })
    faults.add({ resource: 'pods', status: 503 })
    await expect(client.resource(Pod).list({ retries: 0 } as never)).rejects.toMatchObject({ status: { code: 503 } })
    faults.clear()
    expect((await client.resource(Pod).list()).items).toHaveLength(0)
    expect(() => faults.add({ verb: 'get' })).toThrow(TypeError)
  })

  it('lose the answer to a write that happened', async () => {
    const { client, faults } = shared
    faults.add({ verb: 'create', resource: 'configmaps', cut: 'after', times: 1 })
    await expect(client.create(configMap('lost-a'))).rejects.toThrow()
    expect((await client.get(ConfigMap, { namespace: 'default', name: 'lost-a' })).metadata?.name).toBe('lost-a')
    faults.add({ verb: 'create', resource: 'configmaps', cut: 'before', times: 1 })
    await expect(client.create(configMap('lost-b'))).rejects.toThrow()
    await expect(client.get(ConfigMap, { namespace: 'default', name: 'lost-b' })).rejects.toSatisfy(isNotFound)
  })

  it('answer reads from the past', async () => {
    const { client, faults } = shared
    await client.create(configMap('past', { state: 'old' }))
    const fault = faults.add({ verb: 'get', resource: 'configmaps', stale: true })
    await client.apply(configMap('past', { state: 'new' }), { fieldManager: 'test', force: true })
    const key = { namespace: 'default', name: 'past' }
    expect((await client.get(ConfigMap, key)).data).toEqual({ state: 'old' })
    fault.remove()
    expect((await client.get(ConfigMap, key)).data).toEqual({ state: 'new' })
  })

  it('wait for the clock', async () => {
    const clock = new FakeClock()
    const { client, faults } = await start({ clock })
    faults.add({ verb: 'get', resource: 'namespaces', latency: 5000, times: 1 })
    let answered = false
    const get = client.get(Namespace, { name: 'default' }).then(() => {
      answered = true
    })
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    clock.step(5000)
    await get
    expect(answered).toBe(true)
  })

  it('cut watches, which resume by themselves', async () => {
    const server = shared
    const before = server.requests.count({ verb: 'watch', resource: 'configmaps' })
    const maps = server.client.resource(ConfigMap).namespace('default')
    const names: string[] = []
    const watch = maps.watch()
    const reading = (async () => {
      for await (const event of watch) {
        if (event.type === 'ADDED') names.push(event.object.metadata?.name as string)
        if (names.includes('seen-after')) return
      }
    })()
    await server.client.create(configMap('seen-before'))
    await expect.poll(() => names).toContain('seen-before')
    expect(server.faults.openWatches({ resource: 'configmaps' })).toBe(1)
    expect(server.faults.cutWatches({ resource: 'pods' })).toBe(0)
    expect(server.faults.cutWatches({ resource: 'configmaps' })).toBe(1)
    await server.client.create(configMap('seen-after'))
    await reading
    expect(names.filter((name) => name.startsWith('seen-'))).toEqual(['seen-before', 'seen-after'])
    expect(server.requests.count({ verb: 'watch', resource: 'configmaps' }) - before).toBe(2)
  })
})

describe('several test servers in a process', () => {
  it('share nothing', async () => {
    const servers = await Promise.all(Array.from({ length: 4 }, () => start()))
    await Promise.all(servers.map(({ client }, index) => client.create(configMap(`only-${index}`))))
    const lists = await Promise.all(servers.map(({ client }) => client.resource(ConfigMap).namespace('default').list()))
    const own = lists.map(({ items }) =>
      items.map(({ metadata }) => metadata?.name).filter((n) => n?.startsWith('only')),
    )
    expect(own).toEqual(servers.map((_, index) => [`only-${index}`]))
  })
})
