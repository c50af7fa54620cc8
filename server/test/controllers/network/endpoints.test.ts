import { TestServer } from '@apimachinery/server/testing'
import { Endpoints, Namespace, Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Services, soon } from './service.js'

let server: TestServer
let count = 0
beforeAll(async () => {
  server = await TestServer.start({
    controllers: ['endpoints-controller', 'endpointslice-controller', 'endpointslice-mirroring-controller'],
  })
  await new Services(server, 'default').node('node', 'z')
})
afterAll(() => server.stop())

async function namespace(): Promise<Services> {
  const name = `ns-${count++}`
  await server.client.create(new Namespace({ metadata: { name } }))
  return new Services(server, name)
}

const endpointsOf = ({ namespace }: Services, name: string): Promise<Endpoints | undefined> =>
  server.client.get(Endpoints, { name, namespace }).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/** Addresses with what is said of them. */
const conditionsOf = (slices: readonly EndpointSlice[]) =>
  slices
    .flatMap(({ endpoints }) => endpoints ?? [])
    .map(({ addresses, conditions }) => [addresses[0], conditions?.ready, conditions?.serving, conditions?.terminating])
    .sort()

describe('endpoints of a service', () => {
  it('are its pods with addresses, those that are not ready apart', async () => {
    const own = await namespace()
    await own.pod('p1', { ips: ['10.0.0.2'] })
    await own.pod('p2', { ips: ['10.0.0.1'], ready: false })
    await own.pod('other', { ips: ['10.0.0.3'], labels: { app: 't' } })
    await own.pod('done', { ips: ['10.0.0.4'], ready: false, phase: 'Succeeded' })
    await own.service('s', {}, { labels: { team: 'a' } })
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets?.length, soon).toBe(1)
    const { metadata, subsets = [] } = (await endpointsOf(own, 's')) ?? {}
    expect(metadata?.labels).toEqual({ team: 'a', 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' })
    expect(metadata?.annotations?.['endpoints.kubernetes.io/last-change-trigger-time']).toBe(
      String((await server.client.get(Service, { name: 's', namespace: own.namespace })).metadata?.creationTimestamp),
    )
    expect(subsets[0]?.addresses?.map(({ ip, nodeName, targetRef }) => [ip, nodeName, targetRef?.name])).toEqual([
      ['10.0.0.2', 'node', 'p1'],
    ])
    expect(subsets[0]?.notReadyAddresses?.map(({ ip }) => ip)).toEqual(['10.0.0.1'])
    expect(subsets[0]?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }])
    await expect
      .poll(async () => conditionsOf(await own.slices('s')), soon)
      .toEqual([
        ['10.0.0.1', false, false, false],
        ['10.0.0.2', true, true, false],
      ])
  })

  it('follow pods that get ready, and pods that go', async () => {
    const own = await namespace()
    const pod = await own.pod('p', { ready: false })
    await own.service('s')
    await expect
      .poll(async () => conditionsOf(await own.slices('s')), soon)
      .toEqual([['10.0.0.1', false, false, false]])
    await own.setReady('p', true)
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toEqual([['10.0.0.1', true, true, false]])
    const [slice] = await own.slices('s')
    expect(slice?.metadata?.annotations?.['endpoints.kubernetes.io/last-change-trigger-time']).toBe(
      '2031-01-01T00:00:00Z',
    )
    await server.client.delete(pod, { gracePeriodSeconds: 0 } as never)
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toEqual([])
    expect((await own.slices('s')).map(({ metadata }) => metadata?.name)).toEqual([slice?.metadata?.name])
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets ?? [], soon).toEqual([])
  })

  it('say of a pod that ends that it serves, and is not ready', async () => {
    const own = await namespace()
    const pod = await own.pod('p', { finalizers: ['example.com/hold'] })
    await own.service('s')
    await own.service('published', { publishNotReadyAddresses: true })
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toHaveLength(1)
    await server.client.delete(pod)
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toEqual([['10.0.0.1', false, true, true]])
    await expect
      .poll(async () => conditionsOf(await own.slices('published')), soon)
      .toEqual([['10.0.0.1', true, true, true]])
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets ?? [], soon).toEqual([])
    expect((await endpointsOf(own, 'published'))?.subsets?.[0]?.addresses?.length).toBe(1)
  })

  it('are published before pods are ready where the service wants that', async () => {
    const own = await namespace()
    await own.pod('p', { ready: false })
    await own.service('s', { publishNotReadyAddresses: true })
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toEqual([['10.0.0.1', true, false, false]])
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets?.[0]?.addresses?.length, soon).toBe(1)
  })

  it('of a headless service have its label, host names, and may have no ports', async () => {
    const own = await namespace()
    await own.pod('p', { spec: { hostname: 'h', subdomain: 's' } })
    await own.service('s', { clusterIP: 'None', ports: undefined })
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets?.length, soon).toBe(1)
    const { metadata, subsets } = (await endpointsOf(own, 's')) ?? {}
    expect(metadata?.labels?.['service.kubernetes.io/headless']).toBe('')
    expect(subsets?.[0]?.addresses?.[0]?.hostname).toBe('h')
    expect(subsets?.[0]?.ports ?? []).toEqual([])
    const slices = await own.slices('s')
    expect(slices.map(({ ports }) => ports ?? [])).toEqual([[]])
    expect(slices[0]?.metadata?.labels?.['service.kubernetes.io/headless']).toBe('')
    expect(slices[0]?.endpoints?.[0]?.hostname).toBe('h')
  })

  it('are in slices by the ports that pods have', async () => {
    const own = await namespace()
    await own.pod('p1')
    await own.pod('p2', { ips: ['10.0.0.2'], spec: { containers: [{ name: 'c', image: 'app:1' }] } })
    await own.service('s', { ports: [{ name: 'http', port: 80, targetPort: 'web' }] })
    const portsOf = async () =>
      (await own.slices('s'))
        .map(({ ports, endpoints }) => [(ports ?? []).map(({ port }) => port), endpoints?.[0]?.addresses[0]])
        .sort()
    await expect.poll(portsOf, soon).toEqual([
      [[], '10.0.0.2'],
      [[8080], '10.0.0.1'],
    ])
    await expect
      .poll(
        async () => (await endpointsOf(own, 's'))?.subsets?.flatMap(({ addresses }) => addresses?.map(({ ip }) => ip)),
        soon,
      )
      .toEqual(['10.0.0.1'])
  })

  it('are one empty slice if there are no pods', async () => {
    const own = await namespace()
    await own.service('s')
    await expect.poll(async () => (await own.slices('s')).length, soon).toBe(1)
    const [slice] = await own.slices('s')
    expect(slice?.endpoints ?? []).toEqual([])
    expect(slice?.metadata?.ownerReferences?.map(({ kind, name, controller }) => [kind, name, controller])).toEqual([
      ['Service', 's', true],
    ])
  })

  it('are deleted with the service, and left alone without selector', async () => {
    const own = await namespace()
    const service = await own.service('s')
    await own.service('manual', { selector: undefined })
    await expect.poll(() => endpointsOf(own, 's'), soon).toBeDefined()
    await server.client.delete(service)
    await expect.poll(() => endpointsOf(own, 's'), soon).toBeUndefined()
    expect(await endpointsOf(own, 'manual')).toBeUndefined()
    expect(await own.slices('manual')).toEqual([])
  })

  it('come back when somebody deletes or changes them', async () => {
    const own = await namespace()
    await own.pod('p')
    await own.service('s')
    await expect.poll(async () => (await own.slices('s'))[0]?.endpoints?.length, soon).toBe(1)
    const [slice] = await own.slices('s')
    await server.client.delete((await endpointsOf(own, 's'))!)
    await server.client.update(new EndpointSlice({ ...slice!, endpoints: [{ addresses: ['10.9.9.9'] }] }))
    await expect.poll(async () => (await endpointsOf(own, 's'))?.subsets?.length, soon).toBe(1)
    await expect.poll(async () => conditionsOf(await own.slices('s')), soon).toEqual([['10.0.0.1', true, true, false]])
  })
})

