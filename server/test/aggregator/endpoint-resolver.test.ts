import { describe, expect, it } from 'vitest'
import { type EndpointSliceFacts, endpointResolver } from '../../src/request/endpoint-resolver.js'
import { clusterIPResolver, type ReachableService } from '../../src/request/service-resolver.js'

// After TestResolve and TestResolveEndpointDistribution of k8s.io/apiserver/pkg/util/proxy.

const port = { name: 'https', port: 443 }
const service = (spec: ReachableService['spec']): ReachableService => ({ spec: { ports: [port], ...spec } })
const slice = (
  addresses: readonly string[],
  more: {
    readonly ready?: boolean
    readonly addressType?: string
    readonly port?: number
    readonly name?: string
  } = {},
): EndpointSliceFacts => ({
  addressType: more.addressType ?? 'IPv4',
  endpoints: addresses.map((address) => ({
    addresses: [address],
    ...(more.ready !== undefined && { conditions: { ready: more.ready } }),
  })),
  ports: [{ name: more.name ?? 'https', port: more.port ?? 1443 }],
})

function resolve(
  found: ReachableService | undefined,
  slices: readonly EndpointSliceFacts[],
  random = () => 0,
): unknown {
  const lookup = { service: () => found, endpointSlices: () => slices }
  try {
    return endpointResolver(lookup, random).resolve('one', 'alfa', 443)
  } catch (error) {
    return (error as Error).message
  }
}

describe('an endpoint of a service', () => {
  it.each<[string, ReachableService | undefined, EndpointSliceFacts[], unknown]>([
    ['is one that is ready', service({}), [slice(['10.0.0.1'])], { host: '10.0.0.1', port: 1443 }],
    [
      'is asked of services with a load balancer',
      service({ type: 'LoadBalancer' }),
      [slice(['10.0.0.1'])],
      { host: '10.0.0.1', port: 1443 },
    ],
    [
      'is asked of services with node ports',
      service({ type: 'NodePort' }),
      [slice(['10.0.0.1'])],
      { host: '10.0.0.1', port: 1443 },
    ],
    [
      'is asked of services without an address',
      service({ clusterIP: 'None' }),
      [slice(['10.0.0.1'])],
      { host: '10.0.0.1', port: 1443 },
    ],
    [
      'is of the first family',
      service({ ipFamilies: ['IPv6', 'IPv4'] }),
      [slice(['10.0.0.1']), slice(['fd00::1'], { addressType: 'IPv6' })],
      { host: 'fd00::1', port: 1443 },
    ],
    [
      'is of another family where the first has none',
      service({ ipFamilies: ['IPv6'] }),
      [slice(['10.0.0.1']), slice([], { addressType: 'IPv6' })],
      { host: '10.0.0.1', port: 1443 },
    ],
    [
      'is not taken where it is not ready',
      service({}),
      [slice(['10.0.0.1'], { ready: false })],
      'no endpoints available for service "alfa"',
    ],
    [
      'is taken from another slice',
      service({}),
      [slice(['10.0.0.1'], { ready: false }), slice(['10.0.0.2'])],
      { host: '10.0.0.2', port: 1443 },
    ],
    [
      'must listen on the port of the name',
      service({}),
      [slice(['10.0.0.1'], { name: 'http' })],
      'no endpoints available for service "alfa"',
    ],
    ['is missing without slices', service({}), [], 'no endpoints available for service "alfa"'],
    [
      'is missing where the service has no such port',
      service({ ports: [{ port: 80 }] }),
      [slice(['10.0.0.1'])],
      'no service port 443 found for service "alfa"',
    ],
    [
      'is missing for an external name',
      service({ type: 'ExternalName', externalName: 'x.example.com' }),
      [],
      'unsupported service type "ExternalName"',
    ],
    ['is missing without the service', undefined, [slice(['10.0.0.1'])], 'service "alfa" not found'],
  ])('%s', (...[, found, slices, wanted]) => {
    expect(resolve(found, slices)).toEqual(wanted)
  })

  it('is a random one of those that are ready', () => {
    const slices = [slice(['10.0.0.1', '10.0.0.2']), slice(['10.0.0.3', '10.0.0.4'])]
    const seen = new Set<unknown>()
    let place = 0
    const random = () => {
      place = (place + 0.37) % 1
      return place
    }
    for (let i = 0; i < 200; i++) {
      seen.add((resolve(service({ ipFamilies: ['IPv4'] }), slices, random) as { host: string }).host)
    }
    expect([...seen].sort()).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
  })
})

describe('the cluster IP of a service', () => {
  const at = (spec: ReachableService['spec']): unknown => {
    try {
      return clusterIPResolver(() => service(spec)).resolve('one', 'alfa', 443)
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each<[ReachableService['spec'], unknown]>([
    [{ clusterIP: '10.96.0.7' }, { host: '10.96.0.7', port: 443 }],
    [
      { type: 'ExternalName', externalName: 'x.example.com' },
      { host: 'x.example.com', port: 443 },
    ],
    [{ clusterIP: 'None' }, 'cannot route to service with ClusterIP "None"'],
    [{ clusterIP: '10.96.0.7', ports: [{ port: 80 }] }, 'no service port 443 found for service "alfa"'],
  ])('of %j', (spec, wanted) => {
    expect(at(spec)).toEqual(wanted)
  })
})
