import type { Transport } from '@apimachinery/client/transport'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { messageOf } from 'apimachinery/errors'
import type { ReachableService, ServiceEndpoint, ServiceResolver } from '../request/service-resolver.js'
import { type Availability, groupVersionOf } from './api-service-facts.js'
import { authProxyHeaders } from './auth-proxy-headers.js'
import { RemoteServerError } from './remote-document.js'

/** The cluster state that decides about the availability of a service. */
export interface ServiceLookup {
  /** Begins to follow services where that has not begun, and resolves when all are known. */
  ready(): Promise<void>
  service(namespace: string, name: string): ReachableService | undefined
  /** Slices of a service; `undefined` if the server does not serve them, then they are not checked. */
  endpointSlices(namespace: string, name: string): Iterable<EndpointSlice> | undefined
  /** Calls back with the namespace and name of services that may have become reachable or not. */
  onChange(listener: (namespace: string, name: string) => void): () => void
}

/** Input of a check. */
export interface CheckOptions {
  /** Absent if the server has no services: then only the address is resolved. */
  readonly services?: ServiceLookup | undefined
  readonly resolver: ServiceResolver
  readonly transportTo: (apiService: APIService, endpoint: ServiceEndpoint) => Promise<Transport>
}

const attempts = 5
const timeout = 5000
/** May do everything, so that only the server itself can be at fault. */
const checker = { name: 'system:kube-aggregator', uid: '', groups: ['system:masters'], extra: {} }
const passed: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' }

/**
 * Checks whether the server of an APIService is available.
 *
 * Source: k8s.io/kube-aggregator/pkg/controllers/status/remote.
 */
export async function checkAvailability(apiService: APIService, options: CheckOptions): Promise<Availability> {
  await options.services?.ready()
  const found = options.services === undefined ? undefined : serviceProblem(apiService, options.services)
  if (found !== undefined) return found
  const asked = Array.from({ length: attempts }, () => askForDiscovery(apiService, options))
  try {
    await Promise.any(asked)
    return passed
  } catch (error) {
    const errors: unknown[] = (error as AggregateError).errors
    return unavailable('FailedDiscoveryCheck', messageOf(errors.at(-1)))
  }
}

function unavailable(reason: string, message: string): Availability {
  return { status: 'False', reason, message }
}

function serviceProblem({ spec }: APIService, services: ServiceLookup): Availability | undefined {
  const { namespace = '', name = '', port = 443 } = spec?.service ?? {}
  const text = `service/${name} in ${JSON.stringify(namespace)}`
  const service = services.service(namespace, name)
  if (service === undefined) return unavailable('ServiceNotFound', `${text} is not present`)
  if ((service.spec?.type ?? 'ClusterIP') !== 'ClusterIP') return undefined
  const found = service.spec?.ports?.find((each) => each.port === port)
  if (found === undefined) return unavailable('ServicePortError', `${text} is not listening on port ${port}`)
  const slices = services.endpointSlices(namespace, name)
  if (slices === undefined) return undefined
  const all = [...slices]
  if (all.length === 0) return unavailable('EndpointsNotFound', `cannot find endpointslices for ${text}`)
  const portName = found.name ?? ''
  if (all.some((slice) => hasEndpoint(slice, portName))) return undefined
  const message = `endpointslices for ${text} have no addresses with port name ${JSON.stringify(portName)}`
  return unavailable('MissingEndpoints', message)
}

function hasEndpoint({ endpoints, ports }: EndpointSlice, portName: string): boolean {
  const ready = (endpoints ?? []).some(({ conditions }) => conditions?.ready !== false)
  return ready && (ports ?? []).some(({ name = '', port }) => (name ?? '') === portName && port !== undefined)
}

async function askForDiscovery(apiService: APIService, { resolver, transportTo }: CheckOptions): Promise<void> {
  const { namespace = '', name = '', port = 443 } = apiService.spec?.service ?? {}
  const endpoint = await resolver.resolve(namespace, name, port)
  const { group, version } = groupVersionOf(apiService)
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const url = `https://${endpoint.host.includes(':') ? `[${endpoint.host}]` : endpoint.host}:${endpoint.port}${path}`
  try {
    const transport = await transportTo(apiService, endpoint)
    const signal = AbortSignal.timeout(timeout)
    const { status, body } = await transport.send({
      method: 'GET',
      path,
      headers: authProxyHeaders({}, checker),
      signal,
    })
    body.cancel()
    if (status < 200 || status >= 300) throw new RemoteServerError(`bad status from ${url}: ${status}`)
  } catch (error) {
    throw new RemoteServerError(`failing or missing response from ${url}: ${messageOf(error)}`, { cause: error })
  }
}
