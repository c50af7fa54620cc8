import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { Writable } from 'node:stream'
import { endSoon } from './end-soon.js'
import type { PeerExchange, StalledPeers } from './stalled-peers.js'

/** Follows a request of HTTP/1.1 until both sides have had their say; a peer that stalls loses its connection. */
export function followMessage(peers: StalledPeers, message: IncomingMessage, response: ServerResponse): void {
  const { socket } = message
  const exchange: PeerExchange = {
    isGone: () => socket.destroyed,
    waitsFor: () => stepOf(response, message.complete),
    cut: () => socket.destroy(),
    previous: undefined,
    next: undefined,
  }
  peers.add(exchange)
  response.once('close', () => {
    // The rest of a body may be on its way still.
    if (message.complete || socket.destroyed) return peers.delete(exchange)
    message.once('end', () => peers.delete(exchange))
    dumpRest(message)
  })
}

/** How much of an unread body is read to keep the connection, as in Go. Bytes. */
const mostDumped = 256 * 1024

function dumpRest(message: IncomingMessage): void {
  let size = 0
  message.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= mostDumped) return
    message.pause()
    endSoon(message.socket)
  })
  message.resume()
}

/** A stream of HTTP/2; one that stalls is reset, and its connection ends where not even that gets through. */
export class StreamExchange implements PeerExchange {
  readonly #session: ServerHttp2Session
  readonly #stream: ServerHttp2Stream
  #wasReset = false
  previous: PeerExchange | undefined
  next: PeerExchange | undefined

  constructor(session: ServerHttp2Session, stream: ServerHttp2Stream) {
    this.#session = session
    this.#stream = stream
  }

  isGone(): boolean {
    return this.#session.destroyed
  }

  waitsFor(): string | undefined {
    if (this.#wasReset) return 'reset'
    return stepOf(this.#stream, this.#stream.readableEnded || this.#stream.endAfterHeaders === true)
  }

  cut(): void {
    if (this.#wasReset) this.#session.destroy()
    else this.#stream.close(constants.NGHTTP2_CANCEL)
    this.#wasReset = true
  }
}

type Outgoing = Pick<Writable, 'writableEnded' | 'writableFinished' | 'writableNeedDrain' | 'writableLength'>

/** What an exchange waits for: a reader, or the rest of a body after the response. */
function stepOf(answer: Outgoing, hasBody: boolean): string | undefined {
  const { writableEnded, writableFinished, writableNeedDrain, writableLength } = answer
  if (writableFinished) return hasBody ? undefined : 'body'
  return writableEnded || writableNeedDrain ? `answer ${writableLength}` : undefined
}
