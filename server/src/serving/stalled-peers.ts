import { type Linked, LinkedList } from '../internal/linked-list.js'

/** A request with its answer, as far as the peer is concerned. */
export interface PeerExchange extends Linked<PeerExchange> {
  /** Reports whether its connection has ended. */
  isGone(): boolean
  /** The reason for waiting, as a text that changes with progress; undefined if nothing waits. */
  waitsFor(): string | undefined
  /** Ends it; called again if it is still open at the next check. */
  cut(): void
}

interface Wait {
  readonly on: string
  readonly since: number
}

/**
 * Cuts off peers that neither read an answer nor send the rest of a body: a look at all exchanges now and then, which costs the
 * requests themselves nothing but an entry in a list. Upstream aborts every unanswered request at its deadline.
 */
export class StalledPeers {
  readonly #exchanges = new LinkedList<PeerExchange>()
  readonly #waits = new WeakMap<PeerExchange, Wait>()
  readonly #timeout: number
  readonly #timer: NodeJS.Timeout

  /** `timeout` is how many milliseconds a peer may leave the same step undone. */
  constructor(timeout: number) {
    this.#timeout = timeout
    this.#timer = setInterval(() => this.#look(performance.now()), Math.max(50, timeout / 4))
    this.#timer.unref()
  }

  add(exchange: PeerExchange): void {
    this.#exchanges.add(exchange)
  }

  delete(exchange: PeerExchange): void {
    this.#exchanges.delete(exchange)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(now: number): void {
    for (const exchange of [...this.#exchanges]) {
      if (exchange.isGone()) {
        this.#exchanges.delete(exchange)
        continue
      }
      const on = exchange.waitsFor()
      const wait = this.#waits.get(exchange)
      if (on === undefined) this.#waits.delete(exchange)
      else if (wait?.on !== on) this.#waits.set(exchange, { on, since: now })
      else if (now - wait.since >= this.#timeout) exchange.cut()
    }
  }
}
