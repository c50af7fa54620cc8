import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Connector } from './connector.js'
import { MessageQueue } from './message-queue.js'
import { NodeBody } from './node-body.js'
import type { HeaderFields, UpgradeRefused, UpgradeRequest, WebSocketConnection } from './transport.js'
import { TransportError, transportError } from './transport-error.js'

const highWaterMark = 4 * 1024 * 1024

/** Opens a web socket over a connection of the connector. @throws TransportError */
export async function openWebSocket(
  server: URL,
  connector: Connector,
  request: UpgradeRequest,
): Promise<WebSocketConnection | UpgradeRefused> {
  const { signal } = request
  signal?.throwIfAborted()
  const { socket } = await connector.connect(['http/1.1'], signal)
  const fields = Object.entries(request.headers).filter(([name, value]) => value !== undefined && name !== 'host')
  const webSocket = new WebSocket(server.origin.replace(/^http/, 'ws') + request.path, [...request.protocols], {
    headers: Object.fromEntries(fields) as Record<string, string>,
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: 256 * 1024 * 1024,
    followRedirects: false,
  })
  return new Promise((resolve, reject) => {
    const abort = (): void => webSocket.terminate()
    signal?.addEventListener('abort', abort, { once: true })
    webSocket.once('close', () => signal?.removeEventListener('abort', abort))
    webSocket.once('unexpected-response', (sent, message: IncomingMessage) => {
      signal?.removeEventListener('abort', abort)
      resolve({ refused: refusal(message, () => sent.destroy()) })
    })
    webSocket.once('error', (error) => {
      socket.destroy()
      reject(signal?.aborted === true ? signal.reason : transportError('Protocol', 'web socket', error))
    })
    const connection = adapt(webSocket, signal)
    webSocket.once('open', () => resolve(connection))
  })
}

function refusal(message: IncomingMessage, cancel: () => void): UpgradeRefused['refused'] {
  const body = new NodeBody({
    stream: message,
    length: undefined,
    signal: undefined,
    cutShort: () => (message.complete ? undefined : 'the connection was lost'),
    cancel,
  })
  return { status: message.statusCode ?? 0, headers: message.headers as HeaderFields, body }
}

function adapt(socket: WebSocket, signal: AbortSignal | undefined): WebSocketConnection {
  let waiting = 0
  const messages = new MessageQueue<Uint8Array>((message) => {
    waiting -= message.length
    if (waiting < highWaterMark && socket.isPaused) socket.resume()
  })
  socket.on('message', (data: Buffer) => {
    waiting += data.length
    messages.push(data)
    if (waiting > highWaterMark) socket.pause()
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      const lost = new TransportError('ConnectionLost', 'the web socket was cut')
      messages.end(signal?.aborted === true ? signal.reason : code === 1006 ? lost : undefined)
      resolve(code)
    })
  })
  return {
    get protocol() {
      return socket.protocol
    },
    messages,
    closed,
    send: (data) =>
      new Promise((resolve, reject) => {
        socket.send(data, { binary: typeof data !== 'string' }, (error) => {
          if (error === undefined || error === null) resolve()
          else reject(transportError('ConnectionLost', 'web socket', error))
        })
      }),
    close: (code) => {
      if (socket.isPaused) socket.resume()
      socket.close(code)
    },
  }
}
