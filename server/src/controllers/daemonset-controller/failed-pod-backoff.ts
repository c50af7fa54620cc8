const [first, longest] = [1000, 15 * 60_000]

interface Pause {
  length: number
  since: number
}

/** How long failed pods are left before they are replaced: each time twice as long. Source: util/flowcontrol of client-go. */
export class FailedPodBackoff {
  readonly #pauses = new Map<string, Pause>()

  /** The pause that a key is in, in milliseconds; undefined for none. @param now - milliseconds since the epoch. */
  pauseOf(key: string, now: number): number | undefined {
    const pause = this.#pauses.get(key)
    return pause !== undefined && now - pause.since < pause.length ? pause.length : undefined
  }

  /** Begins the next pause of a key. */
  next(key: string, now: number): void {
    for (const [each, { since }] of this.#pauses) if (now - since > 2 * longest) this.#pauses.delete(each)
    const length = Math.min(2 * (this.#pauses.get(key)?.length ?? first / 2), longest)
    this.#pauses.set(key, { length, since: now })
  }
}
