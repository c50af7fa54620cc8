/** A value that can be in a {@link LinkedList}, in one at a time, and has the links to its neighbours itself. */
export interface Linked<T> {
  previous: T | undefined
  next: T | undefined
}

/**
 * Values in the order in which they came, for those that come and go with every request.
 *
 * A `Set` makes a table anew every few changes, and a table that the engine has moved among its old objects keeps all that
 * follow, with what they held, until all memory is collected. A value that is taken out here refers to no other.
 */
export class LinkedList<T extends Linked<T>> implements Iterable<T> {
  #first: T | undefined
  #last: T | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  /** The value that came first. */
  get first(): T | undefined {
    return this.#first
  }

  /** Adds a value that is in no list, at the end. */
  add(value: T): void {
    value.previous = this.#last
    if (this.#last === undefined) this.#first = value
    else this.#last.next = value
    this.#last = value
    this.#size++
  }

  /** Takes out a value. False where it is in no list; it must not be in another. */
  delete(value: T): boolean {
    const { previous, next } = value
    if (previous === undefined && this.#first !== value) return false
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next === undefined) this.#last = previous
    else next.previous = previous
    value.previous = undefined
    value.next = undefined
    this.#size--
    return true
  }

  /** All values; the one that was given last may be taken out meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    for (let value = this.#first; value !== undefined; ) {
      const { next }: T = value
      yield value
      value = next
    }
  }
}
