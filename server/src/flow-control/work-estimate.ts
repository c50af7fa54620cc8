/** How much of a level's concurrency a request takes. */
export interface WorkEstimate {
  /** Seats while it is worked on. */
  readonly initialSeats: number
  /** Seats afterwards, while watchers are notified of the change. */
  readonly finalSeats: number
  /** Milliseconds that the final seats are held. */
  readonly additionalLatency: number
}

/** One seat, and nothing afterwards. */
export const leastWork: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalLatency: 0 }
