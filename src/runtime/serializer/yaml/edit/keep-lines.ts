/** Changes beyond which the lines are not compared: everything was rewritten. */
const mostChanges = 300

/**
 * Restores the lines of `original` that `written` also has, except for white space; the other lines of `written` get the
 * indentation of their neighbours in `original`. The caller checks that the text still has the same value.
 */
export function keepLines(original: string, written: string): string {
  const before = original.split('\n')
  const after = written.split('\n')
  const kept = commonLines(before.map(withoutBlanks), after.map(withoutBlanks))
  if (kept === undefined) return written
  const ending = before[0]?.endsWith('\r') === true ? '\r' : ''
  const indent = (line: number) => {
    const text = after[line] ?? ''
    const shift = shiftAt(line, { before, after, kept })
    return text === '' ? text : `${' '.repeat(Math.max(0, indentOf(text) + shift))}${text.trimStart()}${ending}`
  }
  return after.map((_, line) => before[kept.get(line) ?? -1] ?? indent(line)).join('\n')
}

function withoutBlanks(line: string): string {
  return line.replaceAll(/\s+/g, '')
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Indentation difference of the nearest kept line of the same depth, or of the nearest outer one above. */
function shiftAt(
  line: number,
  { before, after, kept }: { before: string[]; after: string[]; kept: ReadonlyMap<number, number> },
): number {
  const depth = indentOf(after[line] ?? '')
  let outer: number | undefined
  for (let above = line - 1; above >= 0; above--) {
    const old = kept.get(above)
    const text = after[above] ?? ''
    if (old === undefined || text.trim() === '' || indentOf(text) > depth) continue
    const shift = indentOf(before[old] ?? '') - indentOf(text)
    if (indentOf(text) === depth) return shift
    outer ??= shift
    if (indentOf(text) === 0) break
  }
  for (let below = line + 1; below < after.length; below++) {
    const old = kept.get(below)
    const text = after[below] ?? ''
    if (text.trim() !== '' && indentOf(text) < depth) break
    if (old !== undefined && text.trim() !== '' && indentOf(text) === depth)
      return indentOf(before[old] ?? '') - indentOf(text)
  }
  return outer ?? 0
}

/** For each line of `after` that is also one of `before`, in a longest common order, its place there (Myers' O(ND) difference). */
function commonLines(before: readonly string[], after: readonly string[]): Map<number, number> | undefined {
  const furthest = new Map([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let changes = 0; changes <= Math.min(mostChanges, before.length + after.length); changes++) {
    trace.push(new Map(furthest))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const from = previous(furthest, diagonal, changes)
      let x = (furthest.get(from) ?? 0) + (from < diagonal ? 1 : 0)
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      furthest.set(diagonal, x)
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trace, before.length, after.length)
    }
  }
  return undefined
}

/** The diagonal from which this one is reached with one change more: from above, or from the left. */
function previous(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): number {
  const above = furthest.get(diagonal + 1) ?? -1
  const left = furthest.get(diagonal - 1) ?? -1
  return diagonal === -changes || (diagonal !== changes && left < above) ? diagonal + 1 : diagonal - 1
}

function walkBack(trace: readonly ReadonlyMap<number, number>[], x: number, y: number): Map<number, number> {
  const common = new Map<number, number>()
  for (const [changes, furthest] of [...trace.entries()].reverse()) {
    const from = previous(furthest, x - y, changes)
    const start = (furthest.get(from) ?? 0) + (from < x - y ? 1 : 0)
    while (x > start) common.set(--y, --x)
    x = furthest.get(from) ?? 0
    y = x - from
  }
  return common
}
