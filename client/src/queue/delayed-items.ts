import type { Clock, Timer } from 'apimachinery/wait'

/** An item that waits for its time. */
interface Delayed<K, T> {
  readonly key: K
  readonly item: T
  /** By the monotonic clock. */
  due: number
  priority: number
  /** Its place in the heap. */
  index: number
  readonly sequence: number
}

/** Items that wait for their time, each once: the earlier time counts. One timer, for the next of them. */
export class DelayedItems<K, T> {
  readonly #clock: Clock
  readonly #ready: (item: T, priority: number) => void
  readonly #byKey = new Map<K, Delayed<K, T>>()
  readonly #heap: Delayed<K, T>[] = []
  #timer: Timer | undefined
  #timerDue = 0
  #sequence = 0

  constructor(clock: Clock, ready: (item: T, priority: number) => void) {
    this.#clock = clock
    this.#ready = ready
  }

  get length(): number {
    return this.#heap.length
  }

  /** When the next item is due, in milliseconds from now; undefined when none waits. */
  get untilNext(): number | undefined {
    const next = this.#heap[0]
    return next && Math.max(0, next.due - this.#clock.monotonic())
  }

  /** When an item is due, in milliseconds from now; undefined when it does not wait. */
  untilDue(key: K): number | undefined {
    const found = this.#byKey.get(key)
    return found && Math.max(0, found.due - this.#clock.monotonic())
  }

  add(key: K, item: T, { delay, priority }: { readonly delay: number; readonly priority: number }): void {
    const due = this.#clock.monotonic() + delay
    const known = this.#byKey.get(key)
    if (known === undefined) {
      const added = { key, item, due, priority, index: this.#heap.length, sequence: this.#sequence++ }
      this.#byKey.set(key, added)
      this.#heap.push(added)
      this.#siftUp(added.index)
    } else {
      known.priority = Math.max(known.priority, priority)
      if (due < known.due) {
        known.due = due
        this.#siftUp(known.index)
      }
    }
    this.#setTimer()
  }

  /** Forgets all items, and the timer. */
  clear(): void {
    this.#timer?.stop()
    this.#timer = undefined
    this.#byKey.clear()
    this.#heap.length = 0
  }

  #setTimer(): void {
    const next = this.#heap[0]
    if (next === undefined || (this.#timer !== undefined && this.#timerDue <= next.due)) return
    this.#timer?.stop()
    this.#timerDue = next.due
    this.#timer = this.#clock.setTimer(() => this.#fire(), next.due - this.#clock.monotonic())
  }

  #fire(): void {
    this.#timer = undefined
    const now = this.#clock.monotonic()
    for (let next = this.#heap[0]; next !== undefined && next.due <= now; next = this.#heap[0]) {
      this.#removeFirst()
      this.#byKey.delete(next.key)
      this.#ready(next.item, next.priority)
    }
    this.#setTimer()
  }

  #removeFirst(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    last.index = 0
    this.#siftDown()
  }

  #isBefore(a: Delayed<K, T>, b: Delayed<K, T>): boolean {
    return a.due < b.due || (a.due === b.due && a.sequence < b.sequence)
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#heap[a], this.#heap[b]] as [Delayed<K, T>, Delayed<K, T>]
    this.#heap[a] = y
    this.#heap[b] = x
    y.index = a
    x.index = b
  }

  #siftUp(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(this.#heap[index]!, this.#heap[parent]!)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #siftDown(): void {
    for (let index = 0; ; ) {
      let first = index
      for (const child of [2 * index + 1, 2 * index + 2]) {
        const other = this.#heap[child]
        if (other !== undefined && this.#isBefore(other, this.#heap[first]!)) first = child
      }
      if (first === index) return
      this.#swap(index, first)
      index = first
    }
  }
}
