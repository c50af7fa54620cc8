import { type ReachableService, type ServiceResolver, UnreachableService } from './service-resolver.js'

/** An endpoint of a service. */
export interface EndpointFacts {
  readonly addresses?: readonly string[] | undefined
  readonly conditions?: { readonly ready?: boolean | null | undefined } | null | undefined
  readonly targetRef?: { readonly namespace?: string | undefined; readonly name?: string | undefined } | undefined
}

/** Where an endpoint listens. */
export interface EndpointAddress {
  readonly endpoint: EndpointFacts
  readonly host: string
  readonly port: number
}

/** Which endpoints of slices are asked for. */
export interface EndpointSelection {
  /** The name of a port of the service. */
  readonly portName: string
  /** Slices of this address family come first. */
  readonly family: string | undefined
  /** Gives a number from 0 to 1. */
  readonly random: () => number
}

/** Endpoints of a service that listen on the same ports. */
export interface EndpointSliceFacts {
  readonly addressType?: string | undefined
  readonly endpoints?: readonly EndpointFacts[] | null | undefined
  readonly ports?:
    | readonly { readonly name?: string | null | undefined; readonly port?: number | null | undefined }[]
    | null
    | undefined
}

/** The cluster state with the endpoints of services. */
export interface EndpointLookup {
  service(namespace: string, name: string): ReachableService | undefined
  endpointSlices(namespace: string, name: string): Iterable<EndpointSliceFacts>
}

/**
 * Resolves services to one of their endpoints that are ready, those of the first address family first.
 *
 * Source: `ResolveEndpoint` of k8s.io/apiserver/pkg/util/proxy.
 * @param random - a number from 0 to 1
 */
export function endpointResolver(lookup: EndpointLookup, random: () => number = Math.random): ServiceResolver {
  return {
    resolve(namespace, name, port) {
      const { spec } = lookup.service(namespace, name) ?? {}
      if (spec === undefined) throw new UnreachableService(`service ${JSON.stringify(name)} not found`)
      const { type = 'ClusterIP', ports = [], ipFamilies = [] } = spec
      if (!routable.has(type)) throw new UnreachableService(`unsupported service type ${JSON.stringify(type)}`)
      const found = ports.find((each) => each.port === port)
      if (found === undefined)
        throw new UnreachableService(`no service port ${port} found for service ${JSON.stringify(name)}`)
      const selection = { portName: found.name ?? '', family: ipFamilies[0], random }
      for (const { host, port: at } of readyEndpoints(lookup.endpointSlices(namespace, name), selection)) {
        return { host, port: at }
      }
      throw new UnreachableService(`no endpoints available for service ${JSON.stringify(name)}`)
    },
  }
}

const routable: ReadonlySet<string> = new Set(['ClusterIP', 'LoadBalancer', 'NodePort'])

/**
 * The endpoints that are ready and have a port, in random order.
 *
 * Source: `RandomEndpoint` of k8s.io/apiserver/pkg/util/proxy.
 */
export function* readyEndpoints(
  slices: Iterable<EndpointSliceFacts>,
  { portName, family, random }: EndpointSelection,
): Generator<EndpointAddress> {
  const placed = [...slices].map((slice) => ({ slice, second: slice.addressType === family ? 0 : 1, place: random() }))
  for (const { slice } of placed.sort((a, b) => a.second - b.second || a.place - b.place)) {
    const port = slice.ports?.find((each) => each.name === portName && each.port)?.port
    if (!port) continue
    for (const endpoint of inRandomOrder(slice.endpoints ?? [], random)) {
      const host = endpoint.addresses?.[0]
      if (endpoint.conditions?.ready !== false && host) yield { endpoint, host, port }
    }
  }
}

/** From a random place on, then from the beginning. */
export function* inRandomOrder<T>(items: readonly T[], random: () => number): Generator<T> {
  const start = Math.floor(random() * items.length)
  for (let i = 0; i < items.length; i++) yield items[(start + i) % items.length] as T
}
