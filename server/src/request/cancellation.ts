import type { AbortState } from '../internal/abort-state.js'

/**
 * Cancels the work of one request: the client has disconnected, or its deadline has passed. The signal is created on use,
 * since most requests end without, and a signal costs as much as the other filters of a small request.
 */
export class Cancellation implements AbortState {
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

  get aborted(): boolean {
    return this.#reason !== undefined
  }

  get reason(): Error | undefined {
    return this.#reason
  }

  throwIfAborted(): void {
    if (this.#reason !== undefined) throw this.#reason
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.signal.addEventListener(type, listener)
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.#controller?.signal.removeEventListener(type, listener)
  }

  /** The first reason stays. */
  cancel(reason: Error): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#controller?.abort(reason)
    this.#listener?.()
  }

  /** Sets one listener, called at once if already cancelled; `undefined` removes it. Cheaper than a signal. */
  setListener(listener: (() => void) | undefined): void {
    this.#listener = listener
    if (this.#reason !== undefined) listener?.()
  }
}

/** The reason of requests whose client has disconnected. */
export class ClientGone extends Error {
  override readonly name = 'AbortError'

  constructor(options?: ErrorOptions) {
    super('the client has gone', options)
  }
}

/** The reason of requests whose time is up. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'

  constructor() {
    super('context deadline exceeded')
  }
}

/** Something that can be cancelled. */
export interface Cancellable {
  /** Created on use: read it only where it is needed. */
  readonly signal: AbortSignal
}
