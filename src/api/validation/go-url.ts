import { quote } from '../../internal/quote.js'

/** The parts of a URL that rules use. */
export interface GoURL {
  readonly scheme: string
  readonly host: string
  /** Undefined if there is no user. */
  readonly user: string | undefined
  readonly path: string
  readonly query: string
  readonly fragment: string
}

/** Parses a URL as Go's `url.Parse`; an error with Go's message for invalid text. */
export function parseGoURL(text: string): GoURL | Error {
  const [beforeFragment, fragment = ''] = splitOnce(text, '#')
  const problem = (detail: string) => new Error(`parse ${quote(beforeFragment)}: ${detail}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what URLs must not have
  if (/[\u0000-\u001f\u007f]/.test(beforeFragment)) return problem('net/url: invalid control character in URL')
  if (beforeFragment.startsWith(':')) return problem('missing protocol scheme')
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/.exec(beforeFragment)?.[0]?.toLowerCase() ?? ''
  const [rest, query = ''] = splitOnce(scheme === '' ? beforeFragment : beforeFragment.slice(scheme.length + 1), '?')
  const opaque = { scheme, host: '', user: undefined, path: rest, query, fragment }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return opaque
    const [segment] = splitOnce(rest, '/')
    if (segment.includes(':')) return problem('first path segment in URL cannot contain colon')
  }
  if (!rest.startsWith('//') || (scheme === '' && rest.startsWith('///'))) {
    const bad = badEscape(rest)
    return bad === undefined ? opaque : problem(bad)
  }
  const end = rest.indexOf('/', 2)
  const authority = rest.slice(2, end < 0 ? undefined : end)
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? undefined : authority.slice(0, at)
  const host = authority.slice(at + 1)
  const path = end < 0 ? '' : rest.slice(end)
  const bad = hostProblem(host) ?? userProblem(user) ?? badEscape(path)
  return bad === undefined ? { scheme, host, user, path, query, fragment } : problem(bad)
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function badEscape(text: string): string | undefined {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)?.[0]
  return bad === undefined ? undefined : `invalid URL escape ${quote(bad)}`
}

function userProblem(user: string | undefined): string | undefined {
  if (user === undefined || /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return undefined
  return 'net/url: invalid userinfo'
}

function hostProblem(host: string): string | undefined {
  const close = host.startsWith('[') ? host.lastIndexOf(']') : -1
  if (host.startsWith('[') && close < 0) return "missing ']' in host"
  const colon = close < 0 ? host.lastIndexOf(':') : host.indexOf(':', close)
  const port = colon < 0 ? '' : host.slice(colon)
  if (!/^(?::[0-9]*)?$/.test(port)) return `invalid port ${quote(port)} after host`
  const bad = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u{80}-\u{10ffff}]/u.exec(host)?.[0]
  if (bad !== undefined) return `invalid character ${quote(bad)} in host name`
  const escaped = /%(?![89a-fA-F][0-9a-fA-F]|25).{0,2}/.exec(host)?.[0]
  return escaped === undefined ? undefined : `invalid URL escape ${quote(escaped)}`
}
