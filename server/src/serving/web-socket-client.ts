import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { WebSocketConnection } from '../request/http.js'
import { connectionOf } from './web-socket.js'

/** A web socket that the server opens. */
export interface WebSocketTarget {
  /** `wss:` or `ws:`. */
  readonly url: URL
  /** Sub-protocols, best first. */
  readonly protocols: readonly string[]
  /** Options of `node:tls`. */
  readonly tls?: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** The server answered, and did not switch protocols. */
export class WebSocketRefused extends Error {
  override readonly name = 'WebSocketRefused'

  constructor(
    readonly status: number,
    readonly body: string,
  ) {
    super(body || `unexpected status ${status}`)
  }
}

/** Opens a web socket. @throws WebSocketRefused, and errors of the connection. */
export function openWebSocket({ url, protocols, tls, signal }: WebSocketTarget): Promise<WebSocketConnection> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, [...protocols], { ...tls, perMessageDeflate: false })
    let raw: IncomingMessage['socket'] | undefined
    const abort = (): void => socket.terminate()
    signal.addEventListener('abort', abort, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', abort))
    socket.once('upgrade', (response: IncomingMessage) => {
      raw = response.socket
    })
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      void textOf(response).then((text) => {
        socket.terminate()
        reject(new WebSocketRefused(response.statusCode ?? 502, text))
      }, reject)
    })
    socket.once('error', reject)
    socket.once('open', () => {
      socket.off('error', reject)
      if (raw !== undefined) resolve(connectionOf(socket, raw))
    })
  })
}

/** The beginning of a body is enough to say what is wrong. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > 2048) break
  }
  return Buffer.concat(chunks).toString('utf8').trim()
}
