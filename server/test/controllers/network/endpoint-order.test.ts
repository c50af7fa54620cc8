import type { EndpointSubset } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { repackSubsets } from '../../../src/controllers/endpoints-controller/repack-subsets.js'
import { truncatedSubsets } from '../../../src/controllers/endpoints-controller/truncate-endpoints.js'
import { orderedSlicePorts, orderedSubsets } from '../../../src/controllers/service-endpoints/endpoint-order.js'
import { fnv128a } from '../../../src/controllers/service-endpoints/fnv128a.js'

describe('the order of ports and subsets', () => {
  it('is that of the hashes of what Go dumps', () => {
    // Written by `dump.ForHash` and `fnv.New128a` of Go.
    const dump =
      '(v1.EndpointPort){Name:(*string)http Protocol:(*v1.Protocol)TCP Port:(*int32)8080 AppProtocol:(*string)<nil>}'
    expect(fnv128a(dump)).toBe('0e874d5677090ee5c32afa85f637c347')
  })

  it("is upstream's for the ports of a slice and of a subset", () => {
    const http = { name: 'http', port: 8080, protocol: 'TCP' }
    const dns = { name: 'dns', port: 5353, protocol: 'UDP' }
    expect(orderedSlicePorts([dns, http]).map(({ name }) => name)).toEqual(['http', 'dns'])
    const [subset] = repackSubsets([{ addresses: [{ ip: '10.0.0.1' }], ports: [dns, http] }])
    expect(subset?.ports?.map(({ name }) => name)).toEqual(['http', 'dns'])
  })

  it('is that of upstream for subsets', () => {
    const reference = { kind: 'Pod', namespace: 'ns', name: 'p', uid: 'u-1' }
    const subsets: EndpointSubset[] = goSubsets.map(({ ip, port }) => ({
      addresses: [{ ip, nodeName: 'n', targetRef: reference }],
      ports: [{ name: 'x', port, protocol: 'TCP' }],
    }))
    expect(orderedSubsets(subsets).map(({ ports }) => ports?.[0]?.port)).toEqual(goOrder)
  })
})

/** What a Go program gave to `SortSubsets` of pkg/api/v1/endpoints, and the ports in its answer. */
const goSubsets = [1, 2, 3, 4, 5].map((port) => ({ ip: `10.0.0.${port}`, port }))
const goOrder = [5, 4, 2, 3, 1]

describe('repackSubsets', () => {
  const port = (name: string, number: number) => ({ name, port: number, protocol: 'TCP' })
  const [a, b] = [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }]

  it('joins ports with the same addresses, and addresses with the same ports', () => {
    const packed = repackSubsets([
      { addresses: [a], ports: [port('x', 1)] },
      { addresses: [a], ports: [port('y', 2)] },
      { addresses: [b], ports: [port('x', 1)] },
      { addresses: [b], ports: [port('y', 2)] },
    ])
    expect(packed).toHaveLength(1)
    expect(packed[0]?.addresses).toEqual([a, b])
    expect(packed[0]?.ports?.map(({ port }) => port).sort()).toEqual([1, 2])
  })

  it('keeps addresses without ports, apart', () => {
    const packed = repackSubsets([{ addresses: [a] }, { addresses: [b], ports: [port('x', 1)] }])
    expect(packed.map(({ addresses, ports }) => [addresses?.[0]?.ip, ports?.length ?? 0]).sort()).toEqual([
      ['10.0.0.1', 0],
      ['10.0.0.2', 1],
    ])
  })

  it('takes an address that is not ready once as not ready', () => {
    const ports = [port('x', 1)]
    const packed = repackSubsets([
      { addresses: [a], ports },
      { notReadyAddresses: [a], ports },
      { addresses: [a], ports },
    ])
    expect(packed).toEqual([{ addresses: undefined, notReadyAddresses: [a], ports }])
  })
})

describe('truncatedSubsets', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => ({ ip: `10.0.0.${index}` }))

  it('leaves a thousand addresses alone', () => {
    expect(truncatedSubsets([{ addresses: addresses(600), notReadyAddresses: addresses(400) }])).toBeUndefined()
  })

  it('drops addresses that are not ready first', () => {
    const [kept] = truncatedSubsets([{ addresses: addresses(900), notReadyAddresses: addresses(400) }]) ?? []
    expect([kept?.addresses?.length, kept?.notReadyAddresses?.length]).toEqual([900, 100])
  })

  it('drops ready addresses in proportion to the subsets', () => {
    const kept = truncatedSubsets([
      { addresses: addresses(1000), notReadyAddresses: addresses(1) },
      { addresses: addresses(501) },
    ])
    expect(kept?.map((each) => [each.addresses?.length, each.notReadyAddresses])).toEqual([
      [667, undefined],
      [333, undefined],
    ])
  })
})
