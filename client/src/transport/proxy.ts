import { isIPv4 } from 'node:net'

/** The environment that a proxy is looked up in. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxy for a server by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, upper or lower case, as Go reads them; undefined for a
 * direct connection. Loopback addresses are never proxied.
 */
export function proxyFromEnvironment(server: URL, environment: Environment): URL | undefined {
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const value = environment[name] || environment[name.toLowerCase()]
  if (value === undefined || value === '' || isExcluded(server, environment.NO_PROXY || environment.no_proxy || '')) {
    return undefined
  }
  return parseProxy(value)
}

/** Reads the address of a proxy; one without scheme is an HTTP proxy. */
export function parseProxy(text: string): URL {
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!['http:', 'https:', 'socks5:', 'socks5h:'].includes(url.protocol)) {
    throw new TypeError(`unsupported scheme "${url.protocol.slice(0, -1)}", must be http, https, or socks5`)
  }
  return url
}

function isExcluded({ hostname, port, protocol }: URL, exclusions: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))) return true
  const actualPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return exclusions
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && matches(entry, host, actualPort))
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true
  const [, address, bits] = /^([\d.]+)\/(\d+)$/.exec(entry) ?? []
  if (address !== undefined && isIPv4(address)) {
    if (!isIPv4(host)) return false
    const size = 2 ** (32 - Number(bits))
    return Math.floor(ipv4(address) / size) === Math.floor(ipv4(host) / size)
  }
  const [, name = entry, entryPort] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(entry.includes('::') ? '' : entry) ?? []
  if (entryPort !== undefined && entryPort !== port) return false
  const bare = name.replace(/^\*/, '')
  if (bare.startsWith('.')) return host.endsWith(bare)
  return host === bare || (!isIPv4(bare) && host.endsWith(`.${bare}`))
}

function ipv4(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}
