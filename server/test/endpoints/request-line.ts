import type { RequestLine } from '../../src/request/request-info-resolver.js'

/** A request by its method and URL, as the adapters of sockets make it. */
export function requestLine(method: string, url: string): RequestLine {
  const [path = '', query = ''] = url.split('?', 2)
  return { method, url, path: decodeURIComponent(path), query: new URLSearchParams(query) }
}
