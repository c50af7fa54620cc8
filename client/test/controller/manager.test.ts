import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { Event } from 'apimachinery/api/events/v1'
import { isNotFound } from 'apimachinery/errors'
import { setControllerReference } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { ChannelSource } from '../../src/controller/channel-source.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { labelsChanged } from '../../src/controller/predicates.js'
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
  namespace = `test-${++count}`
  await client.create(new Namespace({ metadata: { name: namespace } }))
})

const map = (name: string, data: Record<string, string> = {}) => new ConfigMap({ metadata: { name, namespace }, data })
const errors: unknown[] = []
function newManager(options: Partial<ManagerOptions> = {}): Manager {
  errors.length = 0
  return new Manager({
    client,
    logger: false,
    cache: { namespaces: [namespace] },
    onError: (error) => errors.push(error),
    ...options,
  })
}
async function running(manager: Manager, work: () => Promise<void>): Promise<void> {
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

describe('Manager on the server', () => {
  it('creates dependents of an object, and creates them again after deletion', async () => {
    const manager = newManager()
    let runs = 0
    manager
      .controller(ConfigMap)
      .when(({ object }) => object.data?.wanted !== undefined)
      .owns(Secret)
      .reconcile(async ({ object, client, events }) => {
        if (object === undefined) return
        runs++
        const secret = new Secret({ metadata: { name: object.metadata!.name!, namespace }, data: { v: 'eA==' } })
        setControllerReference(object, secret)
        await client.apply(secret, { fieldManager: 'test', force: true })
        events.event(object, { reason: 'Applied', note: 'made a secret' })
      })
    await running(manager, async () => {
      await client.create(map('a', { wanted: 'yes' }))
      await client.create(map('b'))
      await manager.settled()
      const secrets = client.resource(Secret).namespace(namespace)
      const made = await secrets.get('a')
      await secrets.delete('a')
      await manager.settled()
      expect((await secrets.get('a')).metadata?.uid).not.toBe(made.metadata?.uid)
      expect((await secrets.list()).items).toHaveLength(1)
      expect(runs).toBeGreaterThan(1)
    })
    const { items } = await client.resource(Event).namespace(namespace).list()
    expect(items).toMatchObject([
      {
        reason: 'Applied',
        regarding: { kind: 'ConfigMap', name: 'a' },
        reportingController: 'configmap',
        series: { count: runs },
      },
    ])
    expect(errors).toEqual([])
  })

  it('sees its own writes before it looks at the same object again', async () => {
    const manager = newManager()
    const seen: string[] = []
    const stale: string[] = []
    manager.controller(ConfigMap, { concurrency: 4 }).reconcile(async ({ key, object, client }) => {
      if (object === undefined || object.data?.start === undefined) return
      const at = Number(object.data.at ?? 0)
      const last = seen.findLast((each) => each.startsWith(`${key.name} `))
      if (last !== undefined && Number(last.split(' ')[1]) > at) stale.push(`${last} > ${at}`)
      if (at >= 10) return
      await client.update(new ConfigMap({ ...object, data: { ...object.data, at: String(at + 1) } }))
      seen.push(`${key.name} ${at + 1}`)
      return { requeueAfter: 0.001 }
    })
    await running(manager, async () => {
      for (let i = 0; i < 5; i++) await client.create(map(`m${i}`, { start: 'yes' }))
      await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(50)
      await manager.settled()
    })
    expect(stale).toEqual([])
    expect(errors).toEqual([])
  })

  it('maps other kinds to what depends on them, through an index', async () => {
    const manager = newManager()
    const looked: string[] = []
    manager.cache.addIndex(ConfigMap, 'secret', ({ data }) => (data?.secret === undefined ? [] : [data.secret]))
    manager
      .controller(ConfigMap)
      .watches(Secret, ({ metadata }, { cache }) => cache.byIndex(ConfigMap, 'secret', metadata!.name!), {
        when: labelsChanged,
      })
      .reconcile(async ({ key }) => void looked.push(key.name))
    await running(manager, async () => {
      await client.create(map('a', { secret: 's' }))
      await client.create(map('b', { secret: 'other' }))
      await client.create(map('c', { secret: 's' }))
      await manager.settled()
      looked.length = 0
      const secret = await client.create(new Secret({ metadata: { name: 's', namespace } }))
      await manager.settled()
      expect(looked.sort()).toEqual(['a', 'c'])
      looked.length = 0
      const changed = await client.update(new Secret({ ...secret, data: { a: 'eA==' } }))
      await manager.settled()
      expect(looked).toEqual([])
      await client.update(new Secret({ ...changed, metadata: { ...changed.metadata, labels: { a: 'b' } } }))
      await manager.settled()
      expect([...new Set(looked)].sort()).toEqual(['a', 'c'])
    })
  })

  it('cleans up before an object is deleted, and keeps it until then', async () => {
    const manager = newManager()
    const log: string[] = []
    manager
      .controller(ConfigMap)
      .when(({ object }) => object.metadata?.name === 'a')
      .finalizer('example.com/cleanup', async ({ object }) => {
        log.push(`clean ${object.metadata?.name}`)
        if (log.length < 3) return { requeueAfter: 1 }
        return
      })
      .reconcile(
        async ({ object }) => void log.push(object === undefined ? 'gone' : `run ${object.metadata?.finalizers}`),
      )
    await running(manager, async () => {
      await client.create(map('a'))
      await manager.settled()
      expect(new Set(log)).toEqual(new Set(['run example.com/cleanup']))
      log.length = 0
      const maps = client.resource(ConfigMap).namespace(namespace)
      await maps.delete('a')
      await expect.poll(async () => maps.get('a').catch(isNotFound), { timeout: 20_000 }).toBe(true)
      await manager.settled()
    })
    expect(log).toEqual(['clean a', 'clean a', 'clean a', 'gone'])
  })

  it('reconciles the keys of a channel, also of events before its start', async () => {
    const manager = newManager()
    const channel = new ChannelSource<ConfigMap>({ predicates: [({ object }) => object.metadata?.name !== 'ignored'] })
    const looked: string[] = []
    manager
      .controller(Secret)
      .watchesSource(channel)
      .reconcile(async ({ key }) => void looked.push(keyText(key)))
    await channel.send(map('before'))
    await running(manager, async () => {
      await manager.settled()
      await channel.send(map('after'))
      await channel.send(map('ignored'))
      await manager.settled()
    })
    expect(looked).toEqual([`${namespace}/before`, `${namespace}/after`])
  })

  it('runs controllers of several clusters', async () => {
    const other = await startAPIServer()
    try {
      const otherClient = await other.client('in process')
      await otherClient.create(new Namespace({ metadata: { name: namespace } }))
      const manager = newManager()
      manager.addCluster('other', otherClient, { cache: { namespaces: [namespace] } })
      const looked = new Set<string>()
      manager.controller(ConfigMap, { clusters: ['', 'other'] }).reconcile(async ({ key, object, client }) => {
        if (object === undefined) return
        looked.add(keyText(key))
        await client
          .resource(ConfigMap)
          .namespace(namespace)
          .patch(key.name, {
            type: PatchType.Merge,
            body: { data: { seen: key.cluster } },
          })
      })
      await running(manager, async () => {
        await client.create(map('here'))
        await otherClient.create(map('there'))
        await manager.settled()
        expect((await otherClient.get(ConfigMap, { namespace, name: 'there' })).data).toEqual({ seen: 'other' })
      })
      expect([...looked].sort()).toEqual([`${namespace}/here`, `other|${namespace}/there`].sort())
    } finally {
      await other.stop()
    }
  })

  it('serves health and metrics', async () => {
    const manager = newManager({
      healthServer: { port: 0, host: '127.0.0.1' },
      metricsServer: { port: 0, host: '127.0.0.1' },
    })
    let ready = false
    manager.addReadyCheck('warm', () => {
      if (!ready) throw new Error('secret reason')
    })
    manager.controller(ConfigMap).reconcile(async () => undefined)
    await running(manager, async () => {
      await client.create(map('a'))
      await manager.settled()
      const { health, metrics } = manager.ports
      const get = async (port: number | undefined, path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`)
        return `${response.status} ${await response.text()}`
      }
      expect(await get(health, '/healthz')).toBe('200 ok')
      expect(await get(health, '/healthz?verbose')).toBe('200 [+]ping ok\nhealthz check passed\n')
      expect(await get(health, '/readyz')).toBe(
        '500 [+]ping ok\n[-]warm failed: reason withheld\nreadyz check failed\n',
      )
      ready = true
      expect(await get(health, '/readyz/warm')).toBe('200 ok')
      expect(await get(health, '/readyz/nothing')).toMatch('404')
      expect(await get(health, '/metrics')).toMatch('404')
      const text = await get(metrics, '/metrics')
      expect(text).toMatch(/controller_runtime_reconcile_total\{controller="configmap",result="success"\} [1-9]/)
      expect(text).toMatch(/workqueue_adds_total\{controller="configmap",name="configmap"\} [1-9]/)
    })
    await expect(fetch(`http://127.0.0.1:${manager.ports.health}/healthz`)).rejects.toThrow()
  })

  it('says what its controllers may do', () => {
    const manager = newManager({ leaderElection: { name: 'l', namespace } })
    manager
      .controller(ConfigMap)
      .owns(Secret)
      .watches(Namespace, () => [])
      .needs(Secret, ['deletecollection'])
      .reconcile(async () => undefined)
    expect(manager.policyRules()).toEqual([
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'patch', 'update', 'watch'] },
      { apiGroups: [''], resources: ['configmaps/finalizers'], verbs: ['update'] },
      { apiGroups: [''], resources: ['configmaps/status'], verbs: ['get', 'patch', 'update'] },
      { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] },
      {
        apiGroups: [''],
        resources: ['secrets'],
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ])
    expect(manager.electionRules()).toEqual([
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'update'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ])
    expect(newManager().electionRules()).toEqual([])
  })

  it('refuses what cannot be', async () => {
    const manager = newManager()
    manager.controller(ConfigMap).reconcile(async () => undefined)
    expect(() => manager.controller(ConfigMap).reconcile(async () => undefined)).toThrow(
      'controller with name configmap already exists',
    )
    expect(() => manager.controller(Secret, { clusters: ['x'] }).reconcile(async () => undefined)).toThrow(
      'no cluster "x"',
    )
    const builder = manager.controller(Secret)
    builder.reconcile(async () => undefined)
    expect(() => builder.reconcile(async () => undefined)).toThrow('was built already')
    expect(() => manager.addCluster('', client)).toThrow('there is a cluster "" already')
    await running(manager, async () => {
      await expect(manager.run(new AbortController().signal)).rejects.toThrow('manager already started')
    })
  })

  it('ends with the error of a runnable that fails', async () => {
    const manager = newManager()
    let ended = false
    manager.add({
      start: async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended = true
      },
    })
    manager.add({ start: async () => Promise.reject(new Error('broken')) })
    await expect(manager.run(new AbortController().signal)).rejects.toThrow('broken')
    expect(ended).toBe(true)
  })

  it('aborts runs that do not end in time', async () => {
    const manager = newManager({ gracefulShutdownTimeout: 20 })
    let begun = false
    let reason: unknown
    manager
      .controller(ConfigMap)
      .when(({ object }) => object.metadata?.name === 'a')
      .reconcile(async ({ signal }) => {
        begun = true
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        reason = signal.reason
      })
    await running(manager, async () => {
      await client.create(map('a'))
      await expect.poll(() => begun, { timeout: 20_000 }).toBe(true)
    })
    expect(reason).toMatchObject({ message: 'the time for a graceful end is over' })
  })

  it('lets one of two managers act, and the other at once when that one stops', async () => {
    const acting: string[] = []
    const make = (identity: string): Manager => {
      const manager = newManager({
        leaderElection: {
          name: 'lease',
          namespace,
          identity,
          retryPeriod: 20,
          renewDeadline: 5000,
          leaseDuration: 60_000,
        },
      })
      manager
        .controller(ConfigMap)
        .when(({ object }) => object.data?.who !== undefined)
        .reconcile(async ({ key }) => void acting.push(`${identity} ${key.name}`))
      return manager
    }
    const [first, second] = [make('first'), make('second')]
    const stops = [new AbortController(), new AbortController()] as const
    const firstRun = first.run(stops[0].signal)
    await first.elected
    const secondRun = second.run(stops[1].signal)
    await client.create(map('a', { who: 'x' }))
    await first.settled()
    expect(acting).toEqual(['first a'])
    expect([first.isLeader, second.isLeader]).toEqual([true, false])
    stops[0].abort()
    await firstRun
    await second.elected
    await second.settled()
    expect(acting).toEqual(['first a', 'second a'])
    stops[1].abort()
    await secondRun
    expect(errors).toEqual([])
  })
})
