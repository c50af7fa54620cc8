import { quote } from '../../internal/quote.js'
import { decodeUtf8, encodeUtf8 } from '../../internal/utf8.js'
import { addressProblem, isAddress } from '../../validation/address-problem.js'

/** The parts of a URI, as Go's `net/url` reads them. */
export interface URIParts {
  /** In lower case; empty for a path alone. */
  readonly scheme: string
  /** There are two slashes before a host, which may be empty. */
  readonly hasAuthority: boolean
  /** The part before the host, as given, with the `@`. */
  readonly user: string
  /** With the port, and without escapes. */
  readonly host: string
  /** With all escapes that it needs; empty for a URI such as `mailto:someone`. */
  readonly path: string
  /** What follows a scheme without a path. */
  readonly opaque: string
  /** The query as it was given, with its question mark. */
  readonly search: string
  /** The fragment as it was given, with its number sign. */
  readonly fragment: string
}

/** The parts, or the error of Go's function: `parse "TEXT": REASON`. */
export type ReadURI = URIParts | { readonly error: string }

/** Reports whether a text is an absolute URI or an absolute path. */
export function isRequestURI(text: string): boolean {
  return !('error' in parseRequestURI(text))
}

/** Reads an absolute URI or an absolute path, as `url.ParseRequestURI`: a fragment counts as a part of the path or query. */
export function parseRequestURI(text: string): ReadURI {
  return reading(text, () => read(text, true))
}

/** Reads an absolute URI or an absolute path, as `url.Parse`: without its fragment, and `//host/path` has a host. */
export function parseURI(text: string): ReadURI {
  const [before, fragment] = cut(text, '#')
  const parts = reading(before, () => read(before, false))
  return 'error' in parts
    ? parts
    : reading(text, () => {
        checkEscapes(fragment)
        return { ...parts, fragment: text.slice(before.length) }
      })
}

function reading(text: string, work: () => URIParts): ReadURI {
  try {
    return work()
  } catch (error) {
    if (error instanceof URIProblem) return { error: `parse ${quote(text)}: ${error.message}` }
    throw error
  }
}

class URIProblem extends Error {}

const nothing: URIParts = {
  scheme: '',
  hasAuthority: false,
  user: '',
  host: '',
  path: '',
  opaque: '',
  search: '',
  fragment: '',
}

function read(text: string, isRequest: boolean): URIParts {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what URIs must not have
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new URIProblem('net/url: invalid control character in URL')
  if (text === '') throw new URIProblem('empty url')
  if (text === '*') return { ...nothing, path: '*' }
  if (text.startsWith(':')) throw new URIProblem('missing protocol scheme')
  const given = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/.exec(text)?.[0]
  const scheme = given?.toLowerCase() ?? ''
  const [rest] = cut(given === undefined ? text : text.slice(given.length + 1), '?')
  const question = text.indexOf('?')
  const parts = { ...nothing, scheme, search: question < 0 ? '' : text.slice(question) }
  if (!rest.startsWith('/')) {
    if (scheme === '') throw new URIProblem('invalid URI for request')
    return { ...parts, opaque: rest }
  }
  const mayHaveHost = scheme !== '' || (!isRequest && !rest.startsWith('///'))
  if (!mayHaveHost || !rest.startsWith('//')) return { ...parts, path: escapedPath(rest) }
  const end = rest.indexOf('/', 2)
  const authority = readAuthority(scheme, rest.slice(2, end < 0 ? undefined : end))
  return { ...parts, ...authority, hasAuthority: true, path: escapedPath(end < 0 ? '' : rest.slice(end)) }
}

function cut(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function readAuthority(scheme: string, authority: string): { readonly user: string; readonly host: string } {
  const start = authority.lastIndexOf('@') + 1
  const host = readHost(scheme, authority.slice(start))
  const user = authority.slice(0, start)
  const name = user.slice(0, -1)
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(name)) throw new URIProblem('net/url: invalid userinfo')
  for (const part of cut(name, ':')) checkEscapes(part)
  return { user, host }
}

function readHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) throw new URIProblem('invalid IP-literal')
  if (bracket === 0) return readLiteral(host)
  const first = host.indexOf(':')
  if (first >= 0) {
    // Lists of hosts with ports are found in the wild, in other schemes than these two.
    checkPort(host.slice(scheme === 'http' || scheme === 'https' ? first : host.lastIndexOf(':')))
  }
  return unescapedHost(host, plainInHost)
}

function checkPort(text: string): void {
  if (!/^(?::[0-9]*)?$/.test(text)) throw new URIProblem(`invalid port ${quote(text)} after host`)
}

/** An IPv6 address in brackets, which may have a zone. */
function readLiteral(host: string): string {
  const end = host.lastIndexOf(']')
  if (end < 0) throw new URIProblem("missing ']' in host")
  const port = host.slice(end + 1)
  checkPort(port)
  const inner = host.slice(1, end)
  const zone = inner.indexOf('%25')
  const address =
    zone < 0
      ? unescapedHost(inner, plainInHost)
      : unescapedHost(inner.slice(0, zone), plainInHost) + unescapedHost(inner.slice(zone), plainInZone)
  if (!isAddress(address)) throw new URIProblem(`invalid host: ${addressProblem(address)}`)
  if (!address.includes(':')) throw new URIProblem('invalid IP-literal')
  return `[${address}]${port}`
}

const inHost = /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/
/** Bytes that hosts may have in the form of an escape: those beyond ASCII. */
const plainInHost = (byte: number) => byte >= 0x80
const plainInZone = (byte: number) => byte >= 0x80 || byte === 0x20 || inHost.test(String.fromCharCode(byte))

function unescapedHost(text: string, mayBeEscaped: (byte: number) => boolean): string {
  for (const [part] of text.matchAll(/%.{0,2}|[^%]/gsu)) {
    if (part.startsWith('%')) {
      checkEscapes(part)
      if (part !== '%25' && !mayBeEscaped(Number.parseInt(part.slice(1), 16))) throw invalidEscape(part)
    } else if (part < '\u0080' && !inHost.test(part)) {
      throw new URIProblem(`invalid character ${quote(part)} in host name`)
    }
  }
  return unescaped(text)
}

function invalidEscape(text: string): URIProblem {
  return new URIProblem(`invalid URL escape ${quote(text)}`)
}

/** Every `%` starts an escape. */
function checkEscapes(text: string): void {
  const wrong = /%(?![0-9a-fA-F]{2}).{0,2}/su.exec(text)?.[0]
  if (wrong !== undefined) throw invalidEscape(wrong)
}

function unescaped(text: string): string {
  if (!text.includes('%')) return text
  return decodeUtf8(bytesOf(text))
}

/** The bytes that a text with escapes represents. */
function bytesOf(text: string): Uint8Array {
  const bytes: number[] = []
  for (const [part] of text.matchAll(/%[0-9a-fA-F]{2}|[^%]+/gs)) {
    if (part.startsWith('%')) bytes.push(Number.parseInt(part.slice(1), 16))
    else for (const byte of encodeUtf8(part)) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

const inPath = /[A-Za-z0-9\-_.~$&+,/:;=@]/

/** A path that is escaped well stays as it is; of any other, all that needs it is escaped. */
function escapedPath(path: string): string {
  checkEscapes(path)
  if (/^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/.test(path)) return path
  let escaped = ''
  for (const byte of bytesOf(path)) {
    const character = String.fromCharCode(byte)
    escaped += inPath.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}
