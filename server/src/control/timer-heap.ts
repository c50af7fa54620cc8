/** A timer that waits. */
export interface WaitingTimer {
  readonly due: number
  readonly callback: () => void
  /** It was neither called nor stopped. */
  isSet: boolean
}

/** Timers by the time at which they are due; those due at the same time stay in the order in which they were set. */
export class TimerHeap {
  #heap: { readonly timer: WaitingTimer; readonly rank: number }[] = []
  #rank = 0
  #size = 0

  /** How many timers are set. */
  get size(): number {
    return this.#size
  }

  /** The one that is due first. */
  get first(): WaitingTimer | undefined {
    while (this.#heap.length > 0 && !this.#heap[0]!.timer.isSet) this.#removeTop()
    return this.#heap[0]?.timer
  }

  add(timer: WaitingTimer): void {
    this.#size++
    this.#heap.push({ timer, rank: this.#rank++ })
    this.#up(this.#heap.length - 1)
  }

  /** Unsets a timer; its place is freed when it is first, or when most places are those of unset ones. */
  remove(timer: WaitingTimer): void {
    if (!timer.isSet) return
    timer.isSet = false
    this.#size--
    if (this.#heap.length > 64 && this.#heap.length > this.#size * 2) this.#rebuild()
  }

  clear(): void {
    for (const { timer } of this.#heap) timer.isSet = false
    this.#heap = []
    this.#size = 0
  }

  #rebuild(): void {
    const kept = this.#heap.filter(({ timer }) => timer.isSet)
    // A sorted array is a heap.
    this.#heap = kept.sort((a, b) => a.timer.due - b.timer.due || a.rank - b.rank)
  }

  #removeTop(): void {
    const last = this.#heap.pop()!
    if (this.#heap.length === 0) return
    this.#heap[0] = last
    this.#down(0)
  }

  #up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #down(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1
      if (left >= this.#heap.length) return
      const right = left + 1
      const child = right < this.#heap.length && this.#isBefore(right, left) ? right : left
      if (!this.#isBefore(child, at)) return
      this.#swap(at, child)
      at = child
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a]!, this.#heap[b]!]
    return first.timer.due < second.timer.due || (first.timer.due === second.timer.due && first.rank < second.rank)
  }

  #swap(a: number, b: number): void {
    const kept = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = kept
  }
}
