import type { Endpoints } from 'apimachinery/api/core/v1'
import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { isNotFound, newNotFound, newServiceUnavailable } from 'apimachinery/errors'
import { selectorFromSet } from 'apimachinery/labels'
import type { Store } from '../../../registry/store.js'
import { type EndpointFacts, inRandomOrder, readyEndpoints } from '../../../request/endpoint-resolver.js'
import type { RequestContext } from '../../../request/request-context.js'

/** Where an endpoint of a service listens. */
export interface ServiceEndpoint extends Pick<EndpointFacts, 'targetRef'> {
  readonly host: string
  readonly port: number
}

/** A service by its name, and the port that is asked for by its own. */
export interface AskedService {
  readonly name: string
  readonly portName: string
}

/** The endpoints of a service in the namespace of a request, in random order. Rejects where it has none. */
export type ServiceEndpoints = (context: RequestContext, service: AskedService) => AsyncIterable<ServiceEndpoint>

/** Endpoints as the endpoint slices of a service have them; absent where these are not served. */
export function endpointsOfSlices(
  slices: Store<EndpointSlice> | undefined,
  { family, random = Math.random }: { readonly family: string | undefined; readonly random?: () => number },
): ServiceEndpoints {
  return async function* (context, { name, portName }) {
    const labelSelector = selectorFromSet({ 'kubernetes.io/service-name': name })
    const found = (await slices?.list(context, { labelSelector }))?.items.map(({ object }) => object) ?? []
    for (const { endpoint, host, port } of readyEndpoints(found, { portName, family, random })) {
      yield { targetRef: endpoint.targetRef, host, port }
    }
    throw noEndpoints(name)
  }
}

/** Endpoints as the object of kind Endpoints has them, which earlier releases look at. */
export function endpointsOfSubsets(
  endpoints: Store<Endpoints>,
  { random = Math.random }: { readonly random?: () => number } = {},
): ServiceEndpoints {
  return async function* (context, { name, portName }) {
    const { object } = await endpoints.get(context, name, {}).catch((error: unknown) => {
      // The request is for a service, whichever part is missing.
      throw isNotFound(error) ? newNotFound({ group: '', resource: 'services' }, name) : error
    })
    const subsets = object.subsets ?? []
    if (subsets.length === 0) throw noEndpoints(name)
    for (const { addresses = [], ports = [] } of inRandomOrder(subsets, random)) {
      const port = ports.find((each) => (each.name ?? '') === portName)?.port
      if (port === undefined) continue
      for (const { ip = '', targetRef } of inRandomOrder(addresses, random)) yield { targetRef, host: ip, port }
    }
  }
}

function noEndpoints(service: string): Error {
  return newServiceUnavailable(`no endpoints available for service ${JSON.stringify(service)}`)
}
