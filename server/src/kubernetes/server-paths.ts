import { APIPaths } from '../discovery/api-paths.js'
import { Discovery } from '../discovery/discovery.js'
import { OutputFormats } from '../endpoints/output-format.js'
import { writeError } from '../endpoints/write-error.js'
import type { OpenResources } from '../internal/open-resources.js'
import { addressRange, formatAddress } from '../kinds/core/service/address-range.js'
import type { ServiceNetwork } from '../kinds/core/service/service-network.js'
import type { DebugOptions } from '../server/debug-paths.js'
import { GenericAPIServer } from '../server/generic-api-server.js'
import { FlowControl } from './flowcontrol/flow-control.js'
import { healthOrder } from './health-checks.js'
import { jsonOf } from './json-of.js'
import type { ServerBase } from './server-base.js'
import type { ServerSecurity } from './server-security.js'
import type { ServerStores } from './server-stores.js'

/** The server with its filters, and the paths of its groups, which has none yet. */
export interface ServerPaths {
  readonly generic: GenericAPIServer
  readonly paths: APIPaths
  /** Absent where requests in flight are limited by their number alone. */
  readonly flowControl: FlowControl | undefined
}

/** Makes the server around its paths; it takes no requests yet. */
export function serverPaths(
  base: ServerBase,
  { stores, network, authentication, authorizer, openAccess }: ServerStores & ServerSecurity,
  opened: OpenResources,
): ServerPaths {
  const { options, version, serializers, clock, loopback, metrics, cbor, onError } = base
  const { audit, externalAddress, priorityAndFairness = true } = options
  const flowControl = priorityAndFairness
    ? new FlowControl({ stores, registry: metrics.registry, clock, limits: options, onError })
    : undefined
  const generic = new GenericAPIServer({
    ...options,
    ...authentication,
    debug: { ...options.debug, ...zPagesOf(base) },
    version,
    constrainedImpersonation: base.featureEnabled('ConstrainedImpersonation'),
    metrics,
    healthOrder,
    flowControl,
    audit: audit && { ...audit, encode: audit.encode ?? jsonOf(serializers) },
    loopback,
    authorizer,
    openAccess,
    writeError: (request, response, error) => writeError({ request, response }, new OutputFormats(serializers), error),
    clock,
  })
  opened.add(() => generic.stop({ delay: false }))
  const discovery = new Discovery({
    cbor,
    inCluster: addressInCluster(network),
    serverAddress: externalAddress !== undefined ? () => externalAddress : undefined,
  })
  const paths = new APIPaths(discovery, generic.notFound)
  generic.listPaths(() => paths.listed())
  return { generic, paths, flowControl }
}

/** The address by which clients in the cluster reach the server. */
function addressInCluster({ cidrs }: ServiceNetwork): { readonly cidr: string; readonly serverAddress: string }[] {
  return cidrs.slice(0, 1).map((cidr) => {
    const { first, family } = addressRange(cidr)
    return { cidr, serverAddress: hostPort(formatAddress(first, family), servicePort) }
  })
}

/** The port of the service `kubernetes`. */
const servicePort = 443

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

/** Which pages of `/statusz` and `/flagz` a release has, by its gates. */
function zPagesOf({ release, featureEnabled }: ServerBase): Pick<DebugOptions, 'statusz' | 'flagz' | 'pageVersions'> {
  return {
    statusz: featureEnabled('ComponentStatusz'),
    flagz: featureEnabled('ComponentFlagz'),
    pageVersions: release.minor >= 36 ? ['v1beta1', 'v1alpha1'] : ['v1alpha1'],
  }
}
