import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { Cancellation, ClientGone } from '../request/cancellation.js'
import type { HeaderFields, ResponseSink } from '../request/http.js'
import { drained } from './drained.js'
import type { AdapterOptions } from './http2-adapter.js'
import { emptyBody, IncomingRequest } from './incoming-request.js'
import type { peerCertificateOf } from './peer-certificate.js'
import { parseRequestTarget } from './request-target.js'
import type { Upgrader } from './web-socket.js'

/** How the connection of a request for another protocol leaves HTTP. */
export interface Switch {
  readonly upgrader: Upgrader
  readonly hijack: () => Duplex
}

export interface MessageOptions extends AdapterOptions {
  readonly peerCertificateOf: typeof peerCertificateOf
  readonly switch?: Switch | undefined
}

/** Serves one request of HTTP/1.1; with `switch`, one that may become something else. */
export function serveMessage(message: IncomingMessage, response: ServerResponse, options: MessageOptions): void {
  const sink = new Http1Sink(response, options.switch?.hijack)
  const cancellation = new Cancellation()
  message.on('error', () => {})
  response.once('close', () => {
    if (!response.writableFinished) cancellation.cancel(new ClientGone())
  })
  const request = incoming(message, cancellation, options)
  if (request === undefined) {
    sink.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    sink.end(Buffer.from('400 Bad Request'))
    return
  }
  options.handler(request, sink).catch((error: unknown) => {
    options.onError(error)
    sink.destroy()
  })
}

function incoming(
  message: IncomingMessage,
  cancellation: Cancellation,
  options: MessageOptions,
): IncomingRequest | undefined {
  const socket = message.socket as TLSSocket
  if (isAmbiguous(message)) return undefined
  const upgrader = options.switch?.upgrader
  const bodiless = message.headers['content-length'] === undefined && message.headers['transfer-encoding'] === undefined
  try {
    const { url, host = message.headers.host ?? '' } = parseRequestTarget(message.url ?? '/')
    return new IncomingRequest({
      method: message.method ?? 'GET',
      url,
      headers: message.headers,
      rawHeaders: message.rawHeaders,
      httpVersion: '1.1',
      host,
      secure: socket.encrypted === true,
      remoteAddress: socket.remoteAddress ?? '',
      peerCertificate: options.peerCertificateOf(socket),
      body: bodiless ? emptyBody : message,
      cancellation,
      receivedAt: new Date(options.clock.now()),
      upgrade: upgrader && ((wanted) => upgrader(wanted)),
    })
  } catch {
    return undefined
  }
}

/** Requests that Go rejects and Node's parser accepts: HTTP/0.9, and those with two hosts. */
function isAmbiguous({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return httpVersionMajor !== 1 || hosts > 1
}

class Http1Sink implements ResponseSink {
  readonly #response: ServerResponse
  readonly #hijack: (() => Duplex) | undefined
  #hijacked = false
  status: number | undefined
  bytesWritten = 0

  constructor(response: ServerResponse, hijack: (() => Duplex) | undefined) {
    this.#response = response
    this.#hijack = hijack
  }

  get closed(): boolean {
    return this.#hijacked || this.#response.destroyed || this.#response.writableEnded
  }

  setHeader(name: string, value: string | readonly string[]): void {
    this.#response.setHeader(name, value)
  }

  appendHeader(name: string, value: string): void {
    this.#response.appendHeader(name, value)
  }

  writeHead(status: number, headers: HeaderFields = {}): void {
    if (this.status !== undefined) throw new Error('the head of the response was written already')
    this.status = status
    if (this.closed) return
    const response = this.#response
    response.writeHead(status, headers as Record<string, string | string[]>)
    // A stream may have nothing to say for long; its client waits for the head.
    queueMicrotask(() => {
      if (!response.writableEnded && !response.destroyed) response.flushHeaders()
    })
  }

  write(chunk: Uint8Array): boolean {
    this.bytesWritten += chunk.length
    return this.closed ? true : this.#response.write(chunk)
  }

  drained(): Promise<void> {
    const response = this.#response
    if (this.closed || !response.writableNeedDrain) return Promise.resolve()
    return drained(response)
  }

  end(chunk?: Uint8Array): void {
    this.bytesWritten += chunk?.length ?? 0
    if (this.closed) return
    if (chunk === undefined) this.#response.end()
    else this.#response.end(chunk)
  }

  destroy(): void {
    this.#response.destroy()
  }

  hijack(): Duplex | undefined {
    if (this.status !== undefined || this.closed) return undefined
    const stream = this.#hijack?.()
    this.#hijacked = stream !== undefined
    return stream
  }
}
