import { quote } from '../../../internal/quote.js'

interface Interval {
  readonly first: number
  readonly last: number
}

/**
 * Counts the indexes of a job in text such as `0,2-4`; a string is the problem.
 *
 * @param completions - upper bound of the indexes.
 */
export function readIndexes(text: string, completions: number): number | string {
  if (text === '') return 0
  let total = 0
  let previous: number | undefined
  for (const part of text.split(',')) {
    const interval = readInterval(part, completions)
    if (typeof interval === 'string') return interval
    const { first, last } = interval
    if (previous !== undefined && previous >= first) {
      return `non-increasing order, previous: ${previous}, current: ${first}`
    }
    total += last - first + 1
    previous = last
  }
  return total
}

function readInterval(text: string, completions: number): Interval | string {
  const [from = '', to, ...more] = text.split('-')
  if (more.length > 0) {
    return `the fragment ${quote(text)} violates the requirement that an index interval can have at most two parts separated by '-'`
  }
  const first = readIndex(from, completions)
  if (typeof first === 'string') return first
  if (to === undefined) return { first, last: first }
  const last = readIndex(to, completions)
  if (typeof last === 'string') return last
  return first >= last ? `non-increasing order, previous: ${first}, current: ${last}` : { first, last }
}

function readIndex(text: string, completions: number): number | string {
  const index = /^[-+]?\d{1,19}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(index)) return `cannot convert string to integer for index: ${quote(text)}`
  return index >= completions ? `too large index: ${quote(text)}` : index
}

/** Describes where two lists of indexes overlap; invalid parts are ignored. */
export function overlapOf(completed: string, failed: string, completions: number): string | undefined {
  if (completed === '' || failed === '') return undefined
  const done = intervalsOf(completed, completions)
  const bad = intervalsOf(failed, completions)
  for (let i = 0, j = 0; i < done.length && j < bad.length; ) {
    const [a, b] = [done[i]!, bad[j]!]
    if (a.first <= b.last && b.first <= a.last) {
      return `failedIndexes and completedIndexes overlap at index: ${Math.max(a.first, b.first)}`
    }
    if (a.first <= b.first) i++
    else j++
  }
  return undefined
}

function intervalsOf(text: string, completions: number): readonly Interval[] {
  return text.split(',').flatMap((part) => {
    const interval = readInterval(part, completions)
    return typeof interval === 'string' ? [] : [interval]
  })
}
