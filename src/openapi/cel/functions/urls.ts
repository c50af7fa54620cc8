import { isRequestURI } from '../../validate/request-uri.js'
import type { Comparable } from '../cel-equals.js'
import { CELValueError, type FunctionLibrary } from './function-library.js'

/** The parts of a URL as rules see them: `url('https://example.com/a?b=c')`. */
class URLValue implements Comparable {
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

  celEquals(other: unknown): boolean {
    return other instanceof URLValue && other.text === this.text
  }
}

function urlOf(text: string): URLValue {
  if (isRequestURI(text)) return new URLValue(text)
  throw new CELValueError(`URL parse error during conversion from string: parse "${text}": invalid URI for request`)
}

/** The parameters of a query; those that are not well escaped are left out, as in Go. */
function queryOf({ query }: URLValue): Map<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue
    const [key = '', ...rest] = part.split('=')
    const [name, value] = [unescaped(key), unescaped(rest.join('='))]
    if (name !== undefined && value !== undefined) parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  return parameters
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** The functions of `url` and `isURL`. */
export const urlFunctions: FunctionLibrary = (env) => {
  const type = 'kubernetes.URL'
  env.registerType(type, { ctor: URLValue, fields: {} })
  env.registerOperator(`${type} == ${type}`, (a: URLValue, b: URLValue) => a.celEquals(b))
  env.registerFunction(`url(string): ${type}`, urlOf)
  env.registerFunction('isURL(string): bool', isRequestURI)
  env.registerFunction(`${type}.getScheme(): string`, (url: URLValue) => url.scheme)
  env.registerFunction(`${type}.getHost(): string`, (url: URLValue) => url.host)
  env.registerFunction(`${type}.getHostname(): string`, (url: URLValue) => url.hostname)
  env.registerFunction(`${type}.getPort(): string`, (url: URLValue) => url.port)
  env.registerFunction(`${type}.getEscapedPath(): string`, (url: URLValue) => url.path)
  env.registerFunction(`${type}.getQuery(): map<string, list<string>>`, queryOf)
}
