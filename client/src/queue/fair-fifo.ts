import { Fifo } from 'apimachinery/collections'

/** Items of several groups, which take turns; those of one group leave in the order in which they came. */
export class FairFifo<T> {
  readonly #groupOf: (item: T) => string
  /** The group of the next turn is first. */
  readonly #groups = new Map<string, Fifo<T>>()

  constructor(groupOf: (item: T) => string) {
    this.#groupOf = groupOf
  }

  push(item: T): void {
    const name = this.#groupOf(item)
    let group = this.#groups.get(name)
    if (group === undefined) {
      group = new Fifo()
      this.#groups.set(name, group)
    }
    group.push(item)
  }

  shift(): T | undefined {
    for (const [name, group] of this.#groups) {
      const item = group.shift()
      this.#groups.delete(name)
      if (group.length > 0) this.#groups.set(name, group)
      return item
    }
    return undefined
  }
}
