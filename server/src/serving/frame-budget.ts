/** What went over a session of HTTP/2 so far. Bytes. */
export interface Traffic {
  readonly read: number
  readonly written: number
  /** Of what was read: heads of requests, at most, and contents of bodies. */
  readonly useful: number
}

/** Bytes a second that frames without a request may take, besides their share of what was sent and received. */
const perSecond = 1 << 20

/**
 * Finds sessions of HTTP/2 that send frames and no requests: WINDOW_UPDATE, PRIORITY, GOAWAY, and types that nobody knows. Node
 * and nghttp2 end those that flood with RST_STREAM, PING, SETTINGS, CONTINUATION and empty or broken frames.
 */
export class FrameBudget {
  #last: Traffic = { read: 0, written: 0, useful: 0 }
  #since: number

  /** `now` in milliseconds. */
  constructor(now: number) {
    this.#since = now
  }

  /** Reports whether a session took more since the last call than it may. */
  isSpent(traffic: Traffic, now: number): boolean {
    const seconds = Math.max(1, (now - this.#since) / 1000)
    const read = traffic.read - this.#last.read
    const overhead = read - (traffic.useful - this.#last.useful)
    // Windows are opened for what was sent, and bodies come in frames.
    const share = (traffic.written - this.#last.written) / 16 + read / 16
    this.#last = traffic
    this.#since = now
    return overhead > perSecond * seconds + share
  }
}
