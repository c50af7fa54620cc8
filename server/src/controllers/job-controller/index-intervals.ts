/** Indexes from one to another, both included. */
interface Interval {
  readonly first: number
  last: number
}

/** A set of completion indexes, kept and written as ascending intervals: `0,2-4`. Source: pkg/controller/job of Kubernetes. */
export class IndexIntervals {
  static readonly none: IndexIntervals = new IndexIntervals([])
  readonly #intervals: readonly Readonly<Interval>[]

  private constructor(intervals: readonly Readonly<Interval>[]) {
    this.#intervals = intervals
  }

  /** Reads the text of a status or a rule: indexes from `completions` on and parts that are no numbers are left out. */
  static parse(text: string | undefined, completions: number): IndexIntervals {
    const intervals: Interval[] = []
    for (const part of text === undefined || text === '' ? [] : text.split(',')) {
      const [from = '', to] = part.split('-')
      const first = numberOf(from)
      if (first === undefined) continue
      if (first >= completions) break
      const last = to === undefined ? first : numberOf(to)
      if (last === undefined) continue
      append(intervals, { first, last: Math.min(last, completions - 1) })
    }
    return new IndexIntervals(intervals)
  }

  /** A set of some indexes. */
  static of(indexes: Iterable<number>): IndexIntervals {
    const intervals: Interval[] = []
    for (const index of [...indexes].sort((a, b) => a - b)) append(intervals, { first: index, last: index })
    return new IndexIntervals(intervals)
  }

  /** The indexes of both sets. */
  union(other: IndexIntervals): IndexIntervals {
    const intervals: Interval[] = []
    const both = [...this.#intervals, ...other.#intervals].sort((a, b) => a.first - b.first)
    for (const interval of both) append(intervals, { ...interval })
    return new IndexIntervals(intervals)
  }

  /** How many indexes there are. */
  get total(): number {
    return this.#intervals.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  }

  has(index: number): boolean {
    return this.#intervals.some(({ first, last }) => first <= index && index <= last)
  }

  /** How many indexes are in both sets. */
  overlap(other: IndexIntervals): number {
    let total = 0
    for (let i = 0, j = 0; i < this.#intervals.length && j < other.#intervals.length; ) {
      const [a, b] = [this.#intervals[i]!, other.#intervals[j]!]
      total += Math.max(0, Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1)
      if (a.last <= b.last) i++
      if (b.last <= a.last) j++
    }
    return total
  }

  /** The first indexes that are not in the set, at most `count` and below `completions`. */
  firstMissing(count: number, completions: number): number[] {
    const missing: number[] = []
    let candidate = 0
    const take = (end: number): void => {
      for (; candidate < end && missing.length < count; candidate++) missing.push(candidate)
    }
    for (const { first, last } of this.#intervals) {
      take(Math.min(first, completions))
      candidate = Math.max(candidate, last + 1)
    }
    take(completions)
    return missing
  }

  toString(): string {
    return this.#intervals.map(({ first, last }) => intervalText(first, last)).join(',')
  }
}

function intervalText(first: number, last: number): string {
  if (first === last) return String(first)
  return `${first}${last === first + 1 ? ',' : '-'}${last}`
}

/** Adds an interval that does not begin before the last one does. */
function append(intervals: Interval[], next: Interval): void {
  const last = intervals.at(-1)
  if (last === undefined || next.first > last.last + 1) intervals.push(next)
  else last.last = Math.max(last.last, next.last)
}

function numberOf(text: string): number | undefined {
  return /^[-+]?[0-9]+$/.test(text) ? Number(text) : undefined
}
