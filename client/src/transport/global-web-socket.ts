import { MessageQueue } from './message-queue.js'
import { headerOf, type UpgradeRequest, type WebSocketConnection } from './transport.js'
import { TransportError } from './transport-error.js'

/**
 * Opens the platform's own `WebSocket`. It sends no header fields: a bearer token goes into a sub-protocol, which API servers
 * read and take away.
 *
 * @param open - the connections that are open, each as a function that ends it
 * @throws TransportError; the reason of the signal
 */
export function openGlobalWebSocket(
  server: string,
  request: UpgradeRequest,
  open: Set<(why: Error) => void>,
): Promise<WebSocketConnection> {
  const { path, protocols, headers, signal } = request
  signal?.throwIfAborted()
  const socket = new WebSocket(server.replace(/^http/, 'ws') + path, [...tokenProtocol(headers), ...protocols])
  socket.binaryType = 'arraybuffer'
  const messages = new MessageQueue<Uint8Array>()
  return new Promise((resolve, reject) => {
    let opened = false
    let notifyClosed = (_code: number): void => undefined
    const closed = new Promise<number>((done) => {
      notifyClosed = done
    })
    const end = (why: unknown, code: number): void => {
      signal?.removeEventListener('abort', abort)
      open.delete(cut)
      reject(why)
      messages.end(why)
      notifyClosed(code)
    }
    // The platform waits for the other side's goodbye, which may never come.
    const cut = (why: unknown): void => {
      end(why, 1006)
      socket.close()
    }
    const abort = (): void => cut(signal?.reason)
    open.add(cut)
    signal?.addEventListener('abort', abort, { once: true })
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
      const lost = new TransportError(opened ? 'ConnectionLost' : 'NotConnected', `the web socket was closed: ${code}`)
      end(opened && code !== 1006 ? undefined : lost, code)
    }
  })
}

function sender(socket: WebSocket): (data: Uint8Array | string) => Promise<void> {
  const check = (): void => {
    if (socket.readyState !== socket.OPEN) throw new TransportError('ConnectionLost', 'the web socket is closed')
  }
  return async (data) => {
    check()
    socket.send(data as Uint8Array<ArrayBuffer>)
    while (socket.bufferedAmount > 1024 * 1024) {
      await new Promise((resume) => setTimeout(resume, 5))
      // What a closed socket has not sent stays buffered.
      check()
    }
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