describe('Endpoints of a service without selector', () => {
  const write = ({ namespace }: Services, ips: readonly string[], annotations = {}) =>
    server.client.create(
      new Endpoints({
        metadata: { name: 's', namespace, labels: { team: 'a' }, annotations },
        subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 8080 }] }],
      }),
    )

  it('are mirrored into a slice for each family', async () => {
    const own = await namespace()
    await own.service('s', { selector: undefined })
    await write(own, ['192.0.2.7', '2001:db8::1'], { note: 'x' })
    await expect.poll(async () => (await own.slices('s')).length, soon).toBe(2)
    const slices = await own.slices('s')
    expect(slices.map(({ addressType, endpoints }) => [addressType, endpoints?.[0]?.addresses[0]]).sort()).toEqual([
      ['IPv4', '192.0.2.7'],
      ['IPv6', '2001:db8::1'],
    ])
    expect(slices[0]?.metadata?.labels).toEqual({
      team: 'a',
      'kubernetes.io/service-name': 's',
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
    })
    expect(slices[0]?.metadata?.annotations).toEqual({ note: 'x' })
  })

  it('are mirrored again after a change, and no longer when they are gone', async () => {
    const own = await namespace()
    await own.service('s', { selector: undefined })
    const endpoints = await write(own, ['192.0.2.7'])
    await expect.poll(async () => conditionsOf(await own.slices('s')).length, soon).toBe(1)
    const subsets = [{ notReadyAddresses: [{ ip: '192.0.2.8' }], ports: [{ port: 8080 }] }]
    const changed = await server.client.update(new Endpoints({ ...endpoints, subsets }))
    await expect
      .poll(async () => conditionsOf(await own.slices('s')), soon)
      .toEqual([['192.0.2.8', false, undefined, undefined]])
    await server.client.delete(changed)
    await expect.poll(() => own.slices('s'), soon).toEqual([])
  })

  it('are not mirrored with the label that says so', async () => {
    const own = await namespace()
    await own.service('s', { selector: undefined })
    await own.service('t', { selector: undefined })
    const labels = { 'endpointslice.kubernetes.io/skip-mirror': 'true' }
    const subsets = [{ addresses: [{ ip: '192.0.2.7' }], ports: [{ port: 1 }] }]
    for (const [name, own_] of [
      ['s', labels],
      ['t', {}],
    ] as const)
      await server.client.create(new Endpoints({ metadata: { name, namespace: own.namespace, labels: own_ }, subsets }))
    await expect.poll(async () => (await own.slices('t')).length, soon).toBe(1)
    expect(await own.slices('s')).toEqual([])
  })
})
