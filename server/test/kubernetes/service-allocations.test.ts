import { type RangeAllocation, Service, type ServiceSpec } from 'apimachinery/api/core/v1'
import { IPAddress } from 'apimachinery/api/networking/v1'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PortBitmap } from '../../src/kinds/core/service/port-bitmap.js'
import { parsePortRange } from '../../src/kinds/core/service/port-range.js'
import { newBuiltInScheme } from '../../src/kubernetes/built-in-scheme.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { type InProcess, startInProcess } from './in-process.js'

// What storage_test.go of pkg/registry/core/service/storage looks at after each step: that services hold what they say, and
// that nothing else is held.

let running: InProcess
let kv: MemoryKV

beforeAll(async () => {
  kv = new MemoryKV()
  running = await startInProcess({ kv, services: { clusterIPRanges: ['10.96.0.0/16', 'fd00:96::/112'] } })
})
afterAll(() => running.server.stop())

const services = () => running.client.resource(Service).namespace('default')
const codecs = new CodecFactory(newBuiltInScheme())

/** The bits of the bitmap in the store. */
async function takenPorts(): Promise<number[]> {
  const { kvs } = await kv.range({ key: '/registry/ranges/servicenodeports' })
  const { object } = codecs.universalDeserializer().decode(kvs[0]!.value)
  const { range, data } = object as RangeAllocation
  return [...new PortBitmap(parsePortRange(range), Buffer.from(data, 'base64')).ports()]
}

/** What is held is what services have. */
async function expectBooksInOrder(): Promise<void> {
  const { items = [] } = await running.client.resource(Service).list()
  const specs = items.map(({ spec }) => spec as ServiceSpec)
  const ports = specs.flatMap(({ ports = [], healthCheckNodePort = 0 }) => [
    ...ports.map(({ nodePort = 0 }) => nodePort),
    healthCheckNodePort,
  ])
  expect(await takenPorts()).toEqual([...new Set(ports)].filter((port) => port > 0).sort((a, b) => a - b))
  const owners = items.flatMap(({ metadata, spec }) =>
    (spec?.clusterIPs ?? []).filter((ip) => ip !== 'None').map((ip) => `${ip} ${metadata?.name}`),
  )
  const addresses = await running.client.resource(IPAddress).list()
  const held = (addresses.items ?? []).map(({ metadata, spec }) => `${metadata?.name} ${spec?.parentRef?.name}`)
  expect(held.sort()).toEqual(owners.sort())
}

type Wish = Partial<ServiceSpec>
const port = (more: object = {}) => ({ name: 'p', port: 80, ...more })
const local: Wish = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }

const kinds: Record<string, Wish> = {
  ClusterIP: { type: 'ClusterIP' },
  headless: { type: 'ClusterIP', clusterIP: 'None' },
  NodePort: { type: 'NodePort' },
  LoadBalancer: { type: 'LoadBalancer' },
  'LoadBalancer with a port for health checks': local,
  'LoadBalancer without ports of nodes': { type: 'LoadBalancer', allocateLoadBalancerNodePorts: false },
  ExternalName: { type: 'ExternalName', externalName: 'example.com' },
}
const stacks: Record<string, Wish> = {
  'one family': { ipFamilyPolicy: 'SingleStack' },
  'two families': { ipFamilyPolicy: 'RequireDualStack' },
  'two families where there are': { ipFamilyPolicy: 'PreferDualStack' },
}
const transitions = Object.keys(kinds).flatMap((from) => Object.keys(kinds).map((to) => [from, to] as const))

/** A spec with all fields that depend on its type, the rest unchanged. */
function changedTo(spec: ServiceSpec, wish: Wish): ServiceSpec {
  const { externalName: _n, externalTrafficPolicy: _p, allocateLoadBalancerNodePorts: _a, ...kept } = spec
  const next = { ...kept, ...wish } as ServiceSpec
  if (wish.type !== 'ExternalName') return next
  const { clusterIP: _ip, clusterIPs: _ips, ipFamilies: _f, ipFamilyPolicy: _fp, ...named } = next
  return named as ServiceSpec
}

let count = 0
const create = (spec: Wish) =>
  running.client.create(
    new Service({
      metadata: { name: `s-${count++}`, namespace: 'default' },
      spec: { ports: [port()], ...spec } as never,
    }),
  )

