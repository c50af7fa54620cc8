import { isIP } from 'node:net'
import { headerValues } from '../request/header-values.js'
import type { ServerRequest } from '../request/http.js'

/**
 * The source addresses of a request: those reported by proxies, then the peer.
 *
 * Source: `SourceIPs` of k8s.io/apimachinery/pkg/util/net.
 */
export function sourceIPs(request: ServerRequest): string[] {
  const addresses: string[] = []
  for (const value of headerValues(request, 'x-forwarded-for').slice(0, 1)) {
    for (const part of value.split(',')) if (isIP(part.trim()) !== 0) addresses.push(plain(part.trim()))
  }
  const [real = ''] = headerValues(request, 'x-real-ip')
  if (isIP(real.trim()) !== 0 && !addresses.includes(plain(real.trim()))) addresses.push(plain(real.trim()))
  const remote = plain(request.remoteAddress)
  if (isIP(remote) !== 0 && addresses.at(-1) !== remote) addresses.push(remote)
  return addresses
}

/** `::ffff:127.0.0.1` is an address of IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
