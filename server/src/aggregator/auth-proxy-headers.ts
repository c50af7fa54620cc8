import type { RequestUser } from '../request/context.js'
import type { HeaderFields } from '../request/http.js'

const fixed: ReadonlySet<string> = new Set(['x-remote-user', 'x-remote-uid', 'x-remote-group', 'authorization'])
const extraPrefix = 'x-remote-extra-'

/**
 * The headers of a request with its authenticated user for an aggregated server; such headers of the client are removed.
 *
 * Source: `SetAuthProxyHeaders` of k8s.io/client-go/transport.
 */
export function authProxyHeaders(headers: HeaderFields, user: RequestUser): Record<string, string | readonly string[]> {
  const result: Record<string, string | readonly string[]> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || fixed.has(name) || name.startsWith(extraPrefix)) continue
    result[name] = value
  }
  result['x-remote-user'] = user.name
  if (user.uid !== '') result['x-remote-uid'] = user.uid
  if (user.groups.length > 0) result['x-remote-group'] = [...user.groups]
  for (const [key, values] of Object.entries(user.extra)) result[extraPrefix + escapedKey(key)] = [...values]
  return result
}

/** Header names hold few characters: others are percent-encoded. */
function escapedKey(key: string): string {
  return [...Buffer.from(key, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte)
      if (/[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(character)) return character
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
    .toLowerCase()
}
