import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { type Outcome, patience } from './attack.js'
import type { Ports } from './victim.js'

/** Fields of a request of HTTP/2, pseudo fields among them. */
export type Fields = Readonly<Record<string, string>>

/** Makes one well-framed request over HTTP/2. */
export function request(open: () => ClientHttp2Session, fields: Fields, body?: Uint8Array): Promise<Outcome> {
  return new Promise((resolve) => {
    const session = open()
    let [text, closed]: [string, boolean] = ['', false]
    let head: IncomingHttpHeaders = {}
    const finish = (): void => {
      clearTimeout(timer)
      session.destroy()
      const code = Number(head[':status' as never] ?? 0)
      resolve({ code, closed, body: text, contentType: head['content-type'] ?? '', answers: code === 0 ? 0 : 1 })
    }
    const timer = setTimeout(finish, patience)
    session.on('error', () => {})
    session.on('close', () => {
      closed = true
      finish()
    })
    let stream: ReturnType<ClientHttp2Session['request']>
    try {
      stream = session.request(
        { ':path': '/', authorization: 'Bearer admin', ...fields },
        { endStream: body === undefined },
      )
    } catch {
      // Node's client does not send it: that is no answer of the server.
      return finish()
    }
    stream.on('response', (headers) => {
      head = headers
    })
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('error', () => {
      closed = true
    })
    stream.on('close', () => {
      closed ||= stream.rstCode !== 0
      finish()
    })
    if (body !== undefined) stream.end(body)
  })
}

/** A frame of HTTP/2: its type, flags and stream, and what it carries. */
export function frame(
  [type, flags, stream]: readonly [type: number, flags: number, stream: number],
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const

/** The preface of a client, with empty settings or the given ones. */
export function preface(settings: Uint8Array = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame([FrameType.settings, 0, 0], settings)])
}

/** Header fields without compression: literals that are not indexed. */
export function literals(fields: readonly (readonly [string, string])[]): Buffer {
  const text = (value: string): Buffer => Buffer.concat([integer(value.length, 0x7f), Buffer.from(value, 'latin1')])
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]))
}

function integer(value: number, most: number): Buffer {
  if (value < most) return Buffer.from([value])
  const bytes = [most]
  let rest = value - most
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

/** The fields of an ordinary request. */
export function ordinary(path: string, more: readonly (readonly [string, string])[] = []): Buffer {
  const pseudo = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', path],
    [':authority', 'localhost'],
  ] as const
  return literals([...pseudo, ['authorization', 'Bearer admin'], ...more])
}

/** A connection that has agreed on HTTP/2, and what to write to it. */
export interface Flood {
  readonly first: Uint8Array
  /** Written again and again until the server ends the connection. */
  readonly again?: () => Uint8Array
  /** Takes nothing of what the server sends. */
  readonly deaf?: boolean
}

/** Writes until the server ends the connection, or patience does. */
export function flood({ first, again, deaf = false }: Flood, { secure: port }: Ports): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connectTls(
      { port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false },
      () => {
        socket.write(first)
        pump()
      },
    )
    let closed = false
    const timer = setTimeout(() => socket.destroy(), patience)
    const pump = (): void => {
      if (again === undefined || closed || socket.destroyed || !socket.writable) return
      if (socket.write(again())) setImmediate(pump)
      else socket.once('drain', pump)
    }
    // A server that sends GOAWAY and waits for the peer has not ended the connection.
    socket.on('error', () => {
      closed = true
    })
    socket.on('end', () => {
      closed = true
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ code: 0, closed, body: '', contentType: '', answers: 0 })
    })
    if (deaf) socket.pause()
    else socket.resume()
  })
}
