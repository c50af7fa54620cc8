import { parseIPSloppy } from '../../validation/ip-address.js'

/** Reports whether a text is an absolute URI or an absolute path, as Go's `url.ParseRequestURI` reads them. */
export function isRequestURI(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what URIs must not have
  if (text === '' || /[\u0000-\u001f\u007f]/.test(text)) return false
  if (text === '*') return true
  if (text.startsWith(':')) return false
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/.exec(text)?.[0]
  const rest = (scheme === undefined ? text : text.slice(scheme.length + 1)).split('?', 1)[0] as string
  if (!rest.startsWith('/')) return scheme !== undefined
  if (scheme === undefined || !rest.startsWith('//')) return isEscaped(rest)
  const end = rest.indexOf('/', 2)
  const authority = rest.slice(2, end < 0 ? undefined : end)
  return isAuthority(scheme.toLowerCase(), authority) && (end < 0 || isEscaped(rest.slice(end)))
}

/** Every `%` starts an escape. */
function isEscaped(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text)
}

function isAuthority(scheme: string, authority: string): boolean {
  const at = authority.lastIndexOf('@')
  if (!isHost(scheme, authority.slice(at + 1))) return false
  if (at < 0) return true
  const user = authority.slice(0, at)
  return /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) && isEscaped(user)
}

function isHost(scheme: string, host: string): boolean {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) return false
  if (bracket === 0) return isAddressLiteral(host)
  const first = host.indexOf(':')
  if (first >= 0) {
    // Lists of hosts with ports are found in the wild, in other schemes than these two.
    const port = scheme === 'http' || scheme === 'https' ? first : host.lastIndexOf(':')
    if (!isPort(host.slice(port))) return false
  }
  return isHostText(host)
}

function isPort(text: string): boolean {
  return /^(?::[0-9]*)?$/.test(text)
}

function isAddressLiteral(host: string): boolean {
  const end = host.lastIndexOf(']')
  if (end < 0 || !isPort(host.slice(end + 1))) return false
  const [address = '', ...zone] = host.slice(1, end).split('%25')
  if (!isHostText(address) || (zone.length > 0 && zone.join('') === '')) return false
  const parsed = parseIPSloppy(address)
  return parsed !== undefined && address.includes(':') && !parsed.leadingZeros
}

/** Characters that hosts have unescaped. Bytes beyond ASCII may be escaped or not. */
function isHostText(host: string): boolean {
  const plain = host.replace(/%[89a-fA-F][0-9a-fA-F]|%25/g, '')
  return /^[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u{80}-\u{10ffff}]*$/u.test(plain)
}
