import { Lease } from 'apimachinery/api/coordination/v1'
import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { Event } from 'apimachinery/api/events/v1'
import { setControllerReference } from 'apimachinery/meta'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { keyText } from '../../src/controller/reconcile-request.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
let namespace: string
let count = 0
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
})
afterAll(() => server?.stop())
beforeEach(async () => {
  namespace = `life-${++count}`
  await client.create(new Namespace({ metadata: { name: namespace } }))
})

const map = (name: string, data: Record<string, string> = {}) => new ConfigMap({ metadata: { name, namespace }, data })
const newManager = (options: Partial<ManagerOptions> = {}): Manager =>
  new Manager({ client, logger: false, cache: { namespaces: [namespace] }, ...options })
async function running(manager: Manager, work: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const run = manager.run(stop.signal)
  run.catch(() => undefined)
  try {
    await work()
  } finally {
    stop.abort()
    await run
  }
}

describe('the runnables of a manager', () => {
  it('takes controllers, runnables and clusters while it runs', async () => {
    const manager = newManager()
    const seen: string[] = []
    await running(manager, async () => {
      await client.create(map('a'))
      await manager.settled()
      manager.addCluster('other', client, { cache: { namespaces: [namespace] } })
      const began = new Promise<void>((resolve) =>
        manager.add({
          start: async (signal) => {
            resolve()
            await new Promise((end) => signal.addEventListener('abort', end))
          },
        }),
      )
      await began
      manager
        .controller(ConfigMap, { clusters: ['', 'other'] })
        .reconcile(async ({ key }) => void seen.push(keyText(key)))
      await manager.settled()
      expect(seen.sort()).toEqual([`${namespace}/a`, `other|${namespace}/a`])
      await client.create(map('b'))
      await manager.settled()
      expect(seen).toHaveLength(4)
    })
    expect(() => manager.add({ start: async () => undefined })).toThrow('stop procedure is already engaged')
    expect(() => manager.controller(Secret).reconcile(async () => undefined)).toThrow('stop procedure')
    expect(() => manager.addCluster('late', client)).toThrow('stop procedure')
  })

  it('fills its caches before it starts anything, and continues when a runnable ends', async () => {
    await client.create(map('a'))
    const manager = newManager()
    manager.cache.informer(ConfigMap)
    const found: number[] = []
    manager.add({ start: async () => void found.push(manager.cache.list(ConfigMap).length) })
    await running(manager, () => manager.settled())
    expect(found).toEqual([1])
  })

  it('waits for all that runs when a part fails, and tells the failure, not that the others were stopped', async () => {
    const manager = newManager()
    const ended: string[] = []
    const until = (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', resolve))
    manager.add({ start: async () => Promise.reject(new Error('broken')) })
    manager.add({
      start: async (signal) => {
        await until(signal)
        ended.push('slow')
      },
    })
    manager.add({
      start: async (signal) => {
        await until(signal)
        throw signal.reason
      },
    })
    await expect(manager.run(new AbortController().signal)).rejects.toThrow('broken')
    expect(ended).toEqual(['slow'])
  })

  it('gives the lease back only when everything that ran has ended', async () => {
    const order: string[] = []
    const election = { name: 'lease', namespace, identity: 'a', onError: () => undefined }
    const manager = newManager({ leaderElection: election, gracefulShutdownTimeout: -1 })
    const leases = client.resource(Lease).namespace(namespace)
    manager.add({
      start: async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        // Time in which the lease could be given back.
        for (let request = 0; request < 10; request++) await leases.get('lease')
        order.push(`ended while ${(await leases.get('lease')).spec?.holderIdentity} holds the lease`)
      },
    })
    await running(manager, () => manager.elected)
    expect(order).toEqual(['ended while a holds the lease'])
    expect((await leases.get('lease')).spec?.holderIdentity).toBe('')
    const events = (await client.resource(Event).namespace(namespace).list()).items
    expect(events.map(({ reason, note }) => `${reason}: ${note}`)).toContain('LeaderElection: a became leader')
  })

  it('starts on the leader only what does not say otherwise', async () => {
    const held = { holderIdentity: 'other', leaseDurationSeconds: 3600 }
    await client.create(new Lease({ metadata: { name: 'lease', namespace }, spec: held }))
    const manager = newManager({ leaderElection: { name: 'lease', namespace, identity: 'a' } })
    const began: string[] = []
    const part = (name: string, needsLeader?: boolean) => ({ start: async () => void began.push(name), needsLeader })
    manager.add(part('leader')).add(part('everywhere', false))
    manager.controller(ConfigMap, { needsLeader: false }).reconcile(async ({ key }) => void began.push(key.name))
    manager.controller(Secret).reconcile(async () => void began.push('secret'))
    await client.create(map('a'))
    await client.create(new Secret({ metadata: { name: 's', namespace } }))
    await running(manager, async () => {
      // Others cannot settle: the queue of a controller that waits for the lease is full.
      await expect.poll(() => began).toContain('a')
      expect(manager.isLeader).toBe(false)
    })
    expect(began.sort()).toEqual(['a', 'everywhere'])
  })

  it('runs several controllers for one kind, each with predicates of its own', async () => {
    const manager = newManager()
    const seen: string[] = []
    const named =
      (name: string) =>
      ({ object }: { object: ConfigMap }) =>
        object.metadata?.name === name
    for (const name of ['a', 'b']) {
      manager
        .controller(ConfigMap, { name: `of-${name}` })
        .when(named(name))
        .reconcile(async ({ key }) => void seen.push(`${name} ${key.name}`))
    }
    await running(manager, async () => {
      for (const name of ['a', 'b', 'c']) await client.create(map(name))
      await manager.settled()
    })
    expect([...new Set(seen)].sort()).toEqual(['a a', 'b b'])
  })

  it('works on kinds of which only metadata is read', async () => {
    const manager = newManager()
    manager.cache.configure(ConfigMap, { metadataOnly: true })
    manager.cache.configure(Secret, { metadataOnly: true })
    const seen: unknown[] = []
    manager
      .controller(ConfigMap)
      .owns(Secret)
      .reconcile(async ({ object }) => void seen.push(object))
    await running(manager, async () => {
      const owner = await client.create(map('a', { v: '1' }))
      await manager.settled()
      const before = seen.length
      const secret = new Secret({ metadata: { name: 's', namespace } })
      setControllerReference(owner, secret)
      await client.create(secret)
      await manager.settled()
      expect(seen.length).toBeGreaterThan(before)
    })
    expect(seen[0]).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } })
    expect(seen[0]).not.toHaveProperty('data')
  })
})

describe('a controller that watches other objects', () => {
  it.each(['at once', 'with a promise'])(
    'reconciles what they named before and what they name now: %s',
    async (how) => {
      const manager = newManager()
      const seen: string[] = []
      const owners = ({ data }: ConfigMap) => (data?.owner === undefined ? [] : [{ namespace, name: data.owner }])
      manager
        .controller(Secret)
        .watches(ConfigMap, (object) => (how === 'at once' ? owners(object) : Promise.resolve(owners(object))))
        .reconcile(async ({ key }) => void seen.push(`${key.namespace}/${key.name}`))
      await running(manager, async () => {
        await client.create(map('m', { owner: 'a' }))
        await manager.settled()
        expect(seen.splice(0)).toEqual([`${namespace}/a`])
        const found = await client.get(ConfigMap, { namespace, name: 'm' })
        await client.update(new ConfigMap({ ...found, data: { owner: 'b' } }))
        await manager.settled()
        expect(seen.splice(0).sort()).toEqual([`${namespace}/a`, `${namespace}/b`])
        await client.delete(map('m'))
        await manager.settled()
        expect(seen).toEqual([`${namespace}/b`])
      })
    },
  )
})
