/** How many seats were wanted over a time. */
export interface DemandStatistics {
  readonly average: number
  readonly deviation: number
  readonly max: number
  /** Milliseconds. */
  readonly duration: number
}

/**
 * A value that changes, and its mean over time.
 *
 * Source: `integrator` of k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing.
 */
export class Integrator {
  #value = 0
  #integral = 0
  #squares = 0
  #duration = 0
  #max = 0
  #last: number

  constructor(now: number) {
    this.#last = now
  }

  set(value: number, now: number): void {
    this.#advance(now)
    this.#value = value
    if (value > this.#max) this.#max = value
  }

  /** The observations since the last call. */
  reset(now: number): DemandStatistics {
    this.#advance(now)
    const duration = this.#duration
    const average = duration > 0 ? this.#integral / duration : 0
    const variance = duration > 0 ? this.#squares / duration - average * average : 0
    const statistics = { average, deviation: Math.sqrt(Math.max(variance, 0)), max: this.#max, duration }
    this.#integral = 0
    this.#squares = 0
    this.#duration = 0
    this.#max = this.#value
    return statistics
  }

  #advance(now: number): void {
    const passed = now - this.#last
    if (passed <= 0) return
    this.#last = now
    this.#duration += passed
    this.#integral += this.#value * passed
    this.#squares += this.#value * this.#value * passed
  }
}

const smoothing = 0.977

/** The demand of a level, kept from one adjustment to the next. Source: `seatDemandStats` of apf_controller.go. */
export class SeatDemand {
  average = 0
  deviation = 0
  highWatermark = 0
  smoothed = 0

  update({ average, deviation, max, duration }: DemandStatistics): void {
    this.highWatermark = Math.round(max)
    if (duration <= 0) return
    this.average = average
    this.deviation = deviation
    const envelope = average + deviation
    this.smoothed = Math.max(envelope, smoothing * this.smoothed + (1 - smoothing) * envelope)
  }
}