describe('services have their declared allocations, and no others,', () => {
  it.each(transitions)('when %s becomes %s', async (from, to) => {
    const created = await create(kinds[from] as Wish)
    await expectBooksInOrder()
    const before = structuredClone(created.spec)
    created.spec = changedTo(created.spec as ServiceSpec, kinds[to] as Wish)
    // Some are refused: an address cannot be given up. Others give back what they need no more.
    const updated = await services()
      .update(created)
      .catch((error: Error) => error.message)
    await expectBooksInOrder()
    if (typeof updated !== 'string' && from === to) expect(updated.spec).toEqual(before)
    await services().delete(created.metadata?.name ?? '')
    await expectBooksInOrder()
  })

  it.each(Object.keys(stacks).flatMap((from) => Object.keys(stacks).map((to) => [from, to] as const)))(
    'when one of %s becomes one of %s',
    async (from, to) => {
      const created = await create({ type: 'NodePort', ...stacks[from] })
      await expectBooksInOrder()
      const [first] = created.spec?.clusterIPs ?? []
      created.spec = { ...(created.spec as ServiceSpec), ...stacks[to] }
      const updated = await services().update(created)
      expect(updated.spec?.clusterIPs).toHaveLength(to === 'one family' ? 1 : 2)
      expect(updated.spec?.clusterIPs?.[0]).toBe(first)
      await expectBooksInOrder()
      await services().delete(created.metadata?.name ?? '')
      await expectBooksInOrder()
    },
  )

  it.each([
    ['a port for two protocols', [port({ protocol: 'TCP' }), { name: 'q', port: 80, protocol: 'UDP' }], 1],
    ['two ports', [port(), { name: 'q', port: 81 }], 2],
    [
      'a chosen port for two protocols',
      [port({ nodePort: 30_001 }), { name: 'q', port: 80, protocol: 'UDP', nodePort: 30_001 }],
      1,
    ],
    [
      'a port of which one protocol is chosen',
      [port({ nodePort: 30_002 }), { name: 'q', port: 80, protocol: 'UDP' }],
      1,
    ],
    [
      'two chosen ports for one',
      [port({ nodePort: 30_003 }), { name: 'q', port: 80, protocol: 'UDP', nodePort: 30_004 }],
      2,
    ],
  ])('with %s', async (_, ports, size) => {
    const created = await create({ type: 'NodePort', ports: ports as never })
    expect(new Set(created.spec?.ports?.map(({ nodePort }) => nodePort)).size).toBe(size)
    await expectBooksInOrder()
    created.spec = { ...(created.spec as ServiceSpec), ports: [port()] as never }
    const [kept] = (await services().update(created)).spec?.ports ?? []
    expect(kept?.nodePort).toBeGreaterThan(0)
    await expectBooksInOrder()
    await services().delete(created.metadata?.name ?? '')
    await expectBooksInOrder()
  })

  it.each([
    [
      'a port that another has',
      { type: 'NodePort', ports: [port({ nodePort: 30_010 })] },
      'provided port is already allocated',
    ],
    [
      'one of two ports that another has',
      { type: 'NodePort', ports: [port({ nodePort: 30_011 }), { name: 'q', port: 81, nodePort: 30_010 }] },
      'provided port is already allocated',
    ],
    [
      'a port outside the range',
      { type: 'NodePort', ports: [port({ nodePort: 80 })] },
      'provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
    [
      'a port for health checks that another has',
      { ...local, healthCheckNodePort: 30_010 },
      'failed to allocate requested HealthCheck NodePort 30010: provided port is already allocated',
    ],
    ['an address that another has', { clusterIP: '10.96.7.7', type: 'NodePort' }, 'provided IP is already allocated'],
    [
      'a second address that another has',
      { clusterIP: '10.96.7.8', clusterIPs: ['10.96.7.8', 'fd00:96::7'], ipFamilyPolicy: 'RequireDualStack' },
      'provided IP is already allocated',
    ],
    ['an address of no range', { clusterIP: '172.16.0.1' }, 'the provided network does not match the current range'],
  ])('when %s is refused', async (_, wish, message) => {
    const holder = await create({
      type: 'NodePort',
      clusterIP: '10.96.7.7',
      clusterIPs: ['10.96.7.7', 'fd00:96::7'],
      ipFamilyPolicy: 'RequireDualStack',
      ports: [port({ nodePort: 30_010 })] as never,
    } as Wish)
    await expect(create(wish as Wish)).rejects.toThrow(message)
    await expectBooksInOrder()
    const plain = await create({ type: 'ClusterIP' })
    const { clusterIP: _ip, clusterIPs: _ips, ...rest } = wish as Wish
    plain.spec = { ...(plain.spec as ServiceSpec), ...rest }
    await services()
      .update(plain)
      .catch(() => undefined)
    await expectBooksInOrder()
    for (const { metadata } of [holder, plain]) await services().delete(metadata?.name ?? '')
    await expectBooksInOrder()
  })

  it('when dry runs create, change and delete them', async () => {
    const created = await create({ type: 'NodePort' })
    const dryRun = { dryRun: ['All'] } as const
    const wish = new Service({
      metadata: { name: 'dry', namespace: 'default' },
      spec: { ...local, ports: [port()] } as never,
    })
    await running.client.create(wish, { dryRun: ['All'] })
    await services().update(
      new Service({ ...created, spec: { ...created.spec, type: 'ClusterIP', ports: [port()] } as never }),
      { dryRun: ['All'] },
    )
    await services().delete(created.metadata?.name ?? '', dryRun as never)
    await expectBooksInOrder()
    await services().delete(created.metadata?.name ?? '')
    await expectBooksInOrder()
  })

  it('when all of them are deleted at once', async () => {
    for (const wish of Object.values(kinds)) await create({ ...wish })
    const all = (await services().list()).items ?? []
    for (const { metadata } of all) if (metadata?.name !== 'kubernetes') await services().delete(metadata?.name ?? '')
    await expectBooksInOrder()
    expect(await takenPorts()).toEqual([])
  })
})
