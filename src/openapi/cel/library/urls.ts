import { isRequestURI, parseRequestURI, parseURI, type URIParts } from '../../validate/request-uri.js'
import { PlainList, PlainMap } from '../values/collections.js'
import type { OwnComparable } from '../values/own-values.js'
import { CELError, noOverload, type Value } from '../values/value.js'

/** The parts of a URL as rules see them: `url('https://example.com/a?b=c')`. */
class URLValue implements OwnComparable {
  readonly typeName = 'kubernetes.URL'

  constructor(readonly uri: URIParts) {}

  get hostname(): string {
    const host = this.uri.host.replace(/:[0-9]*$/, '')
    return host.startsWith('[') ? host.slice(1, -1) : host
  }

  get port(): string {
    return /:([0-9]*)$/.exec(this.uri.host)?.[1] ?? ''
  }

  equals(other: Value): boolean | CELError {
    return other instanceof URLValue ? uriText(other.uri) === uriText(this.uri) : noOverload(other)
  }
}

/** A URI as Go writes it when it has read it. */
function uriText({ scheme, hasAuthority, user, host, path, opaque, search, fragment }: URIParts): string {
  const place = `${user}${host}${path}`
  return `${scheme}:${hasAuthority && place !== '' ? '//' : ''}${opaque}${place}${search}${fragment}`
}

function urlOf(text: string): URLValue | CELError {
  const request = parseRequestURI(text)
  const uri = 'error' in request ? request : parseURI(text)
  if (!('error' in uri)) return new URLValue(uri)
  return new CELError(`URL parse error during conversion from string: ${uri.error}`)
}

/** The parameters of a query; those with invalid escapes are omitted, as in Go. */
function queryOf({ uri }: URLValue): Value {
  const parameters = new Map<string, string[]>()
  for (const part of uri.search.slice(1).split('&')) {
    if (part === '' || part.includes(';')) continue
    const [key = '', ...rest] = part.split('=')
    const [name, value] = [unescaped(key), unescaped(rest.join('='))]
    if (name !== undefined && value !== undefined) parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return new PlainMap([...parameters].map(([name, values]) => [name, new PlainList(values)] as const))
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Functions on URLs, by Go's names of their forms. */
export const urlFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  string_to_url: urlOf,
  is_url_string: (text: string) => isRequestURI(text),
  url_get_scheme: ({ uri }: URLValue) => uri.scheme,
  url_get_host: ({ uri }: URLValue) => uri.host,
  url_get_hostname: ({ hostname }: URLValue) => hostname,
  url_get_port: ({ port }: URLValue) => port,
  url_get_escaped_path: ({ uri }: URLValue) => uri.path,
  url_get_query: queryOf,
}
