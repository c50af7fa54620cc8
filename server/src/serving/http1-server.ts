import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endSoon } from './end-soon.js'
import { type MessageOptions, serveMessage } from './http1-adapter.js'
import type { AdapterOptions } from './http2-adapter.js'
import { peerCertificateReader } from './peer-certificate.js'
import { followMessage } from './peer-exchanges.js'
import { RequestOrder } from './request-order.js'
import type { StalledPeers } from './stalled-peers.js'
import { upgraderFor } from './web-socket.js'

/** What a server of HTTP/1.1 needs to know. */
export interface Http1Options extends AdapterOptions {
  readonly limits: { readonly maxHeaderBytes: number; readonly headerTimeout: number; readonly idleTimeout: number }
  readonly peers: StalledPeers
}

/** Milliseconds between two looks for heads that do not come. */
const longestCheckingInterval = 10_000

/** A server of HTTP/1.1 without a port: connections come to it by its event `connection`. */
export function newHttp1Server(options: Http1Options): Server {
  const { maxHeaderBytes, headerTimeout, idleTimeout } = options.limits
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headerTimeout,
    connectionsCheckingInterval: Math.min(headerTimeout, longestCheckingInterval),
    // The body of a long request may take as long as its handler allows.
    requestTimeout: 0,
    keepAliveTimeout: idleTimeout,
    insecureHTTPParser: false,
  })
  const messages = { ...options, peerCertificateOf: peerCertificateReader() }
  const order = new RequestOrder()
  server.on('request', (message, response) => {
    order.add(message, response, () => {
      followMessage(options.peers, message, response)
      serveMessage(message, response, messages)
    })
  })
  server.on('upgrade', (message, stream, head) => {
    const socket = stream as Socket
    // The parser is done with the connection, and nobody else would notice its end.
    socket.on('error', () => {})
    order.last(socket, () => {
      order.forget(socket)
      socket.setTimeout(0)
      if (isOrdinary(message)) serveAgain(server, { message, socket, head })
      else serveUpgrade({ message, socket, head }, messages)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    if (!socket.writable) socket.destroy()
    else order.broken(socket, () => endSoon(socket, lastWords(error)))
  })
  // The check for slow heads runs from this event on; the server gets its connections from the listener of the port.
  server.emit('listening')
  return server
}

function lastWords({ code }: NodeJS.ErrnoException): string {
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${status}`
}

/** A request for another protocol. */
export interface Upgrade {
  readonly message: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
}

/** Reports whether a request names another protocol and is served over HTTP/1.1 all the same: it has a body, or offers HTTP/2 over TCP. */
function isOrdinary({ headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody || /(^|[\s,])h2c($|[\s,])/i.test(headers.upgrade ?? '')
}

/** Node's parser stops at the head of an upgrade: the request is read once more without it. */
function serveAgain(server: Server, { message, socket, head }: Upgrade): void {
  const lines = [`${message.method} ${message.url} HTTP/${message.httpVersion}`]
  for (let index = 0; index < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index]!
    if (!/^(upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${message.rawHeaders[index + 1]}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

/** Serves a request for another protocol, after whose head the parser has left the connection. */
export function serveUpgrade({ message, socket, head }: Upgrade, options: MessageOptions): void {
  let switched = false
  const response = new ServerResponse(message)
  response.assignSocket(socket)
  response.shouldKeepAlive = false
  response.on('finish', () => endSoon(socket))
  const leaveHttp = (): void => {
    switched = true
    response.detachSocket(socket)
  }
  serveMessage(message, response, {
    ...options,
    switch: {
      upgrader: upgraderFor({ message, socket, head, leaveHttp }),
      hijack: () => {
        leaveHttp()
        if (head.length > 0) socket.unshift(head)
        return socket
      },
    },
  })
  socket.on('error', () => {
    if (!switched) response.destroy()
  })
}
