import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Turn {
  readonly message: IncomingMessage | undefined
  readonly take: () => void
}

interface Line {
  /** The request that is being served. */
  current: { readonly message: IncomingMessage; readonly response: ServerResponse } | undefined
  readonly waiting: Turn[]
  /** Nothing that comes after is served. */
  ended: boolean
}

/** Requests that may wait on one connection before no more of it is read. */
const mostWaiting = 32

/**
 * Serves the requests of a connection of HTTP/1.1 one after another, as Go does: Node's parser hands over a pipelined request, an
 * upgrade, or an error while an earlier request has no answer yet.
 */
export class RequestOrder {
  readonly #lines = new WeakMap<Socket, Line>()

  /** Calls `serve` when the requests before this one have their answers. */
  add(message: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = message
    const line = this.#lineOf(socket)
    if (line.ended) return
    const take = (): void => {
      line.current = { message, response }
      response.once('close', () => this.#next(socket, line))
      serve()
    }
    if (line.current === undefined) {
      take()
    } else {
      line.waiting.push({ message, take })
      if (line.waiting.length > mostWaiting) socket.pause()
    }
  }

  /** Calls `action` when every request before has its answer, if the connection is still there; nothing is served after it. */
  last(socket: Socket, action: () => void): void {
    const line = this.#lineOf(socket)
    if (line.ended) return
    line.ended = true
    if (line.current === undefined) action()
    else line.waiting.push({ message: undefined, take: action })
  }

  /** As `last`, for an error of the parser; where it is in the body of a request, that request gets no other answer. */
  broken(socket: Socket, action: () => void): void {
    const line = this.#lineOf(socket)
    if (line.ended) return
    const { current } = line
    const whole = line.waiting.filter(({ message }) => message?.complete === true)
    line.waiting.splice(0, line.waiting.length, ...whole)
    if (current === undefined || current.message.complete || current.response.headersSent) {
      this.last(socket, action)
    } else {
      line.ended = true
      action()
    }
  }

  /** The connection starts anew. */
  forget(socket: Socket): void {
    this.#lines.delete(socket)
  }

  #lineOf(socket: Socket): Line {
    let line = this.#lines.get(socket)
    if (line === undefined) {
      line = { current: undefined, waiting: [], ended: false }
      this.#lines.set(socket, line)
    }
    return line
  }

  #next(socket: Socket, line: Line): void {
    line.current = undefined
    const turn = line.waiting.shift()
    if (turn === undefined) return
    // An answer that closes the connection leaves those behind it without one.
    if (socket.destroyed || !socket.writable) {
      line.waiting.length = 0
      return
    }
    if (line.waiting.length <= mostWaiting && socket.isPaused()) socket.resume()
    turn.take()
  }
}
