/** The last few of something. What is pushed out by a newer one is handed over. */
export class Recent<T> {
  readonly #items: T[] = []
  readonly #size: number
  readonly #pushedOut: (item: T) => void
  #next = 0

  constructor(size: number, pushedOut: (item: T) => void) {
    this.#size = size
    this.#pushedOut = pushedOut
  }

  add(item: T): void {
    const oldest = this.#items[this.#next]
    this.#items[this.#next] = item
    this.#next = (this.#next + 1) % this.#size
    if (oldest !== undefined) this.#pushedOut(oldest)
  }
}
