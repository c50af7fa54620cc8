import { type HeaderFields, headerOf } from './transport.js'

/** The directives of `Cache-Control`, names in lower case. */
export function cacheControl(headers: HeaderFields): ReadonlyMap<string, string> {
  const parts = [headers['cache-control'] ?? []].flat().flatMap((value) => value.split(','))
  const named = parts.map((part) => part.trim()).filter((part) => part !== '')
  return new Map(named.map((part) => [part.split('=', 1)[0]?.toLowerCase() ?? '', part.split('=').slice(1).join('=')]))
}

/** Whether a kept response can be given without a question, at `now` (milliseconds since 1970). */
export function isFresh(headers: HeaderFields, now: number): boolean {
  const control = cacheControl(headers)
  const date = Date.parse(headerOf(headers, 'date') ?? '')
  if (control.has('no-cache') || Number.isNaN(date)) return false
  const maxAge = control.get('max-age')
  const expires = Date.parse(headerOf(headers, 'expires') ?? '')
  const lifetime = maxAge === undefined ? expires - date : Number(maxAge) * 1000
  return lifetime > now - date
}
