/** Items of which the first by `before` is taken next; an item can be removed. */
export class Heap<T extends object> {
  readonly #before: (a: T, b: T) => boolean
  readonly #items: T[] = []
  readonly #positions = new Map<T, number>()

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before
  }

  get size(): number {
    return this.#items.length
  }

  has(item: T): boolean {
    return this.#positions.has(item)
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  /** Adds an item, or finds its place anew when it is there and has changed. */
  put(item: T): void {
    if (!this.#positions.has(item)) {
      this.#positions.set(item, this.#items.length)
      this.#items.push(item)
    }
    this.#settle(this.#positions.get(item)!)
  }

  clear(): void {
    this.#items.length = 0
    this.#positions.clear()
  }

  pop(): T | undefined {
    const first = this.#items[0]
    if (first !== undefined) this.remove(first)
    return first
  }

  /** @returns whether the item was there */
  remove(item: T): boolean {
    const at = this.#positions.get(item)
    if (at === undefined) return false
    const last = this.#items.pop()!
    this.#positions.delete(item)
    if (last !== item) {
      this.#set(at, last)
      this.#settle(at)
    }
    return true
  }

  #settle(at: number): void {
    this.#down(this.#up(at))
  }

  #up(start: number): number {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#before(this.#items[at]!, this.#items[parent]!)) break
      this.#swap(at, parent)
      at = parent
    }
    return at
  }

  #down(start: number): void {
    for (let at = start; ; ) {
      const left = 2 * at + 1
      let first = at
      for (const child of [left, left + 1])
        if (child < this.#items.length && this.#before(this.#items[child]!, this.#items[first]!)) first = child
      if (first === at) return
      this.#swap(at, first)
      at = first
    }
  }

  #swap(a: number, b: number): void {
    const [itemA, itemB] = [this.#items[a]!, this.#items[b]!]
    this.#set(a, itemB)
    this.#set(b, itemA)
  }

  #set(at: number, item: T): void {
    this.#items[at] = item
    this.#positions.set(item, at)
  }
}
