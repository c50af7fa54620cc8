/** Lines around a change that a diff shows. */
const context = 3
/** From this many lines on, frequent lines are ignored for matching. */
const manyLines = 200
/** From this many lines on, only what lies between the first and the last difference is looked at. */
const hugeText = 50_000

/** A run of lines: equal ones, or such that take each other's place. */
interface Change {
  readonly equal: boolean
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
}

/** Equal lines at `a` and `b`. */
interface Block {
  readonly a: number
  readonly b: number
  readonly size: number
}

/** Parts of both texts, ends excluded. */
interface Range {
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
}

/**
 * The difference of two texts as unified diff without a header, each line terminated; empty if there is none.
 *
 * Source: Python's `difflib`, which Go's messages use.
 */
export function unifiedDiff(before: string, after: string): string {
  const matcher = new Matcher(before.split('\n'), after.split('\n'))
  let text = ''
  for (const group of grouped(matcher.changes())) text += matcher.hunk(group)
  return text
}

class Matcher {
  readonly #a: readonly string[]
  readonly #b: readonly string[]
  /** Line → its positions in `b`, without frequent lines. */
  readonly #places: ReadonlyMap<string, readonly number[]>

  constructor(a: readonly string[], b: readonly string[]) {
    this.#a = a
    this.#b = b
    this.#places = placesOf(b)
  }

  changes(): readonly Change[] {
    const changes: Change[] = []
    let [i, j] = [0, 0]
    for (const { a, b, size } of [...this.#blocks(), { a: this.#a.length, b: this.#b.length, size: 0 }]) {
      if (i < a || j < b) changes.push({ equal: false, a: [i, a], b: [j, b] })
      if (size > 0) changes.push({ equal: true, a: [a, a + size], b: [b, b + size] })
      i = a + size
      j = b + size
    }
    return changes
  }

  hunk(group: readonly Change[]): string {
    const [first, last] = [group[0]!, group.at(-1)!]
    let text = `@@ -${rangeText(first.a[0], last.a[1])} +${rangeText(first.b[0], last.b[1])} @@\n`
    for (const { equal, a, b } of group) {
      for (const line of this.#a.slice(...a)) text += `${equal ? ' ' : '-'}${line}\n`
      if (!equal) for (const line of this.#b.slice(...b)) text += `+${line}\n`
    }
    return text
  }

  /** The longest runs of equal lines, one between two others, in order; neighbours made one. */
  #blocks(): readonly Block[] {
    const found: Block[] = []
    const pending: Range[] = [this.#whole(found)]
    for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
      const { a, b, size } = this.#longest(range)
      if (size === 0) continue
      found.push({ a, b, size })
      pending.push({ a: [range.a[0], a], b: [range.b[0], b] })
      pending.push({ a: [a + size, range.a[1]], b: [b + size, range.b[1]] })
    }
    return joined(found.sort((x, y) => x.a - y.a || x.b - y.b))
  }

  #whole(found: Block[]): Range {
    const [endA, endB] = [this.#a.length, this.#b.length]
    if (Math.max(endA, endB) < hugeText) return { a: [0, endA], b: [0, endB] }
    let start = 0
    while (start < Math.min(endA, endB) && this.#a[start] === this.#b[start]) start++
    let end = 0
    while (end < Math.min(endA, endB) - start && this.#a[endA - end - 1] === this.#b[endB - end - 1]) end++
    if (start > 0) found.push({ a: 0, b: 0, size: start })
    if (end > 0) found.push({ a: endA - end, b: endB - end, size: end })
    return { a: [start, endA - end], b: [start, endB - end] }
  }

  #longest({ a, b }: Range): Block {
    let best: Block = { a: a[0], b: b[0], size: 0 }
    let lengths = new Map<number, number>()
    for (let i = a[0]; i < a[1]; i++) {
      const next = new Map<number, number>()
      for (const j of this.#places.get(this.#a[i]!) ?? []) {
        if (j < b[0]) continue
        if (j >= b[1]) break
        const size = (lengths.get(j - 1) ?? 0) + 1
        next.set(j, size)
        if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size }
      }
      lengths = next
    }
    return this.#widened(best, { a, b })
  }

  /** A run continues over equal frequent lines. */
  #widened(block: Block, { a, b }: Range): Block {
    let { a: i, b: j, size } = block
    while (i > a[0] && j > b[0] && this.#a[i - 1] === this.#b[j - 1]) {
      i--
      j--
      size++
    }
    while (i + size < a[1] && j + size < b[1] && this.#a[i + size] === this.#b[j + size]) size++
    return { a: i, b: j, size }
  }
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [i, line] of lines.entries()) {
    const known = places.get(line)
    if (known === undefined) places.set(line, [i])
    else known.push(i)
  }
  if (lines.length < manyLines) return places
  const most = Math.floor(lines.length / 100) + 1
  for (const [line, found] of places) if (found.length > most) places.delete(line)
  return places
}

function joined(blocks: readonly Block[]): readonly Block[] {
  const list: Block[] = []
  for (const block of blocks) {
    const last = list.at(-1)
    if (last !== undefined && last.a + last.size === block.a && last.b + last.size === block.b) {
      list[list.length - 1] = { ...last, size: last.size + block.size }
    } else list.push(block)
  }
  return list
}

/** Changes that are near each other, with the lines around them. */
function grouped(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = []
  let group: Change[] = []
  for (const [n, change] of changes.entries()) {
    if (!change.equal) {
      group.push(change)
      continue
    }
    const [isFirst, isLast] = [n === 0, n === changes.length - 1]
    const size = change.a[1] - change.a[0]
    if (!isFirst && !isLast && size <= 2 * context) {
      group.push(change)
      continue
    }
    if (!isFirst) {
      group.push(headOf(change))
      groups.push(group)
      group = []
    }
    if (!isLast) group.push(tailOf(change))
  }
  if (group.some(({ equal }) => !equal)) groups.push(group)
  return groups.filter((list) => list.some(({ equal }) => !equal))
}

function headOf({ a, b }: Change): Change {
  const size = Math.min(context, a[1] - a[0])
  return { equal: true, a: [a[0], a[0] + size], b: [b[0], b[0] + size] }
}

function tailOf({ a, b }: Change): Change {
  const size = Math.min(context, a[1] - a[0])
  return { equal: true, a: [a[1] - size, a[1]], b: [b[1] - size, b[1]] }
}

function rangeText(start: number, end: number): string {
  const length = end - start
  if (length === 1) return String(start + 1)
  return `${length === 0 ? start : start + 1},${length}`
}
