import { Service } from 'apimachinery/api/core/v1'
import { Event } from 'apimachinery/api/events/v1'
import { IPAddress } from 'apimachinery/api/networking/v1'
import { isInvalid, isNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ServiceNetwork } from '../../src/kinds/core/service/service-network.js'
import type { KV } from '../../src/storage/kv/kv.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { type InProcess, startInProcess } from './in-process.js'

const service = (name: string, spec: object = {}) =>
  new Service({ metadata: { name, namespace: 'default' }, spec: { ports: [{ port: 80 }], ...spec } as never })

/** A store that outlives its server. */
function lasting(kv: KV): KV {
  return Object.assign(Object.create(kv) as KV, {
    range: kv.range.bind(kv),
    txn: kv.txn.bind(kv),
    watch: kv.watch.bind(kv),
    compact: kv.compact.bind(kv),
    grantLease: kv.grantLease.bind(kv),
    revokeLease: kv.revokeLease.bind(kv),
    status: kv.status.bind(kv),
    close: async () => {},
  })
}

describe('services', () => {
  let running: InProcess

  beforeAll(async () => {
    running = await startInProcess({ services: { clusterIPRanges: ['10.96.0.0/16', 'fd00:96::/112'] } })
  })
  afterAll(() => running.server.stop())

  const create = (name: string, spec?: object) => running.client.create(service(name, spec))
  const address = (name: string) => running.client.get(IPAddress, { name })

  it('get their own address, which is released with them', async () => {
    const { spec } = await create('plain')
    const ip = spec?.clusterIP ?? ''
    expect(ip).toMatch(/^10\.96\./)
    expect((await address(ip)).spec?.parentRef).toMatchObject({ resource: 'services', name: 'plain' })
    await running.client.resource(Service).namespace('default').delete('plain')
    await expect(address(ip)).rejects.toSatisfy(isNotFound)
  })

  it('of two families get two addresses, and give the second one back', async () => {
    const created = await create('dual', { ipFamilyPolicy: 'PreferDualStack' })
    expect(created.spec?.ipFamilies).toEqual(['IPv4', 'IPv6'])
    const [first = '', second = ''] = created.spec?.clusterIPs ?? []
    expect((await address(second)).metadata?.labels).toMatchObject({ 'ipaddress.kubernetes.io/ip-family': 'IPv6' })
    created.spec = { ...created.spec, ipFamilyPolicy: 'SingleStack' }
    expect((await running.client.update(created)).spec?.clusterIPs).toEqual([first])
    await expect(address(second)).rejects.toSatisfy(isNotFound)
  })

  it('that are refused take nothing', async () => {
    const taken = await create('holder', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_100 }] })
    const wish = { type: 'NodePort', clusterIP: '10.96.44.44', ports: [{ port: 80, nodePort: 30_100 }] }
    await expect(create('late', wish)).rejects.toSatisfy(isInvalid)
    await expect(address('10.96.44.44')).rejects.toSatisfy(isNotFound)
    await expect(create('both', { ...wish, clusterIP: taken.spec?.clusterIP })).rejects.toThrow(
      'provided IP is already allocated',
    )
  })

  it('of dry runs take nothing', async () => {
    const wish = { type: 'NodePort', clusterIP: '10.96.45.45', ports: [{ port: 80, nodePort: 30_200 }] }
    await running.client.create(service('dry', wish), { dryRun: ['All'] })
    await expect(address('10.96.45.45')).rejects.toSatisfy(isNotFound)
    expect((await create('wet', wish)).spec?.ports?.[0]?.nodePort).toBe(30_200)
  })

  it('give ports back when their type changes', async () => {
    const created = await create('typed', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_300 }] })
    created.spec = { ...created.spec, type: 'ClusterIP' }
    await running.client.update(created)
    const next = await create('typed-2', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_300 }] })
    expect(next.spec?.ports?.[0]?.nodePort).toBe(30_300)
  })

  it('are counted by their addresses and ports', async () => {
    const { registry } = running.server.generic.metrics
    const value = async (line: string): Promise<number> => {
      const start = `kube_apiserver_${line} `
      const found = (await registry.text()).split('\n').find((each) => each.startsWith(start))
      return Number(found?.slice(start.length) ?? 0)
    }
    const dynamic = 'nodeport_allocator_allocation_total{scope="dynamic"}'
    const ips = 'clusterip_allocator_allocation_total{cidr="10.96.0.0/16",scope="dynamic"}'
    const before = [await value(dynamic), await value(ips), await value('nodeport_allocator_allocated_ports')]
    await create('counted', { type: 'NodePort' })
    const after = [await value(dynamic), await value(ips), await value('nodeport_allocator_allocated_ports')]
    expect(after.map((count, index) => count - (before[index] as number))).toEqual([1, 1, 1])
    const errors = 'nodeport_allocator_allocation_errors_total{scope="static"}'
    const errorsBefore = await value(errors)
    const refused = { type: 'NodePort', ports: [{ port: 80, nodePort: 1 }] }
    await expect(create('refused', refused)).rejects.toThrow('valid range')
    expect(await value(errors)).toBe(errorsBefore + 1)
    const available = await value('nodeport_allocator_available_ports')
    expect(available + (await value('nodeport_allocator_allocated_ports'))).toBe(2768)
    const allocated = await value('clusterip_allocator_allocated_ips{cidr="10.96.0.0/16"}')
    expect(allocated + (await value('clusterip_allocator_available_ips{cidr="10.96.0.0/16"}'))).toBe(65_534)
    await running.client.resource(Service).namespace('default').delete('counted')
  })

  it('get another address when theirs is taken meanwhile', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, (_, i) => create(`race-${i}`)))
    expect(new Set(created.map(({ spec }) => spec?.clusterIP)).size).toBe(20)
  })
})

