import { Agent, type AgentOptions, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Connector } from './connector.js'
import { decompressed } from './decompress.js'
import { drained } from './drained.js'
import { NodeBody } from './node-body.js'
import type { HeaderFields, TransportRequest, TransportResponse } from './transport.js'
import { TransportError, transportError } from './transport-error.js'

/** Keeps connections of HTTP/1.1 for the next request. */
class ConnectorAgent extends Agent {
  readonly #connector: Connector

  constructor(connector: Connector, options: AgentOptions) {
    super(options)
    this.#connector = connector
  }

  override createConnection(_options: object, callback?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#connector.connect(['http/1.1']).then(
      ({ socket }) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    )
    return undefined
  }
}

/** HTTP/1.1: for plain addresses and for servers and proxies without HTTP/2. */
export class Http1Client {
  readonly #agent: Agent
  readonly #server: URL

  constructor(server: URL, connector: Connector) {
    this.#server = server
    this.#agent = new ConnectorAgent(connector, { keepAlive: true, timeout: 90_000, maxFreeSockets: 16 })
  }

  send(request: TransportRequest, compression: boolean): Promise<TransportResponse> {
    const { method, path, signal } = request
    return new Promise((resolve, reject) => {
      const sent = httpRequest({
        agent: this.#agent,
        host: this.#server.hostname,
        port: this.#server.port,
        method,
        path,
        headers: this.#headers(request, compression),
        // A header of 64 KiB is what Go reads, too.
        maxHeaderSize: 1024 * 1024,
      })
      const abort = (): void => {
        sent.destroy()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      // A server that switches protocols without being asked to gives neither an answer nor an error.
      const unanswered = (): void => {
        signal?.removeEventListener('abort', abort)
        reject(new TransportError('Protocol', `${method} ${path}: the connection ended without an answer`))
      }
      sent.once('close', unanswered)
      sent.once('response', (message) => {
        sent.off('close', unanswered)
        signal?.removeEventListener('abort', abort)
        resolve(responseOf(message, sent, signal))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        signal?.removeEventListener('abort', abort)
        if (signal?.aborted === true) reject(signal.reason)
        // A kept connection that the server had closed already: it has answered nothing, and is not at fault.
        else if (sent.reusedSocket && error.code === 'ECONNRESET' && method === 'GET') {
          reject(transportError('Unsent', `${method} ${path}`, error))
        } else reject(transportError('ConnectionLost', `${method} ${path}`, error))
      })
      sendBody(sent, request, reject)
    })
  }

  close(): void {
    this.#agent.destroy()
  }

  #headers({ headers, body }: TransportRequest, compression: boolean): Record<string, string | string[]> {
    const fields: Record<string, string | string[]> = { host: this.#server.host }
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) fields[name] = value as string | string[]
    }
    if (compression) fields['accept-encoding'] = 'gzip'
    if (body instanceof Uint8Array) fields['content-length'] = String(body.length)
    return fields
  }
}

function sendBody(sent: ClientRequest, { body }: TransportRequest, reject: (error: unknown) => void): void {
  if (body === undefined || body instanceof Uint8Array) {
    sent.end(body)
    return
  }
  const send = async (): Promise<void> => {
    for await (const chunk of body) {
      if (sent.destroyed) return
      if (!sent.write(chunk)) await drained(sent)
    }
    sent.end()
  }
  send().catch((error: unknown) => {
    reject(error)
    sent.destroy()
  })
}

function responseOf(message: IncomingMessage, sent: ClientRequest, signal: AbortSignal | undefined): TransportResponse {
  const headers: HeaderFields = message.headers
  const { stream, length } = decompressed(message, headers)
  const body = new NodeBody({
    stream,
    length,
    signal,
    cutShort: () => (message.complete ? undefined : 'the connection was lost'),
    cancel: () => {
      // A message that has been read keeps its connection for the next request.
      if (!message.complete) sent.destroy()
      else message.resume()
    },
  })
  return { status: message.statusCode ?? 0, headers, body }
}
