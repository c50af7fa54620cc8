import type { Node } from 'apimachinery/api/core/v1'

/** Where a kubelet listens. */
export interface KubeletLocation {
  readonly scheme: 'https' | 'http'
  readonly hostname: string
  readonly port: string
  /** The kubelet supports all protocols over web sockets; others support SPDY and older protocols. */
  readonly takesWebSockets: boolean
}

/** Which address of a node is taken, best first: the default of `--kubelet-preferred-address-types`. */
export const preferredAddressTypes: readonly string[] = [
  'Hostname',
  'InternalDNS',
  'InternalIP',
  'ExternalDNS',
  'ExternalIP',
]

const defaultPort = 10_250

/** Where the kubelet of a node is that is reached by its name. */
export function namedKubelet({ status }: Node, name: string): KubeletLocation {
  return { scheme: 'https', hostname: name, port: String(defaultPort), takesWebSockets: declaresWebSockets(status) }
}

function declaresWebSockets(status: Node['status']): boolean {
  return status?.declaredFeatures?.includes('ExtendWebSocketsToKubelet') === true
}

/**
 * Where the kubelet of a node listens.
 *
 * Source: pkg/kubelet/client of Kubernetes.
 * @throws Error for a node without an address of a type that is wanted.
 */
export function kubeletLocation({ status }: Node, types: readonly string[] = preferredAddressTypes): KubeletLocation {
  const addresses = status?.addresses ?? []
  for (const type of types) {
    const found = addresses.find((address) => address.type === type)
    if (found === undefined) continue
    const port = status?.daemonEndpoints?.kubeletEndpoint?.Port || defaultPort
    const takesWebSockets = declaresWebSockets(status)
    return { scheme: 'https', hostname: found.address, port: String(port), takesWebSockets }
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ')
  throw new Error(`no preferred addresses found; known addresses: [${known}]`)
}