describe('the network of services', () => {
  it('has the earlier allocations after a restart', async () => {
    const kv = new MemoryKV()
    const first = await startInProcess({ kv: lasting(kv) })
    const kept = await first.client.create(
      service('kept', { type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] }),
    )
    await first.server.stop()
    const second = await startInProcess({ kv })
    const again = { type: 'NodePort', ports: [{ port: 80, nodePort: 31_000 }] }
    await expect(second.client.create(service('again', again))).rejects.toThrow('provided port is already allocated')
    const same = service('same', { clusterIP: kept.spec?.clusterIP })
    await expect(second.client.create(same)).rejects.toThrow('provided IP is already allocated')
    await second.server.stop()
  })

  it('repairs lost and leaked addresses and ports, and reports them', async () => {
    const clock = new FakeClock()
    const kv = new MemoryKV({ clock })
    const { server, client } = await startInProcess({ clock, kv })
    const created = await client.create(service('lost', { type: 'NodePort' }))
    const ip = created.spec?.clusterIP ?? ''
    await client.resource(IPAddress).delete(ip)
    const parentRef = { group: '', resource: 'services', namespace: 'default', name: 'gone' }
    const labels = {
      'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      'ipaddress.kubernetes.io/ip-family': 'IPv4',
    }
    await client.create(new IPAddress({ metadata: { name: '10.0.0.200', labels }, spec: { parentRef } }))
    const key = '/registry/ranges/servicenodeports'
    await kv.txn({ compare: [], success: [{ type: 'delete', key }], failure: [] })
    await expect(client.create(service('early', { type: 'NodePort' }))).rejects.toThrow('at this time')
    clock.step(180_000)
    const reasons = async (): Promise<readonly (string | undefined)[]> =>
      (await client.resource(Event).namespace('default').list()).items.map(({ reason }) => reason).sort()
    await expect
      .poll(reasons, { timeout: 10_000 })
      .toEqual(['ClusterIPNotAllocated', 'IPAddressNotAllocated', 'PortNotAllocated'])
    expect((await client.get(IPAddress, { name: ip })).spec?.parentRef?.name).toBe('lost')
    await expect(client.get(IPAddress, { name: '10.0.0.200' })).rejects.toSatisfy(isNotFound)
    const [{ nodePort } = {}] = created.spec?.ports ?? []
    const same = service('same', { type: 'NodePort', ports: [{ port: 80, nodePort }] })
    await expect(client.create(same)).rejects.toThrow('provided port is already allocated')
    await server.stop()
  })

  it('gives each port once, whichever of two servers is asked', async () => {
    const kv = new MemoryKV()
    const servers = await Promise.all([startInProcess({ kv: lasting(kv) }), startInProcess({ kv: lasting(kv) })])
    const range = { type: 'NodePort', ports: [{ port: 80 }] }
    const created = await Promise.all(
      Array.from({ length: 30 }, (_, i) => servers[i % 2]!.client.create(service(`both-${i}`, range))),
    )
    const ports = created.map(({ spec }) => spec?.ports?.[0]?.nodePort)
    expect(new Set(ports).size).toBe(30)
    const asked = await Promise.allSettled(
      servers.map(({ client }, i) =>
        client.create(service(`asked-${i}`, { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] })),
      ),
    )
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await servers[0]!.client.resource(Service).namespace('default').delete('both-0')
    const again = { type: 'NodePort', ports: [{ port: 80, nodePort: ports[0] }] }
    expect((await servers[1]!.client.create(service('again', again))).spec?.ports?.[0]?.nodePort).toBe(ports[0])
    for (const { server } of servers) await server.stop()
    await kv.close()
  })

  it.each([
    [['10.0.0.0/24', '10.1.0.0/24'], 'different IP family'],
    [['10.0.0.0/24', 'fd00::/112', '10.1.0.0/24'], 'one or two'],
    [['nothing'], 'invalid CIDR address'],
  ])('is not %j', (clusterIPRanges, message) => {
    expect(() => new ServiceNetwork({ clusterIPRanges }, {} as never)).toThrow(message)
  })
})
