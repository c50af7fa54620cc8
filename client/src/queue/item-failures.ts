/** The number of failures of each item, for limiters per item. */
export class ItemFailures<T> {
  readonly #failures = new Map<T, number>()

  /** Counts one more. @returns how many there are with it. */
  add(item: T): number {
    const count = this.of(item) + 1
    this.#failures.set(item, count)
    return count
  }

  /** How many there are. */
  of(item: T): number {
    return this.#failures.get(item) ?? 0
  }

  /** Starts from zero. */
  forget(item: T): void {
    this.#failures.delete(item)
  }
}
