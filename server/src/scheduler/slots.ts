/** Bounds how much work goes on at once beside the search for nodes. */
export class Slots {
  readonly #running = new Set<Promise<void>>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** Runs work that does not fail. */
  run(work: () => Promise<void>): void {
    const running = work().finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  get isFull(): boolean {
    return this.#running.size >= this.#most
  }

  /** Waits until there is room. */
  async free(): Promise<void> {
    while (this.isFull) await Promise.race(this.#running)
  }

  /** Waits until all work has ended. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
