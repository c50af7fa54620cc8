import type { HeaderFields, ProxyHeaders } from '../request/http.js'

/** What servers behind an aggregator take a user from, whatever else they are configured to read. */
const standard: ProxyHeaders = {
  names: ['x-remote-user', 'x-remote-uid', 'x-remote-group'],
  prefixes: ['x-remote-extra-'],
}

/**
 * The fields of a request without those that name a user: once it is known who makes a request, nothing behind may take what the client
 * wrote there for the word of a proxy.
 *
 * Source: `ClearAuthenticationHeaders` of k8s.io/apiserver/pkg/authentication/request/headerrequest.
 */
export function withoutProxyHeaders(headers: HeaderFields, own: readonly ProxyHeaders[] = []): HeaderFields {
  const all = [standard, ...own]
  const isNamed = (field: string): boolean =>
    all.some(({ names, prefixes }) => names.includes(field) || prefixes.some((prefix) => field.startsWith(prefix)))
  const named = Object.keys(headers).filter(isNamed)
  if (named.length === 0) return headers
  return Object.fromEntries(Object.entries(headers).filter(([field]) => !named.includes(field)))
}
