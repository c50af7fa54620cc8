/** How long an answer waits for its event. With a store that cannot show what was written, writes go on without. */
const longestWait = 50

interface Writer {
  readonly revision: number
  readonly done: () => void
}

/**
 * Writers that wait until the watchers have what they wrote, so that no client finds its cache older than the answer that it got.
 * The wait is bounded by real time, whatever clock a server has: it is about what the process does next.
 */
export class DispatchedWrites {
  readonly #waiting = new Set<Writer>()

  wait(revision: number): Promise<void> {
    return new Promise((resolve) => {
      const timeout = setTimeout(() => writer.done(), longestWait)
      const writer: Writer = {
        revision,
        done: () => {
          clearTimeout(timeout)
          this.#waiting.delete(writer)
          resolve()
        },
      }
      this.#waiting.add(writer)
    })
  }

  /** The watchers have everything up to this revision. */
  reached(revision: number): void {
    if (this.#waiting.size === 0) return
    for (const writer of this.#waiting) if (writer.revision <= revision) writer.done()
  }

  /** Nobody knows when the watchers will have it. */
  release(): void {
    for (const writer of this.#waiting) writer.done()
  }
}
