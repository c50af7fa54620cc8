import { hopByHopHeaders } from '../../../request/hop-by-hop-headers.js'
import type { ServerRequest } from '../../../request/http.js'

/** Credentials are never forwarded. */
const secretHeaders: ReadonlySet<string> = new Set(['authorization', 'host'])

/** The header fields that are forwarded. */
export function forwardedHeaders({ headers, remoteAddress, host }: ServerRequest): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || hopByHopHeaders.has(name) || secretHeaders.has(name)) continue
    if (name.startsWith('x-remote-') || name.startsWith('impersonate-')) continue
    result[name] = typeof value === 'string' ? value : [...value]
  }
  if (remoteAddress !== '') result['x-forwarded-for'] = remoteAddress
  if (host !== '') result['x-forwarded-host'] = host
  return result
}
