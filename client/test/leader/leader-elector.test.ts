import { Lease } from 'apimachinery/api/coordination/v1'
import { newConflict, newInternalError } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { GroupResource } from 'apimachinery/schema'
import { Random } from 'apimachinery/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EventInit } from '../../src/events/event-init.js'
import { NotLeaderError } from '../../src/leader/not-leader-error.js'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'
import { newElection } from './lease-server.js'

let { clock, server, candidate, flush, step } = newElection()
beforeEach(() => {
  ;({ clock, server, candidate, flush, step } = newElection())
})

describe('LeaderElector', () => {
  it('acquires a free lease, renews it, and releases it', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    expect(server.lease?.spec).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2000-01-01T00:00:00.000000Z',
      renewTime: '2000-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    })
    expect([a.acting.now, a.elector.isLeader(), a.leaders]).toEqual([true, true, ['a']])
    await step(6000)
    expect(server.lease?.spec).toMatchObject({ renewTime: '2000-01-01T00:00:06.000000Z', leaseTransitions: 0 })
    expect(server.lease?.spec?.acquireTime).toBe('2000-01-01T00:00:00.000000Z')
    a.stop.abort()
    expect(await running).toBe(true)
    expect(a.acting.now).toBe(false)
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 })
    expect(clock.pendingTimers).toBe(0)
  })

  it('retries the release of the lease on conflict', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    let conflicts = 0
    server.fail = (method) =>
      method === 'PUT' && conflicts++ < 3
        ? newConflict(new GroupResource('coordination.k8s.io', 'leases'), 'lease', new Error('changed'))
        : undefined
    a.stop.abort()
    await running
    expect(conflicts).toBe(4)
    expect(server.lease?.spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 })
  })

  it('does not give back a lease that another one has', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.set(new Lease({ ...server.lease!, spec: { ...server.lease?.spec, holderIdentity: 'b' } }))
    a.stop.abort()
    await running
    expect(server.lease?.spec?.holderIdentity).toBe('b')
  })

  it('gives the lease its labels, keeps those of others, and drops what an earlier coordination wrote', async () => {
    const metadata = { name: 'lease', namespace: 'ns', labels: { app: 'old', team: 'a' } }
    server.set(new Lease({ metadata, spec: { holderIdentity: '', strategy: 'x', preferredHolder: 'y' } }))
    const a = candidate('a', { labels: { app: 'new' } })
    const running = a.run()
    await flush()
    expect(server.lease?.metadata?.labels).toEqual({ app: 'new', team: 'a' })
    expect(server.lease?.spec).not.toHaveProperty('strategy')
    expect(server.lease?.spec).not.toHaveProperty('preferredHolder')
    a.stop.abort()
    await running
  })

  it('tells events and metrics when it begins and ceases to lead', async () => {
    const metrics = new MetricsRegistry()
    const told: string[] = []
    const events = {
      event: (lease: KubernetesObject, { reason, note }: EventInit) =>
        told.push(`${(lease as Lease).metadata?.name} ${reason}: ${note}`),
    }
    const a = candidate('a', { metrics, events })
    expect(await metrics.text()).toContain('leader_election_master_status{name="lease"} 0')
    const running = a.run()
    await flush()
    expect(await metrics.text()).toContain('leader_election_master_status{name="lease"} 1')
    server.fail = (method) => (method === 'PUT' ? newInternalError(new Error('no')) : undefined)
    await step(2000)
    server.fail = undefined
    await step(2000)
    a.stop.abort()
    await running
    expect(await metrics.text()).toContain('leader_election_master_status{name="lease"} 0')
    expect(await metrics.text()).toContain('leader_election_slowpath_total{name="lease"} 1')
    expect(told).toEqual(['lease LeaderElection: a became leader', 'lease LeaderElection: a stopped leading'])
  })

  it('renews without reading first', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.requests = []
    await step(6000)
    expect(server.requests).toEqual(['a PUT', 'a PUT', 'a PUT'])
    a.stop.abort()
    await running
  })

  it('keeps the lease when it need not be given back', async () => {
    const a = candidate('a', { releaseOnCancel: false })
    const running = a.run()
    await flush()
    a.stop.abort()
    await running
    expect(server.lease?.spec?.holderIdentity).toBe('a')
  })

  it('waits for the lease of another to run out, by its own clock', async () => {
    server.set(
      new Lease({
        metadata: { name: 'lease', namespace: 'ns' },
        spec: {
          holderIdentity: 'gone',
          leaseDurationSeconds: 15,
          renewTime: '1990-01-01T00:00:00.000000Z',
          leaseTransitions: 3,
        },
      }),
    )
    const a = candidate('a')
    const running = a.run()
    await step(14_000)
    expect([a.acting.now, a.elector.leader]).toEqual([false, 'gone'])
    await step(4000)
    expect([a.acting.now, a.leaders]).toEqual([true, ['gone', 'a']])
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 4 })
    a.stop.abort()
    await running
  })

  it('takes at once what nobody holds, and tells of no leader before', async () => {
    server.set(new Lease({ metadata: { name: 'lease', namespace: 'ns' }, spec: { leaseDurationSeconds: 15 } }))
    const a = candidate('a')
    const running = a.run()
    await flush()
    expect([a.acting.now, a.leaders]).toEqual([true, ['a']])
    a.stop.abort()
    await running
  })

  it('tells what failed, also when the lease is given back, but not what was stopped', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.fail = (method) => (method === 'PUT' ? newInternalError(new Error('etcd')) : undefined)
    a.stop.abort()
    await running
    expect(a.errors.map(String)).toEqual([expect.stringContaining('etcd')])
    server.fail = undefined
    server.hang = () => true
    const b = candidate('b')
    const waiting = b.run()
    await flush()
    b.stop.abort()
    expect([await waiting, b.errors]).toEqual([false, []])
  })

  it('needs nobody who is told what fails', async () => {
    const a = candidate('a', { onError: undefined })
    server.fail = () => newInternalError(new Error('etcd'))
    const running = a.run()
    await step(3000)
    server.fail = undefined
    await step(3000)
    expect(a.acting.now).toBe(true)
    server.fail = () => newInternalError(new Error('etcd'))
    a.stop.abort()
    expect(await running).toBe(true)
  })

  it('ends the term of a leader whose renewals hang with the reason', async () => {
    const a = candidate('a')
    let reason: unknown
    const running = a.elector.run(a.stop.signal, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      reason = signal.reason
    })
    await flush()
    server.hang = () => true
    await step(11_000)
    expect(reason).toMatchObject({ name: 'AbortError', message: 'the lease could not be renewed in time' })
    server.hang = undefined
    await step(12_000)
    await running
  })

  it('takes over at once what was given back', async () => {
    const [a, b] = [candidate('a'), candidate('b')]
    const first = a.run()
    await flush()
    const second = b.run()
    await step(3000)
    expect([a.acting.now, b.acting.now]).toEqual([true, false])
    a.stop.abort()
    await first
    await step(3000)
    expect([b.acting.now, b.leaders]).toEqual([true, ['a', '', 'b']])
    b.stop.abort()
    await second
  })

  it.each([
    { how: 'fail', broken: { fail: () => newInternalError(new Error('etcd')) } },
    { how: 'hang', broken: { hang: () => true } },
  ])('stops to act before others may when renewals $how', async ({ broken }) => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    await step(4000)
    Object.assign(server, broken)
    await step(9000)
    expect(a.acting.now).toBe(true)
    await step(1000)
    // Ten seconds after the last renewal was sent; others wait for fifteen.
    expect([a.acting.now, a.elector.isLeader()]).toEqual([false, false])
    server.fail = undefined
    server.hang = undefined
    await step(12_000)
    expect(await running).toBe(true)
    expect(clock.pendingTimers).toBe(0)
  })

  it('continues when a renewal fails for a while', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.fail = () => newInternalError(new Error('etcd'))
    await step(6000)
    server.fail = undefined
    await step(30_000)
    expect([a.acting.now, a.acting.terms]).toEqual([true, 1])
    expect(a.errors.length).toBeGreaterThan(0)
    a.stop.abort()
    await running
  })

  it('stops to act when another took the lease nevertheless', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.set(new Lease({ ...server.lease, spec: { ...server.lease?.spec, holderIdentity: 'thief' } }))
    await step(2000)
    expect(a.acting.now).toBe(false)
    await running
    expect(server.lease?.spec?.holderIdentity).toBe('thief')
  })

  it('creates the lease again after its deletion', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    server.lease = undefined
    await step(2000)
    expect([a.acting.now, (server.lease as Lease | undefined)?.spec?.holderIdentity]).toEqual([true, 'a'])
    a.stop.abort()
    await running
  })

  it('gives up its lease when the leader fails', async () => {
    const a = candidate('a')
    const running = a.elector.run(a.stop.signal, async () => Promise.reject(new Error('cannot lead')))
    await expect(running).rejects.toThrow('cannot lead')
    expect(server.lease?.spec?.holderIdentity).toBe('')
    expect(clock.pendingTimers).toBe(0)
  })

  it('stops while it waits', async () => {
    const a = candidate('a')
    server.fail = () => newInternalError(new Error('etcd'))
    const running = a.run()
    await step(1000)
    a.stop.abort()
    expect(await running).toBe(false)
    expect(clock.pendingTimers).toBe(0)
  })

  it('stops leading after a pause of its process', async () => {
    const a = candidate('a')
    const running = a.run()
    await flush()
    // Time passes, and no timer calls back.
    Object.defineProperty(clock, 'monotonic', { value: () => 11_000, configurable: true })
    expect(a.elector.isLeader()).toBe(false)
    expect(() => a.elector.check(0)).not.toThrow()
    Object.defineProperty(clock, 'monotonic', { value: () => 36_000, configurable: true })
    expect(() => a.elector.check(20_000)).toThrow('failed election to renew leadership on lease lease')
    Reflect.deleteProperty(clock, 'monotonic')
    a.stop.abort()
    await running
  })

  it.each([10_000, 1_000_000])(
    'ends its term when it is asked after a sleep of %d ms, before any timer',
    async (slept) => {
      const a = candidate('a')
      const running = a.run()
      await flush()
      a.elector.assertLeader()
      clock.setTime(clock.now() + slept)
      expect(a.acting.now).toBe(true)
      expect(() => a.elector.assertLeader()).toThrow(NotLeaderError)
      expect(() => a.elector.assertLeader()).toThrow(expect.objectContaining({ name: 'NotLeaderError' }))
      expect(a.acting.now).toBe(false)
      a.stop.abort()
      await running
      // Nor is it the leader when it has given the lease up.
      expect(() => a.elector.assertLeader()).toThrow(
        'not the leader: the lease ns/lease was not renewed in time or was',
      )
    },
  )

  it('never lets two act at once, also when something fails, hangs or stops', async () => {
    const random = new Random(5)
    const everyone = ['a', 'b', 'c'].map((each) => candidate(each, { random: () => random.next() / 2 ** 32 }))
    const live = new AbortController()
    const runs = everyone.map(async (each) => {
      while (!live.signal.aborted) await each.run()
    })
    let terms = 0
    for (let i = 0; i < 150; i++) {
      const victim = random.pick(['a', 'b', 'c'])
      const [failing, hanging] = [random.chance(0.3), random.chance(0.3)]
      server.fail = (_, who) => (failing && who === victim ? newInternalError(new Error('etcd')) : undefined)
      server.hang = (_, who) => hanging && who === victim
      for (let ticks = random.between(1, 30); ticks > 0; ticks--) {
        await clock.stepAsync(500)
        expect(everyone.filter(({ acting }) => acting.now).length).toBeLessThanOrEqual(1)
      }
    }
    terms = everyone.reduce((sum, { acting }) => sum + acting.terms, 0)
    expect(terms).toBeGreaterThan(5)
    server.fail = undefined
    server.hang = undefined
    live.abort()
    for (const each of everyone) each.stop.abort()
    await Promise.all(runs)
  })
})

