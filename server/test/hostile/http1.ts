import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Outcome, patience } from './attack.js'
import type { Ports } from './victim.js'

/** What is written to a connection, and how. */
export interface Sending {
  readonly bytes: string | Uint8Array
  /** Ends its own half after the bytes, also in the middle of a message. */
  readonly end?: boolean
  readonly secure?: boolean
  /** Wait for the connection to end, with any response. */
  readonly untilClosed?: boolean
}

/** Sends bytes as they are, and waits for a whole answer, or for the end of the connection. */
export function send(
  { bytes, end = false, secure = false, untilClosed = false }: Sending,
  ports: Ports,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = open(ports, secure, () => {
      if (end) socket.end(bytes)
      else socket.write(bytes)
    })
    const answer = new Answer()
    let closed = false
    const timer = setTimeout(() => finish(), patience)
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer.outcome(closed))
    }
    socket.on('data', (chunk) => {
      answer.add(chunk)
      // A second answer, to what was smuggled, would come at once.
      if (answer.isWhole && !untilClosed) setTimeout(finish, 30)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      closed = true
      finish()
    })
  })
}

/** A connection to the port, over TLS where wanted. */
export function open(ports: Ports, secure: boolean, onConnect: () => void): Socket {
  if (!secure) return connectTcp(ports.plain, '127.0.0.1', onConnect)
  const options = { port: ports.secure, host: '127.0.0.1', ALPNProtocols: ['http/1.1'], rejectUnauthorized: false }
  return connectTls(options, onConnect)
}

/** Bytes of one connection, as answers of HTTP/1.1. */
class Answer {
  #text = ''

  add(chunk: Buffer): void {
    this.#text += chunk.toString('latin1')
  }

  get isWhole(): boolean {
    const end = this.#text.indexOf('\r\n\r\n')
    if (end < 0) return false
    const body = this.#text.length - end - 4
    const length = this.#header('content-length')
    return length === undefined ? this.#text.endsWith('0\r\n\r\n') : body >= Number(length)
  }

  outcome(closed: boolean): Outcome {
    const end = this.#text.indexOf('\r\n\r\n')
    const chunked = this.#header('transfer-encoding') !== undefined
    const body = end < 0 ? '' : this.#text.slice(end + 4)
    return {
      code: Number(/^HTTP\/1\.1 (\d+)/.exec(this.#text)?.[1] ?? 0),
      closed,
      body: chunked ? unchunked(body) : body.slice(0, Number(this.#header('content-length') ?? body.length)),
      contentType: this.#header('content-type') ?? '',
      answers: this.#text.match(/HTTP\/1\.1 \d\d\d /g)?.length ?? 0,
    }
  }

  #header(name: string): string | undefined {
    const head = this.#text.slice(0, Math.max(0, this.#text.indexOf('\r\n\r\n')))
    return new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1]
  }
}

function unchunked(text: string): string {
  let [rest, body] = [text, '']
  for (;;) {
    const match = /^([0-9a-f]+)\r\n/i.exec(rest)
    const size = Number.parseInt(match?.[1] ?? '0', 16)
    if (match === null || size === 0) return body
    body += rest.slice(match[0].length, match[0].length + size)
    rest = rest.slice(match[0].length + size + 2)
  }
}

/** A well-formed request except for the given changes. */
export interface Message {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Its bytes. */
export function message({ method = 'GET', path, headers = {}, body }: Message): Buffer {
  const fields = {
    host: 'localhost',
    authorization: 'Bearer admin',
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'),
    Buffer.from(body ?? ''),
  ])
}

export const configMaps = '/api/v1/namespaces/default/configmaps'
