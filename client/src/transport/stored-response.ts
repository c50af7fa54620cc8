import type { HeaderFields } from './transport.js'

/** A response as it is kept: the text of HTTP/1.1, as Go's `httputil.DumpResponse` writes it. */
export interface StoredResponse {
  readonly status: number
  readonly headers: HeaderFields
  readonly body: Uint8Array
}

/** Fields of a connection, not of what it carried. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailers',
  'transfer-encoding',
  'upgrade',
])

/** The bytes of a response; its encoding has been undone. */
export function writeResponse({ status, headers, body }: StoredResponse): Uint8Array {
  const fields = Object.entries(endToEnd(headers)).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : (value ?? [])).map((each) => `${name}: ${each}\r\n`),
  )
  const head = new TextEncoder().encode(`HTTP/1.1 ${status} OK\r\n${fields.join('')}\r\n`)
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  return bytes
}

/** Reads such bytes; undefined for what is none, or is cut into chunks. */
export function readResponse(bytes: Uint8Array): StoredResponse | undefined {
  const end = endOfHead(bytes)
  if (end < 0) return undefined
  const [first = '', ...lines] = new TextDecoder('latin1').decode(bytes.subarray(0, end)).split('\r\n')
  const status = /^HTTP\/\d\.\d (\d{3})/.exec(first)?.[1]
  const headers: Record<string, string | readonly string[]> = Object.create(null)
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) return undefined
    const [name, value] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    headers[name] = headers[name] === undefined ? value : [headers[name], value].flat()
  }
  if (status === undefined || headers['transfer-encoding'] !== undefined) return undefined
  return { status: Number(status), headers: { ...headers }, body: bytes.subarray(end + 4) }
}

/** The fields of a response that belong to its content. */
export function endToEnd(headers: HeaderFields): HeaderFields {
  const named = [headers.connection ?? []].flat().flatMap((value) => value.split(','))
  const left = new Set([...ofConnection, ...named.map((name) => name.trim().toLowerCase())])
  const isKept = ([name]: readonly [string, unknown]): boolean => !left.has(name) && !name.startsWith(':')
  return Object.fromEntries(Object.entries(headers).filter(isKept))
}

function endOfHead(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at
  }
  return -1
}
