import { type ReachableService, type ServiceResolver, UnreachableService } from './service-resolver.js'

/** Endpoints of a service that listen on the same ports. */
export interface EndpointSliceFacts {
  readonly addressType?: string | undefined
  readonly endpoints?:
    | readonly {
        readonly addresses?: readonly string[] | undefined
        readonly conditions?: { readonly ready?: boolean | null | undefined } | null | undefined
      }[]
    | null
    | undefined
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
      const slices = [...lookup.endpointSlices(namespace, name)]
      for (const slice of inOrder(slices, ipFamilies[0], random)) {
        const at = slice.ports?.find((each) => each.name === (found.name ?? '') && each.port)?.port
        const host = at && readyAddress(slice, random)
        if (at && host) return { host, port: at }
      }
      throw new UnreachableService(`no endpoints available for service ${JSON.stringify(name)}`)
    },
  }
}

const routable: ReadonlySet<string> = new Set(['ClusterIP', 'LoadBalancer', 'NodePort'])

function inOrder(
  slices: readonly EndpointSliceFacts[],
  family: string | undefined,
  random: () => number,
): readonly EndpointSliceFacts[] {
  const placed = slices.map((slice) => ({ slice, second: slice.addressType === family ? 0 : 1, place: random() }))
  if (family === undefined) return slices
  return placed.sort((a, b) => a.second - b.second || a.place - b.place).map(({ slice }) => slice)
}

function readyAddress({ endpoints }: EndpointSliceFacts, random: () => number): string | undefined {
  const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false)
  return ready[Math.floor(random() * ready.length)]?.addresses?.[0]
}
