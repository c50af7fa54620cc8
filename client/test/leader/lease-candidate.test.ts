import { Lease } from 'apimachinery/api/coordination/v1'
import { LeaseCandidate as Candidate } from 'apimachinery/api/coordination/v1beta1'
import { isNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { APIServer } from '../../../server/src/kubernetes/api-server.js'
import { Client } from '../../src/client/client.js'
import { Manager } from '../../src/controller/manager.js'
import { LeaseCandidate } from '../../src/leader/lease-candidate.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

let server: APIServer
let client: Client
let clock: FakeClock
let stop: AbortController
let name: string
let count = 0
const namespace = 'default'
const candidates = () => client.resource(Candidate).namespace(namespace)
const leases = () => client.resource(Lease).namespace(namespace)
const start = Date.UTC(2030, 0, 1)

beforeAll(async () => {
  server = await APIServer.start({
    featureGates: { CoordinatedLeaderElection: true },
    runtimeConfig: { 'coordination.k8s.io/v1beta1': true },
    admissionPlugins: { disable: ['ServiceAccount'] },
  })
  await server.ready()
  const authorization = `Bearer ${server.loopbackToken}`
  const transport = new InProcessTransport((request) =>
    server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
  )
  client = Client.from({ transport })
})
afterAll(() => server?.stop())
beforeEach(() => {
  name = `candidate-${++count}`
  clock = new FakeClock(start)
  stop = new AbortController()
})
afterEach(() => stop.abort())

const find = () => vi.waitFor(() => candidates().get(name), { timeout: 10_000 })

function stand(): Promise<void> {
  const candidate = new LeaseCandidate({
    ...{ client, clock, name, namespace },
    leaseName: 'lease',
    binaryVersion: '1.2.0',
    emulationVersion: '1.1.0',
  })
  return candidate.run(stop.signal)
}

describe('LeaseCandidate', () => {
  it('makes a candidate', async () => {
    const running = stand()
    const { spec } = await find()
    expect(spec).toEqual({
      leaseName: 'lease',
      binaryVersion: '1.2.0',
      emulationVersion: '1.1.0',
      strategy: 'OldestEmulationVersion',
      renewTime: '2030-01-01T00:00:00.000000Z',
    })
    stop.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
  })

  it('renews it every five minutes', async () => {
    const running = stand()
    await find()
    await vi.waitFor(async () => {
      // The clock may move only when the next renewal is planned.
      if ((clock.untilNextTimer ?? 0) > 0) clock.step(60_000)
      expect((await candidates().get(name)).spec?.renewTime).toMatch(/^2030-01-01T00:(0[5-9]|[1-5])/)
    }, 10_000)
    stop.abort()
    await running
  })

  it('answers pings of the server', async () => {
    const running = stand()
    const made = await find()
    clock.step(5)
    const pingTime = '2030-01-01T00:00:00.000001Z'
    // The informer has to know the candidate before it can report a change.
    await vi.waitFor(async () => {
      const now = await candidates().get(name)
      if (now.spec?.renewTime === made.spec?.renewTime) {
        await candidates().update(new Candidate({ ...now, spec: { ...now.spec, pingTime } as Candidate['spec'] }))
      }
      expect((await candidates().get(name)).spec?.renewTime).toBe('2030-01-01T00:00:00.005000Z')
    }, 10_000)
    stop.abort()
    await running
  })

  it('answers a ping once, and neither an old one nor another change', async () => {
    let renewals = 0
    const authorization = `Bearer ${server.loopbackToken}`
    const transport = new InProcessTransport((request) => {
      if (request.method === 'PUT') renewals++
      return server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } })
    })
    const errors: unknown[] = []
    const candidate = new LeaseCandidate({
      ...{ client: Client.from({ transport }), clock, name, namespace, leaseName: 'lease', binaryVersion: '1.2.0' },
      onError: (error) => errors.push(error),
    })
    const running = candidate.run(stop.signal)
    const { spec } = await find()
    expect(spec?.emulationVersion).toBe('1.2.0')
    const other = `${name}-other`
    await candidates().create(new Candidate({ metadata: { name: other }, spec }))
    const change = async (of: string, pingTime: string | undefined, labels: Record<string, string>) => {
      const now = await candidates().get(of)
      const metadata = { ...now.metadata, labels }
      await candidates().update(new Candidate({ ...now, metadata, spec: { ...spec, pingTime } as Candidate['spec'] }))
      // Time in which it could be answered.
      for (let request = 0; request < 10; request++) await candidates().get(of)
    }
    await change(name, undefined, { a: '1' })
    await change(name, '2029-12-31T23:59:59.000000Z', { a: '2' })
    await change(name, '2030-01-01T00:00:00.000000Z', { a: '3' })
    await change(other, '2030-01-01T00:00:01.000000Z', {})
    expect(renewals).toBe(0)
    clock.step(2000)
    await change(name, '2030-01-01T00:00:01.000000Z', { a: '4' })
    await expect.poll(() => renewals, { timeout: 10_000 }).toBe(1)
    expect((await candidates().get(name)).spec?.renewTime).toBe('2030-01-01T00:00:02.000000Z')
    stop.abort()
    await running
    expect(errors).toEqual([])
  })

  it('does nothing when it is stopped before it begins', async () => {
    stop.abort()
    await stand()
    await expect(candidates().get(name)).rejects.toSatisfy(isNotFound)
    expect(clock.pendingTimers).toBe(0)
  })

  it('stands for a manager, which leads when the server says so and ends when its term does', async () => {
    const manager = new Manager({
      ...{ client, clock, logger: false },
      leaderElection: { name, namespace, identity: name, coordinated: { binaryVersion: '1.2.0' } },
    })
    const failed = manager.run(stop.signal).catch((error: unknown) => error)
    expect((await find()).spec).toMatchObject({ leaseName: name, emulationVersion: '1.2.0' })
    expect(manager.isLeader).toBe(false)
    // What the server's coordinator writes when it has chosen.
    const renewTime = '2030-01-01T00:00:00.000000Z'
    const spec = { holderIdentity: name, leaseDurationSeconds: 15, strategy: 'OldestEmulationVersion', renewTime }
    await leases().create(new Lease({ metadata: { name }, spec }))
    await vi.waitFor(async () => {
      clock.step(1000)
      expect(manager.isLeader).toBe(true)
    }, 10_000)
    const held = await leases().get(name)
    expect(held.spec).toMatchObject({ holderIdentity: name, strategy: 'OldestEmulationVersion' })
    expect(await manager.metrics.text()).toContain(`leader_election_master_status{name="${name}"} 1`)
    await vi.waitFor(async () => {
      const now = await leases().get(name)
      if (now.spec?.preferredHolder === undefined) {
        await leases().update(new Lease({ ...now, spec: { ...now.spec, preferredHolder: 'other' } }))
      }
      clock.step(1000)
      expect(manager.isLeader).toBe(false)
    }, 20_000)
    expect(await failed).toMatchObject({ code: 'LeaderElectionLost' })
    expect(manager.electionRules()).toContainEqual({
      apiGroups: ['coordination.k8s.io'],
      resources: ['leasecandidates'],
      verbs: ['create', 'get', 'list', 'update', 'watch'],
    })
  })
})
