import { Fifo } from 'apimachinery/collections'
import { FairFifo } from './fair-fifo.js'

/** An item that waits for a worker. */
export interface ReadyItem<T> {
  readonly item: T
  priority: number
  /** Whether a worker has it already. */
  taken: boolean
}

/** Items that wait for a worker: the highest priority first; equal ones in order, or in turns between groups. */
export class ReadyItems<T> {
  readonly #fairBy: ((item: T) => string) | undefined
  readonly #levels = new Map<number, Fifo<ReadyItem<T>> | FairFifo<ReadyItem<T>>>()
  /** Highest first. */
  #priorities: number[] = []

  constructor(fairBy: ((item: T) => string) | undefined) {
    this.#fairBy = fairBy
  }

  push(ready: ReadyItem<T>): void {
    this.#level(ready.priority).push(ready)
  }

  /** Moves an item to a higher priority. Its entry at the lower one is skipped later. */
  raise(ready: ReadyItem<T>, priority: number): void {
    ready.priority = priority
    this.#level(priority).push(ready)
  }

  shift(): ReadyItem<T> | undefined {
    for (;;) {
      const priority = this.#priorities[0]
      if (priority === undefined) return undefined
      const level = this.#level(priority)
      const ready = level.shift()
      if (ready === undefined) {
        this.#levels.delete(priority)
        this.#priorities.shift()
        continue
      }
      if (ready.taken || ready.priority !== priority) continue
      ready.taken = true
      return ready
    }
  }

  #level(priority: number): Fifo<ReadyItem<T>> | FairFifo<ReadyItem<T>> {
    let level = this.#levels.get(priority)
    if (level !== undefined) return level
    const fairBy = this.#fairBy
    level = fairBy === undefined ? new Fifo() : new FairFifo(({ item }) => fairBy(item))
    this.#levels.set(priority, level)
    this.#priorities = [...this.#levels.keys()].sort((a, b) => b - a)
    return level
  }
}
