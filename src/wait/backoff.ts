import { type PassiveClock, systemClock } from './clock.js'

/** How delays grow. Times are in milliseconds. */
export interface BackoffOptions {
  /** The first delay. */
  readonly duration: number
  /** Each delay is the one before times this. Default 0: they stay the same. */
  readonly factor?: number | undefined
  /** Adds to each delay a random part of up to this many times the delay. Default 0. */
  readonly jitter?: number | undefined
  /** After this many delays they grow no more. Default 0: they do not grow. */
  readonly steps?: number | undefined
  /** A delay that would grow beyond this is this, and the last step. Jitter comes on top. Default: no limit. */
  readonly cap?: number | undefined
  /** Delays are small again when so much time has passed since the first one, or since they last became small. */
  readonly resetAfter?: number | undefined
  /** Measures whether {@link resetAfter} has passed. Default: {@link systemClock}. */
  readonly clock?: PassiveClock | undefined
  /** Numbers from 0 up to 1, for jitter. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
}

/**
 * Delays between attempts, as `wait.Backoff` of `k8s.io/apimachinery/pkg/util/wait` computes them. An instance counts for
 * one series of attempts.
 */
export class Backoff {
  readonly #options: BackoffOptions
  readonly #clock: PassiveClock
  #duration: number
  #steps: number
  #since: number

  constructor(options: BackoffOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#duration = options.duration
    this.#steps = options.steps ?? 0
    this.#since = this.#clock.now()
  }

  /** How many more delays may grow. Loops of attempts end when it is 0. */
  get steps(): number {
    return this.#steps
  }

  /** The next delay in milliseconds. */
  step(): number {
    const { resetAfter } = this.#options
    if (resetAfter !== undefined && this.#clock.now() - this.#since > resetAfter) this.reset()
    const delay = jitter(this.#duration, this.#options.jitter ?? 0, this.#options.random)
    if (this.#steps > 0) this.#grow()
    return delay
  }

  /** Makes the next delay the first again. */
  reset(): void {
    this.#duration = this.#options.duration
    this.#steps = this.#options.steps ?? 0
    this.#since = this.#clock.now()
  }

  #grow(): void {
    const { factor = 0, cap = 0 } = this.#options
    this.#steps--
    if (factor === 0) return
    this.#duration *= factor
    if (cap > 0 && this.#duration > cap) {
      this.#duration = cap
      this.#steps = 0
    }
  }
}

/** A delay with a random part of up to `factor` times the delay on top; unchanged for factors of 0 and less. */
export function jitter(milliseconds: number, factor: number, random: () => number = Math.random): number {
  return factor > 0 ? milliseconds + random() * factor * milliseconds : milliseconds
}
