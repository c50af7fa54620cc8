import { quote } from '../../../internal/quote.js'
import { isRequestURI } from '../../validate/request-uri.js'
import { PlainList, PlainMap } from '../values/collections.js'
import type { OwnComparable } from '../values/own-values.js'
import { CELError, noOverload, type Value } from '../values/value.js'

/** The parts of a URL as rules see them: `url('https://example.com/a?b=c')`. */
class URLValue implements OwnComparable {
  readonly typeName = 'kubernetes.URL'
  readonly text: string
  readonly scheme: string
  readonly host: string
  readonly path: string
  readonly query: string

  constructor(text: string) {
    const [, scheme = '', authority = '', path = '', query = ''] =
      /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? []
    this.text = text
    this.scheme = scheme.toLowerCase()
    this.host = authority.slice(authority.lastIndexOf('@') + 1)
    this.path = scheme !== '' && !path.startsWith('/') ? '' : path
    this.query = query
  }

  get hostname(): string {
    return this.host.startsWith('[') ? this.host.slice(1, this.host.indexOf(']')) : this.host.replace(/:[0-9]*$/, '')
  }

  get port(): string {
    return /:([0-9]*)$/.exec(this.host.replace(/^\[.*\]/, ''))?.[1] ?? ''
  }

  equals(other: Value): boolean | CELError {
    return other instanceof URLValue ? other.text === this.text : noOverload(other)
  }
}

function urlOf(text: string): URLValue | CELError {
  if (isRequestURI(text)) return new URLValue(text)
  return new CELError(`URL parse error during conversion from string: parse ${quote(text)}: invalid URI for request`)
}

/** The parameters of a query; those with invalid escapes are omitted, as in Go. */
function queryOf({ query }: URLValue): Value {
  const parameters = new Map<string, string[]>()
  for (const part of query.split('&')) {
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
  url_get_scheme: ({ scheme }: URLValue) => scheme,
  url_get_host: ({ host }: URLValue) => host,
  url_get_hostname: ({ hostname }: URLValue) => hostname,
  url_get_port: ({ port }: URLValue) => port,
  url_get_escaped_path: ({ path }: URLValue) => path,
  url_get_query: queryOf,
}
