import { isIP } from 'node:net'

/** The parts of a URL without a path. */
export interface HostParts {
  readonly scheme: string
  /** A name or an address, without brackets. */
  readonly host: string
  /** Empty for the port of the scheme. */
  readonly port: string
}

/** `host:port` as a URL has it. */
export function joinHostPort(host: string, port: string): string {
  const written = host.includes(':') ? `[${host}]` : host
  return port === '' ? written : `${written}:${port}`
}

/**
 * A URL that leads to the host and the port that it was given, and nowhere else: parts of objects and of requests are in it.
 *
 * @throws Error in the words of Go's `net`
 */
export function hostURL({ scheme, host, port }: HostParts): URL {
  if (port !== '' && !/^[0-9]+$/.test(port)) throw new Error(`dial tcp: lookup tcp/${port}: unknown port`)
  if (Number(port) > 65_535) throw new Error(`dial tcp: address ${port}: invalid port`)
  const url = isIP(host) !== 0 || isName(host) ? parsed(`${scheme}://${joinHostPort(host, port)}`) : undefined
  // A name of digits alone would become an address that nobody has looked at.
  if (url === undefined || (isIP(host) === 0 && isIP(url.hostname) !== 0)) {
    throw new Error(`dial tcp: lookup ${host}: no such host`)
  }
  return url
}

/**
 * A path as a URL has it. Nothing in it counts as written in percent already: it was decoded once, and whoever reads it next decodes
 * it once.
 *
 * Source: `EscapedPath` of Go's net/url.
 */
export function escapedPath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-_.~$&+,/:;=@]+/g, (part) =>
    encodeURIComponent(part).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`),
  )
}

function isName(host: string): boolean {
  return /^[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_.])?$/.test(host)
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
