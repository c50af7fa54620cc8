import { describe, expect, it } from 'vitest'
import { mutateText } from '../interop/mutate.mjs'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'
import { objectFor, type Twins, twins } from './pairs.js'

/** What one of them does with a text: its result, or that it refuses. Integers of any size are compared as text. */
function outcome(read: (text: string) => unknown, text: string): string {
  try {
    const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
    return JSON.stringify(read(text), digits) ?? 'undefined'
  } catch {
    return 'refused'
  }
}

function same({ fast, exact }: Twins, text: string): void {
  expect(outcome(fast, text), text).toBe(outcome(exact, text))
}

describe.each(twins.map((pair) => [pair.name, pair] as const))('%s: the fast way and the exact one', (_, pair) => {
  it('agree on objects', () => {
    for (let seed = 1; seed <= rounds(100); seed++) same(pair, pair.text(objectFor(seed)))
  })

  it('agree on texts with mistakes', () => {
    const random = new Random(5)
    let refused = 0
    for (let seed = 1; seed <= rounds(240); seed++) {
      const text = mutateText(pair.text(objectFor(seed % 40)), random) as string
      same(pair, text)
      if (outcome(pair.exact, text) === 'refused') refused++
    }
    expect(refused).toBeGreaterThan(0)
  })
})
