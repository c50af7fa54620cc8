import { expect, it } from 'vitest'
import { type EndpointLookup, endpointResolver } from '../../src/request/endpoint-resolver.js'
import { clusterIPResolver, type ReachableService, type ServiceResolver } from '../../src/request/service-resolver.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Row {
  readonly service: ReachableService
  readonly slices: ReturnType<EndpointLookup['endpointSlices']> | null
  readonly name: string
  readonly port: number
  /** Every answer that chance gives. */
  readonly endpoints?: readonly string[]
  readonly endpointError?: string
  readonly cluster?: string
  readonly clusterError?: string
}

// Stored services have a type.
const rows = readVectors<Row[]>('services').filter(({ service }) => service.spec?.type)

function outcome(resolver: ServiceResolver, { name, port }: Row): { at?: string; error?: string } {
  try {
    const { host, port: found } = resolver.resolve('ns', name, port) as { host: string; port: number }
    return { at: `https://${host.includes(':') ? `[${host}]` : host}:${found}` }
  } catch (error) {
    return { error: (error as Error).message }
  }
}

it('services are resolved to the endpoints that upstream chooses among', () => {
  for (const row of rows) {
    let place = 0
    const random = (): number => {
      place = (place + 0.618034) % 1
      return place
    }
    const lookup: EndpointLookup = {
      service: (_namespace, name) => (name === 'svc' ? row.service : undefined),
      endpointSlices: () => row.slices ?? [],
    }
    const outcomes = Array.from({ length: 200 }, () => outcome(endpointResolver(lookup, random), row))
    const places = new Set(outcomes.flatMap(({ at }) => at ?? []))
    expect({ error: outcomes[0]?.error, places: [...places].sort() }, JSON.stringify(row)).toEqual({
      error: row.endpointError,
      places: row.endpoints ?? [],
    })
  }
})

it('services are resolved to cluster IPs as upstream does', () => {
  for (const row of rows) {
    const resolver = clusterIPResolver((_namespace, name) => (name === 'svc' ? row.service : undefined))
    expect(outcome(resolver, row), JSON.stringify(row)).toEqual({ at: row.cluster, error: row.clusterError })
  }
})
