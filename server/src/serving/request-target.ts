/** What the request line of HTTP/1.1 asks for. */
export interface RequestTarget {
  /** Path and query, as they were sent. */
  readonly url: string
  /** The authority of an absolute form, which counts more than the header `Host`. */
  readonly host?: string | undefined
}

/**
 * Reads the target of a request. A proxy may send the absolute form, `GET http://host/path`; its path is taken as it is.
 * Throws `URIError` for an authority that is none.
 *
 * Source: `ParseRequestURI` of net/url, and `readRequest` of net/http.
 */
export function parseRequestTarget(text: string): RequestTarget {
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)(.*)$/is.exec(text)
  if (absolute === null) return { url: text }
  const [, authority = '', url = ''] = absolute
  const at = authority.lastIndexOf('@')
  if (at >= 0 && !/^([a-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-f]{2})*$/i.test(authority.slice(0, at))) {
    throw new URIError('invalid userinfo')
  }
  const host = authority.slice(at + 1)
  if (!isHost(host)) throw new URIError(`invalid host ${JSON.stringify(host)}`)
  return host === '' ? { url } : { url, host }
}

/** A name, or an address in brackets, each with or without a port. */
function isHost(text: string): boolean {
  return /^(\[[^\]]*\]|[^:[\]%"<>\\^`{}|\s]*)(:\d*)?$/.test(text)
}
