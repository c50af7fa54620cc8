import {
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
} from 'node:http2'
import { framed } from '../../../src/internal/grpc/message-reader.js'

/** A call as the server has it. */
export interface ServedCall {
  readonly stream: ServerHttp2Stream
  readonly headers: Readonly<Record<string, unknown>>
}

/** A server of HTTP/2, another implementation than the client's, whose calls the test answers. */
export class H2Server {
  readonly #server: Http2Server
  readonly #sessions = new Set<ServerHttp2Session>()
  /** Answers a call. */
  onCall: (call: ServedCall) => void = answerOK
  /** How many connections there were. */
  connections = 0
  mostAtOnce = 0
  #running = 0

  private constructor(server: Http2Server) {
    this.#server = server
  }

  static async start(settings: Settings = {}): Promise<H2Server> {
    const server = createServer({ settings: { initialWindowSize: 2 ** 24, ...settings } })
    const h2 = new H2Server(server)
    server.on('session', (session) => {
      h2.connections++
      h2.#sessions.add(session)
      session.on('error', () => undefined)
      session.on('close', () => h2.#sessions.delete(session))
    })
    server.on('stream', (stream, headers) => {
      h2.mostAtOnce = Math.max(h2.mostAtOnce, ++h2.#running)
      stream.on('error', () => undefined)
      stream.on('close', () => h2.#running--)
      h2.onCall({ stream, headers })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return h2
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  get session(): ServerHttp2Session {
    return [...this.#sessions].at(-1)!
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const session of this.#sessions) session.destroy()
    await closed
  }
}

export const text = (words: string): Uint8Array => new TextEncoder().encode(words)

/** Sends messages, and then a status. */
export function answer(
  { stream }: ServedCall,
  messages: readonly Uint8Array[],
  trailers: Readonly<Record<string, string>> = { 'grpc-status': '0' },
): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers(trailers))
  for (const message of messages) stream.write(framed(message))
  stream.end()
}

/** Says `ok`. */
export function answerOK(call: ServedCall): void {
  answer(call, [text('ok')])
}

/** Ends a call without a message. */
export function answerStatus({ stream }: ServedCall, headers: Readonly<Record<string, string | number>>): void {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...headers }, { endStream: true })
}
