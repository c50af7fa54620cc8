/** When a connection is tested, in milliseconds. */
export interface KeepaliveTimes {
  /** How long nothing may come before the peer is asked whether it is there. */
  readonly time: number
  /** How long it has to answer. */
  readonly timeout: number
}

export interface KeepaliveHandlers {
  /** Whether anything is expected of the peer. */
  isWaiting(): boolean
  ping(): void
  lost(): void
}

/** Notices a peer that is not there any more, as long as something is expected of it. */
export class Keepalive {
  readonly #times: KeepaliveTimes
  readonly #handlers: KeepaliveHandlers
  #timer: NodeJS.Timeout | undefined
  #heard = false

  constructor(times: KeepaliveTimes, handlers: KeepaliveHandlers) {
    this.#times = times
    this.#handlers = handlers
  }

  /** Something is expected of the peer. */
  begin(): void {
    if (this.#timer !== undefined) return
    this.#heard = false
    this.#plan()
  }

  /** The peer sent something. */
  heard(): void {
    this.#heard = true
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #plan(): void {
    this.#timer = setTimeout(() => this.#check(), this.#times.time).unref()
  }

  #check(): void {
    this.#timer = undefined
    if (!this.#handlers.isWaiting()) return
    if (this.#heard) {
      this.#heard = false
      this.#plan()
      return
    }
    this.#handlers.ping()
    this.#timer = setTimeout(() => this.#answered(), this.#times.timeout).unref()
  }

  #answered(): void {
    if (!this.#heard) {
      this.#handlers.lost()
      return
    }
    this.#heard = false
    this.#plan()
  }
}
