import {
  NodeProxyOptions,
  type Pod,
  PodProxyOptions,
  type Service,
  ServiceProxyOptions,
} from 'apimachinery/api/core/v1'
import { messageOf, newBadRequest, newServiceUnavailable } from 'apimachinery/errors'
import type { KindClass } from 'apimachinery/runtime'
import { readMetadata } from '../../registry/read-metadata.js'
import type { ResourceStorage } from '../../registry/resource-storage.js'
import type { Store } from '../../registry/store.js'
import type { RequestContext } from '../../request/request-context.js'
import { forwardHandler } from './kubelet/forward-handler.js'
import { escapedPath, type HostParts, hostURL } from './kubelet/host-url.js'
import { type ProxyRule, proxyableAddress, proxyableHost } from './kubelet/proxyable-address.js'
import { type SchemeNamePort, splitSchemeNamePort } from './kubelet/scheme-name-port.js'
import { type KubeletAccess, kubeletOf, podOf } from './pod/kubelet-access.js'
import type { ServiceEndpoint, ServiceEndpoints } from './service/service-endpoints.js'

/** Input of proxies. */
export interface ProxyParts extends KubeletAccess {
  readonly services: Store<Service>
  readonly endpoints: ServiceEndpoints
  /** Proxies lead to loopback addresses as well; default false. */
  readonly proxiesToLoopback?: boolean | undefined
}

/** Where a request goes. */
interface Location extends HostParts {
  /** The only addresses at which a name is dialled. */
  readonly addresses?: readonly string[]
  /** The node whose kubelet this is. */
  readonly node?: string
}

type Locate = (context: RequestContext, id: string) => Promise<Location>

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

/**
 * The subresources `proxy` of pods, services and nodes.
 *
 * Source: `ProxyREST` and `ResourceLocation` of pkg/registry/core of Kubernetes.
 */
export function proxyStores(parts: ProxyParts): Readonly<Record<string, ResourceStorage>> {
  const store = (options: KindClass, namespaced: boolean, locate: Locate): ResourceStorage => ({
    type: options,
    namespaced,
    connector: {
      methods,
      options,
      pathOption: 'path',
      async connect(context, name, { path }) {
        const { addresses, node, ...host } = await locate(context, name)
        const url = urlOf(host)
        url.pathname = escapedPath(path)
        const { connector } = parts
        return forwardHandler({ url, hasPath: path !== '', connector, addresses, node })
      },
    },
  })
  return {
    'pods/proxy': store(PodProxyOptions, true, (context, id) => podLocation(parts, context, id)),
    'services/proxy': store(ServiceProxyOptions, true, (context, id) => serviceLocation(parts, context, id)),
    'nodes/proxy': store(NodeProxyOptions, false, (context, id) => nodeLocation(parts, context, id)),
  }
}

function urlOf(parts: HostParts): URL {
  try {
    return hostURL(parts)
  } catch (error) {
    throw newServiceUnavailable(`error trying to reach service: ${messageOf(error)}`)
  }
}

function ruleOf({ proxiesToLoopback = false }: ProxyParts): ProxyRule {
  return { loopback: proxiesToLoopback }
}

function split(kind: string, id: string): SchemeNamePort {
  const parts = splitSchemeNamePort(id)
  if (parts === undefined) throw newBadRequest(`invalid ${kind} request ${JSON.stringify(id)}`)
  return parts
}

async function podLocation(parts: ProxyParts, context: RequestContext, id: string): Promise<Location> {
  const { scheme, name, port: asked } = split('pod', id)
  const pod = await podOf(parts, context, name)
  const first = pod.spec?.containers?.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort
  const port = asked || (first === undefined ? '' : String(first))
  const address = pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP ?? ''
  return { scheme: scheme || 'http', host: proxyableAddress(address, ruleOf(parts)), port }
}

async function nodeLocation(parts: ProxyParts, context: RequestContext, id: string): Promise<Location> {
  const { scheme, name, port } = split('node', id)
  const kubelet = await kubeletOf(parts, context, name)
  const isKubelet = port === '' || port === kubelet.port
  if (isKubelet && parts.connector.reaches?.(name) === true) {
    return { scheme: kubelet.scheme, host: kubelet.hostname, port: kubelet.port, node: name }
  }
  const addresses = await proxyableHost(kubelet.hostname, parts.connector.resolve, ruleOf(parts))
  const host = { host: kubelet.hostname, addresses }
  if (isKubelet) return { ...host, scheme: kubelet.scheme, port: kubelet.port, node: name }
  return { ...host, scheme: scheme || 'http', port }
}

async function serviceLocation(parts: ProxyParts, context: RequestContext, id: string): Promise<Location> {
  const { scheme, name, port } = split('service', id)
  // Endpoints have port names, so a number is that of a port of the service. Nothing else is asked of the service itself.
  const isNumber = /^\d+$/.test(port)
  const portName = isNumber ? portNameOf((await parts.services.get(context, name, {})).object, port) : port
  for await (const { targetRef, host, port: at } of parts.endpoints(context, { name, portName })) {
    if (!(await isOfPod(parts, context, { targetRef, host }))) continue
    return { scheme: scheme || 'http', host: proxyableAddress(host, ruleOf(parts)), port: String(at) }
  }
  throw newServiceUnavailable(`no endpoints available for service ${JSON.stringify(id)}`)
}

/** The name of a port of the service by its number. */
function portNameOf({ spec, metadata }: Service, port: string): string {
  const found = spec?.ports?.find((each) => each.port === Number(port))
  if (found !== undefined) return found.name ?? ''
  throw newServiceUnavailable(
    `no service port ${Number(port)} found for service ${JSON.stringify(metadata?.name ?? '')}`,
  )
}

/** Only addresses of pods are allowed, because endpoints may be written by users. */
async function isOfPod(
  { pods }: ProxyParts,
  context: RequestContext,
  { host, targetRef }: Pick<ServiceEndpoint, 'host' | 'targetRef'>,
): Promise<boolean> {
  if (targetRef === undefined || targetRef.namespace !== context.namespace) return false
  const pod: Pod | undefined = await pods.get(context, targetRef.name ?? '', {}).then(
    ({ object }) => object,
    () => undefined,
  )
  if (pod === undefined || readMetadata(pod).name !== targetRef.name) return false
  return pod.status?.podIPs?.some(({ ip }) => ip === host) ?? false
}
