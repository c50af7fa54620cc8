import { type StateEntry, textOf } from './final-state.js'

/** What differs between two states, as lines: a field of an object that is in both, or an object that is in one. */
export function differences(expected: readonly StateEntry[], given: readonly StateEntry[]): readonly string[] {
  const [missing, added] = [without(expected, given), without(given, expected)]
  const lines: string[] = []
  for (const entry of missing) {
    const index = added.findIndex(({ key }) => key === entry.key)
    const [other] = index < 0 ? [] : added.splice(index, 1)
    if (other === undefined) lines.push(`- ${shortened(textOf(entry))}`)
    else lines.push(...fieldDifferences(entry.key, entry.value, other.value))
  }
  return [...lines, ...added.map((entry) => `+ ${shortened(textOf(entry))}`)]
}

function shortened(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text
}

function fieldDifferences(path: string, expected: unknown, given: unknown): readonly string[] {
  if (JSON.stringify(expected) === JSON.stringify(given)) return []
  if (isRecord(expected) && isRecord(given)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(given)])].sort()
    return keys.flatMap((key) => fieldDifferences(`${path} .${key}`, expected[key], given[key]))
  }
  return [
    `${path}: expected ${shortened(JSON.stringify(expected) ?? 'none')} got ${shortened(JSON.stringify(given) ?? 'none')}`,
  ]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is in `all` more often than in `others`. */
function without(all: readonly StateEntry[], others: readonly StateEntry[]): StateEntry[] {
  const counts = new Map<string, number>()
  for (const each of others) counts.set(textOf(each), (counts.get(textOf(each)) ?? 0) + 1)
  return all.filter((each) => {
    const left = counts.get(textOf(each)) ?? 0
    if (left > 0) counts.set(textOf(each), left - 1)
    return left === 0
  })
}
