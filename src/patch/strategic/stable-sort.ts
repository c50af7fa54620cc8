const blockSize = 20

/**
 * Sorts in place, step by step as Go's `sort.SliceStable`: the order may be inconsistent, and then the result depends on
 * the steps.
 */
export function stableSort<T>(list: T[], less: (a: T, b: T) => boolean): void {
  new StableSort(list, less).sort()
}

class StableSort<T> {
  readonly #list: T[]
  readonly #less: (a: T, b: T) => boolean

  constructor(list: T[], less: (a: T, b: T) => boolean) {
    this.#list = list
    this.#less = less
  }

  sort(): void {
    const n = this.#list.length
    for (let start = 0; start < n; start += blockSize) this.#insertionSort(start, Math.min(start + blockSize, n))
    for (let size = blockSize; size < n; size *= 2) {
      let start = 0
      for (; start + 2 * size <= n; start += 2 * size) this.#merge(start, start + size, start + 2 * size)
      if (start + size < n) this.#merge(start, start + size, n)
    }
  }

  #isLess(i: number, j: number): boolean {
    return this.#less(this.#list[i] as T, this.#list[j] as T)
  }

  #swap(i: number, j: number): void {
    const held = this.#list[i] as T
    this.#list[i] = this.#list[j] as T
    this.#list[j] = held
  }

  #insertionSort(start: number, end: number): void {
    for (let i = start + 1; i < end; i++) {
      for (let j = i; j > start && this.#isLess(j, j - 1); j--) this.#swap(j, j - 1)
    }
  }

  /** Merges two sorted neighbours by rotations, without extra space. */
  #merge(start: number, middle: number, end: number): void {
    if (middle - start === 1) {
      const at = this.#search(middle, end, (k) => !this.#isLess(k, start))
      for (let k = start; k < at - 1; k++) this.#swap(k, k + 1)
      return
    }
    if (end - middle === 1) {
      const at = this.#search(start, middle, (k) => this.#isLess(middle, k))
      for (let k = middle; k > at; k--) this.#swap(k, k - 1)
      return
    }
    const half = (start + end) >> 1
    const sum = half + middle
    const [low, high] = middle > half ? [sum - end, half] : [start, middle]
    const first = this.#search(low, high, (k) => this.#isLess(sum - 1 - k, k))
    const last = sum - first
    if (first < middle && middle < last) this.#rotate(first, middle, last)
    if (start < first && first < half) this.#merge(start, first, half)
    if (half < last && last < end) this.#merge(half, last, end)
  }

  /** The first index from `low` for which `found` holds. */
  #search(low: number, high: number, found: (index: number) => boolean): number {
    let [from, to] = [low, high]
    while (from < to) {
      const middle = (from + to) >> 1
      if (found(middle)) to = middle
      else from = middle + 1
    }
    return from
  }

  #rotate(start: number, middle: number, end: number): void {
    const rotated = [...this.#list.slice(middle, end), ...this.#list.slice(start, middle)]
    for (const [i, element] of rotated.entries()) this.#list[start + i] = element
  }
}
