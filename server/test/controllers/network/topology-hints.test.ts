import { TestServer } from '@apimachinery/server/testing'
import { Event, Namespace, Service } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeOf, takeReceiver } from '../../../src/controllers/endpointslice-controller/hints/redistribute-hints.js'
import { allocate, isOverloaded } from '../../../src/controllers/endpointslice-controller/hints/zone-allocations.js'
import { Services, soon } from './service.js'

describe('zone allocations', () => {
  const shares = new Map([
    ['a', 0.5],
    ['b', 0.25],
    ['c', 0.25],
  ])

  it('are in proportion, with a least number', () => {
    // 8 endpoints: 4, 2 and 2, of which at least 4 / 1.2 and 2 / 1.2, rounded up.
    expect(allocate(shares, 8)).toEqual(
      new Map([
        ['a', { minimum: 4, maximum: 4, desired: 4 }],
        ['b', { minimum: 2, maximum: 2, desired: 2 }],
        ['c', { minimum: 2, maximum: 2, desired: 2 }],
      ]),
    )
  })

  it('are refused for too few endpoints, and where a zone would be overloaded', () => {
    expect(allocate(shares, 2)).toBe('Insufficient number of endpoints (2 endpoints, 3 zones)')
    expect(allocate(shares, 3)).toBe(
      'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 3 zones)',
    )
  })

  it('are exchanged between zones that have more and less', () => {
    const allocations = allocate(shares, 8)
    if (typeof allocations === 'string') throw new Error(allocations)
    const exchange = exchangeOf(
      allocations,
      new Map([
        ['a', 1],
        ['b', 5],
        ['c', 2],
      ]),
    )
    expect(exchange).toEqual({ giving: new Map([['b', 3]]), receiving: new Map([['a', 3]]) })
    expect([1, 2, 3, 4].map(() => takeReceiver(exchange, 'b'))).toEqual(['a', 'a', 'a', undefined])
  })

  it('say when a zone has too few', () => {
    expect(
      isOverloaded(
        new Map([
          ['a', 4],
          ['b', 2],
          ['c', 2],
        ]),
        shares,
      ),
    ).toBe(false)
    expect(
      isOverloaded(
        new Map([
          ['a', 6],
          ['b', 1],
          ['c', 1],
        ]),
        shares,
      ),
    ).toBe(true)
    expect(isOverloaded(new Map([['a', 8]]), shares)).toBe(true)
  })
})

describe('hints of endpoints', () => {
  let server: TestServer
  let services: Services
  beforeAll(async () => {
    server = await TestServer.start({ controllers: ['endpointslice-controller'] })
    services = new Services(server, 'hints')
    await server.client.create(new Namespace({ metadata: { name: 'hints' } }))
    await services.node('node-a', 'a')
    await services.node('node-b', 'b')
    for (const [index, node] of ['node-a', 'node-a', 'node-a', 'node-b'].entries())
      await services.pod(`p${index}`, { ips: [`10.0.0.${index}`], node })
    await services.pod('waiting', { ips: ['10.0.0.9'], node: 'node-a', ready: false })
  })
  afterAll(() => server.stop())

  const hintsOf = async (service: string) =>
    (await services.slices(service))
      .flatMap(({ endpoints }) => endpoints ?? [])
      .map(({ addresses, hints }) => [addresses[0], hints?.forZones?.[0]?.name, hints?.forNodes?.[0]?.name])
      .sort()

  it('are zones and nodes by the distribution of traffic', async () => {
    await services.service('near', { trafficDistribution: 'PreferSameNode' })
    await expect
      .poll(() => hintsOf('near'), soon)
      .toEqual([
        ['10.0.0.0', 'a', 'node-a'],
        ['10.0.0.1', 'a', 'node-a'],
        ['10.0.0.2', 'a', 'node-a'],
        ['10.0.0.3', 'b', 'node-b'],
        ['10.0.0.9', undefined, undefined],
      ])
    const near = await server.client.get(Service, { name: 'near', namespace: 'hints' })
    await server.client.update(new Service({ ...near, spec: { ...near.spec, trafficDistribution: 'PreferSameZone' } }))
    await expect.poll(async () => (await hintsOf('near'))[0], soon).toEqual(['10.0.0.0', 'a', undefined])
  })

  it('are balanced by the CPUs of zones with the annotation, with an event', async () => {
    const annotations = { 'service.kubernetes.io/topology-mode': 'Auto' }
    await services.service('auto', {}, { annotations })
    const zones = async () => (await hintsOf('auto')).map(([, zone]) => zone).sort()
    await expect.poll(zones, soon).toEqual(['a', 'a', 'b', 'b', undefined])
    const events = async () =>
      (await server.client.resource(Event).namespace('hints').list()).items
        .filter(({ involvedObject }) => involvedObject.name === 'auto')
        .map(({ reason, message, source }) => [reason, message, source?.component])
    await expect
      .poll(events, soon)
      .toContainEqual([
        'TopologyAwareHintsEnabled',
        'Topology Aware Hints has been enabled, addressType: IPv4',
        'endpoint-slice-controller',
      ])
    const auto = await server.client.get(Service, { name: 'auto', namespace: 'hints' })
    await server.client.update(new Service({ ...auto, metadata: { ...auto.metadata, annotations: {} } }))
    await expect
      .poll(async () => (await hintsOf('auto')).map(([, zone]) => zone), soon)
      .toEqual(Array.from({ length: 5 }, () => undefined))
  })
})
