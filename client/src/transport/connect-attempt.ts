import type { Socket } from 'node:net'

/** One attempt to connect, and its sockets: that of TCP, and those of TLS over it. They end together. */
export class ConnectAttempt {
  readonly #sockets: Socket[] = []
  #ended: Error | undefined

  /** Adds a socket; it is destroyed at once when the attempt has ended. */
  take<S extends Socket>(socket: S): S {
    this.#sockets.push(socket)
    // A failed socket may emit further errors, which are ignored.
    socket.on('error', () => undefined)
    if (this.#ended !== undefined) socket.destroy(this.#ended)
    return socket
  }

  /** Destroys all sockets, those as well that are added later. */
  end(why: Error): void {
    this.#ended ??= why
    for (const socket of this.#sockets) socket.destroy(why)
  }

  /** Resolves with the event. Rejects when the socket ends before, also when it has already. */
  async opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
    if (socket.destroyed) throw this.#closed()
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => {
        forget()
        socket.destroy()
        reject(error)
      }
      const gone = (): void => fail(this.#closed())
      const done = (): void => {
        forget()
        resolve()
      }
      const forget = (): void => {
        socket.off(event, done)
        socket.off('error', fail)
        socket.off('close', gone)
        socket.off('end', gone)
      }
      socket.once(event, done)
      socket.once('error', fail)
      socket.once('close', gone)
      socket.once('end', gone)
    })
    this.check()
  }

  /**
   * Throws if a socket has ended. One that ends in the turn in which it opened has emitted all its events before whoever waited
   * for it goes on, and would be waited for in vain.
   */
  check(): void {
    if (this.#ended !== undefined || this.#sockets.some(({ destroyed }) => destroyed)) throw this.#closed()
  }

  #closed(): Error {
    return this.#ended ?? new Error('the connection was closed')
  }
}
