import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Node } from 'apimachinery/api/core/v1'
import { newBadRequest } from 'apimachinery/errors'

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
    const takesWebSockets = status?.declaredFeatures?.includes('ExtendWebSocketsToKubelet') === true
    return { scheme: 'https', hostname: found.address, port: String(port), takesWebSockets }
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ')
  throw new Error(`no preferred addresses found; known addresses: [${known}]`)
}

/** `host:port` as a URL has it. */
export function joinHostPort(host: string, port: string): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

const notAllowed = 'address not allowed'

/** Refuses addresses that belong to the server's own machine and link. @throws StatusError 400 */
export function checkProxyable(address: string): void {
  const version = isIP(address)
  const bad =
    version === 0 ||
    (version === 4
      ? /^(127\.|169\.254\.|224\.0\.0\.)/.test(address)
      : /^(::1$|fe[89ab][0-9a-f]:|ff[01][12]:)/i.test(address))
  if (bad) throw newBadRequest(notAllowed)
}

/** As {@link checkProxyable}, for every address of a name. @throws StatusError 400 */
export async function checkProxyableHost(host: string): Promise<void> {
  if (isIP(host) !== 0) return checkProxyable(host)
  const found = await lookup(host, { all: true }).catch(() => undefined)
  if (found === undefined) throw newBadRequest(`lookup ${host}: no such host`)
  if (found.length === 0) throw newBadRequest('no addresses for hostname')
  for (const { address } of found) checkProxyable(address)
}
