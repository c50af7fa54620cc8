/**
 * Ends the work of one request: its client has gone, or its time is up. The signal is made when somebody first asks for it,
 * since most requests end without, and a signal costs as much as the rest of a small request's filters.
 */
export class Cancellation {
  #controller: AbortController | undefined
  #reason: Error | undefined
  #listener: (() => void) | undefined

  /** Aborted with the reason of the cancellation. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  get cancelled(): boolean {
    return this.#reason !== undefined
  }

  /** The first reason stays. */
  cancel(reason: Error): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#controller?.abort(reason)
    this.#listener?.()
  }

  /** Tells one listener, at once where it is too late; `undefined` takes it away. Costs less than a signal. */
  tell(listener: (() => void) | undefined): void {
    this.#listener = listener
    if (this.#reason !== undefined) listener?.()
  }
}

/** The reason of requests whose client has gone. */
export class ClientGone extends Error {
  override readonly name = 'AbortError'

  constructor(options?: ErrorOptions) {
    super('the client has gone', options)
  }
}

/** What can be cancelled. */
export interface Cancellable {
  /** Made when it is asked for: ask only where it is used. */
  readonly signal: AbortSignal
}
