const compactAt = 64

/** A queue without limit, which takes off its first item without moving the others. `k8s.io/utils/buffer`. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #head = 0

  get length(): number {
    return this.#items.length - this.#head
  }

  /** Puts an item behind all others. */
  push(item: T): void {
    this.#items.push(item)
  }

  /** Takes off the first item; `undefined` where there is none. */
  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined
    const item = this.#items[this.#head]
    this.#items[this.#head++] = undefined
    if (this.#head === this.#items.length) {
      this.#items = []
      this.#head = 0
    } else if (this.#head >= compactAt && this.#head * 2 >= this.#items.length) {
      // Half of the array is used up: the rest moves to the front, at a constant cost per item.
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return item
  }
}
