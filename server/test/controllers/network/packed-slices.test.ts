import { Pod, Service } from 'apimachinery/api/core/v1'
import { type Endpoint, EndpointSlice } from 'apimachinery/api/discovery/v1'
import { describe, expect, it } from 'vitest'
import { packSlices } from '../../../src/controllers/endpointslice-controller/pack-slices.js'
import { podEndpoint } from '../../../src/controllers/endpointslice-controller/pod-endpoints.js'
import { newSlice } from '../../../src/controllers/endpointslice-controller/slice-metadata.js'
import { EndpointSet } from '../../../src/controllers/service-endpoints/endpoint-set.js'

const service = new Service({ metadata: { name: 's', namespace: 'n', uid: 'u' }, spec: { clusterIP: '10.96.0.1' } })

function endpoint(number: number, ready = true): Endpoint {
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
  const ip = `10.0.${number >> 8}.${number & 255}`
  const pod = new Pod({ metadata: { name: `p${number}`, namespace: 'n' }, status: { podIPs: [{ ip }], conditions } })
  return podEndpoint(pod, service, { addressType: 'IPv4' })
}

function slice(name: string, numbers: readonly number[]): EndpointSlice {
  const empty = newSlice(service, 'IPv4', [])
  return new EndpointSlice({
    ...empty,
    metadata: { ...empty.metadata, name },
    endpoints: numbers.map((number) => endpoint(number)),
  })
}

function pack(numbers: readonly number[], existing: readonly EndpointSlice[], notReady: readonly number[] = []) {
  const desired = new EndpointSet()
  for (const number of numbers) desired.add(endpoint(number, !notReady.includes(number)))
  const changes = packSlices(service, { addressType: 'IPv4', ports: [], desired, existing })
  const sizes = (slices: readonly EndpointSlice[]) =>
    slices.map(({ metadata, endpoints }) => [metadata?.name ?? 'new', endpoints?.length])
  return { create: sizes(changes.create), update: sizes(changes.update), delete: sizes(changes.delete) }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('packSlices', () => {
  it('fills new slices with a hundred endpoints', () => {
    const create = [
      ['new', 100],
      ['new', 100],
      ['new', 50],
    ]
    expect(pack(range(0, 250), [])).toEqual({ create, update: [], delete: [] })
  })

  it('changes nothing where all is right', () => {
    expect(pack(range(0, 100), [slice('a', range(0, 60)), slice('b', range(60, 100))])).toEqual({
      create: [],
      update: [],
      delete: [],
    })
  })

  it('changes only the slice of an endpoint that changed, and fills that one', () => {
    const existing = [slice('a', range(0, 60)), slice('b', range(60, 100))]
    expect(pack(range(0, 130), existing, [70])).toEqual({ create: [], update: [['b', 70]], delete: [] })
  })

  it('puts what is left into the slice that it fills best', () => {
    const existing = [slice('a', range(0, 10)), slice('b', range(10, 90)), slice('c', range(90, 185))]
    expect(pack(range(0, 200), existing)).toEqual({ create: [], update: [['b', 95]], delete: [] })
  })

  it('makes a new slice where no slice has room for all that is left', () => {
    const existing = [slice('a', range(0, 90))]
    expect(pack(range(0, 110), existing)).toEqual({ create: [['new', 20]], update: [], delete: [] })
  })

  it('deletes a slice without endpoints', () => {
    const existing = [slice('a', range(0, 10)), slice('b', range(10, 20))]
    expect(pack(range(0, 10), existing)).toEqual({ create: [], update: [], delete: [['b', 10]] })
  })
})
