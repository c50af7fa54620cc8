import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const zoneLabel = 'topology.kubernetes.io/zone'

const hostnameLabel = 'kubernetes.io/hostname'

/** Registers the conversions of EndpointSlice. */
export function addEndpointSliceConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.EndpointSlice)
  scheme.addConversion(v1beta1.EndpointSlice, v1.EndpointSlice, (from) =>
    recastWith(from, v1.EndpointSlice, { endpoints: from.endpoints?.map((endpoint) => newEndpoint(endpoint ?? {})) }),
  )
  scheme.addConversion(v1.EndpointSlice, v1beta1.EndpointSlice, (from) =>
    recastWith(from, v1beta1.EndpointSlice, {
      endpoints: from.endpoints?.map((endpoint) => oldEndpoint(endpoint ?? {})),
    }),
  )
}

/** Zone and node are fields in v1; the hostname in the topology is dropped only where it repeats the node. */
function newEndpoint({ topology, ...rest }: v1beta1.Endpoint): v1.Endpoint {
  const endpoint: v1.Endpoint = rest
  if (!topology) return endpoint
  const { [zoneLabel]: zone, ...deprecated } = topology
  if (zone !== undefined) endpoint.zone = zone
  if (endpoint.nodeName && deprecated[hostnameLabel] === endpoint.nodeName) delete deprecated[hostnameLabel]
  if (Object.keys(deprecated).length > 0) endpoint.deprecatedTopology = deprecated
  return endpoint
}

function oldEndpoint({ deprecatedTopology, zone, ...rest }: v1.Endpoint): v1beta1.Endpoint {
  const endpoint: v1beta1.Endpoint = rest
  const hasZone = zone !== undefined && zone !== null
  const hasNode = rest.nodeName !== undefined && rest.nodeName !== null
  if (!deprecatedTopology && !hasZone && !hasNode) return endpoint
  const topology: Record<string, string> = { ...deprecatedTopology }
  if (hasZone) topology[zoneLabel] = zone
  if (hasNode && !topology[hostnameLabel]) topology[hostnameLabel] = rest.nodeName!
  return { ...endpoint, topology }
}