describe('a coordinated LeaderElector', () => {
  const coordinated = { coordinated: true }
  const held = (spec: Lease['spec']) =>
    new Lease({ metadata: { name: 'lease', namespace: 'ns' }, spec: { leaseDurationSeconds: 15, ...spec } })

  it.each([
    ['there is no lease', undefined],
    ['another one leads', { holderIdentity: 'b' }],
    ['nobody was chosen', { holderIdentity: '' }],
    ['its term ends', { holderIdentity: 'a', preferredHolder: 'b' }],
  ])('takes nothing when %s', async (_, spec) => {
    if (spec !== undefined) server.set(held(spec))
    const before = server.lease
    const a = candidate('a', coordinated)
    const running = a.run()
    await step(30_000)
    expect([a.acting.now, server.lease, a.errors]).toEqual([false, before, []])
    a.stop.abort()
    expect(await running).toBe(false)
  })

  it('tells that the lease cannot be read', async () => {
    server.fail = () => newInternalError(new Error('etcd'))
    const a = candidate('a', coordinated)
    const running = a.run()
    await flush()
    expect(a.errors.map(String)).toEqual([expect.stringContaining('etcd')])
    a.stop.abort()
    expect(await running).toBe(false)
  })

  it('renews what it was given, and keeps the strategy', async () => {
    server.set(
      held({
        ...{ holderIdentity: 'a', leaseTransitions: 4, strategy: 'OldestEmulationVersion' },
        acquireTime: '1999-12-31T23:59:59.000000Z',
      }),
    )
    const a = candidate('a', coordinated)
    const running = a.run()
    await step(6000)
    expect(a.acting.now).toBe(true)
    expect(server.lease?.spec).toEqual({
      ...{ holderIdentity: 'a', leaseDurationSeconds: 15, leaseTransitions: 4, strategy: 'OldestEmulationVersion' },
      acquireTime: '1999-12-31T23:59:59.000000Z',
      renewTime: '2000-01-01T00:00:06.000000Z',
    })
    a.stop.abort()
    await running
  })

  it('stops to renew when another one is preferred, and to act before the lease runs out', async () => {
    server.set(held({ holderIdentity: 'a' }))
    const a = candidate('a', { ...coordinated, releaseOnCancel: false })
    const running = a.run()
    await step(1000)
    server.set(held({ ...server.lease?.spec, preferredHolder: 'b' }))
    await step(12_000)
    expect(await running).toBe(true)
    expect(a.acting.now).toBe(false)
    expect(server.lease?.spec).toMatchObject({ holderIdentity: 'a', preferredHolder: 'b' })
  })
})
