import { MessageQueue } from './message-queue.js'
import { headerOf, type UpgradeRequest, type WebSocketConnection } from './transport.js'
import { TransportError } from './transport-error.js'

/**
 * Opens the platform's own `WebSocket`. It sends no header fields: a bearer token goes into a sub-protocol, which API servers
 * read and take away.
 *
 * @throws TransportError
 */
export function openGlobalWebSocket(server: string, request: UpgradeRequest): Promise<WebSocketConnection> {
  const { path, protocols, headers, signal } = request
  signal?.throwIfAborted()
  const socket = new WebSocket(server.replace(/^http/, 'ws') + path, [...tokenProtocol(headers), ...protocols])
  socket.binaryType = 'arraybuffer'
  const messages = new MessageQueue<Uint8Array>()
  return new Promise((resolve, reject) => {
    const abort = (): void => socket.close()
    signal?.addEventListener('abort', abort, { once: true })
    let opened = false
    let end = (_code: number): void => undefined
    const closed = new Promise<number>((done) => {
      end = done
    })
    socket.onmessage = ({ data }) => messages.push(bytesOf(data))
    socket.onopen = () => {
      opened = true
      resolve({
        protocol: socket.protocol,
        messages,
        send: sender(socket),
        close: (code) => socket.close(code),
        closed,
      })
    }
    socket.onclose = ({ code }) => {
      signal?.removeEventListener('abort', abort)
      const lost = new TransportError(opened ? 'ConnectionLost' : 'NotConnected', `the web socket was closed: ${code}`)
      if (!opened) reject(signal?.aborted === true ? signal.reason : lost)
      messages.end(code === 1006 ? lost : undefined)
      end(code)
    }
  })
}

function sender(socket: WebSocket): (data: Uint8Array | string) => Promise<void> {
  return async (data) => {
    if (socket.readyState !== socket.OPEN) throw new TransportError('ConnectionLost', 'the web socket is closed')
    socket.send(data as Uint8Array<ArrayBuffer>)
    while (socket.bufferedAmount > 1024 * 1024) await new Promise((resume) => setTimeout(resume, 5))
  }
}

function tokenProtocol(headers: UpgradeRequest['headers']): string[] {
  const [, token] = /^Bearer (.+)$/.exec(headerOf(headers, 'authorization') ?? '') ?? []
  if (token === undefined) return []
  const encoded = btoa(token).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return [`base64url.bearer.authorization.k8s.io.${encoded}`]
}

function bytesOf(data: unknown): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data as ArrayBuffer)
}
