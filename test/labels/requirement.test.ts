import { describe, expect, test } from 'vitest'
import { newRequirement, parse } from '../../src/labels/index.js'

/** From some number of values on a requirement keeps a set of them: every value counts on both sides of it. */
describe.each([1, 2, 3, 7, 8, 9, 20])('a requirement of %i values', (count) => {
  // Not in the order of bytes.
  const values = Array.from({ length: count }, (_, i) => `v${(i * 7) % count}`)

  test('is met by each of them, and by no other', () => {
    const within = newRequirement('k', 'in', values)
    const without = newRequirement('k', 'notin', values)
    for (const k of values) {
      expect(within.matches({ k }), k).toBe(true)
      expect(without.matches({ k }), k).toBe(false)
    }
    for (const k of ['', 'v', 'w0', `v${count}`]) {
      expect(within.matches({ k }), k).toBe(false)
      expect(without.matches({ k }), k).toBe(true)
    }
    expect([within.matches({}), without.matches({})]).toEqual([false, true])
  })

  test('shows each of them once, and is read back', () => {
    const requirement = newRequirement('k', 'in', [...values, ...values])
    expect(requirement.values).toEqual([...new Set(values)].sort())
    expect(requirement.valuesUnsorted).toHaveLength(2 * count)
    const [again] = parse(newRequirement('k', 'in', values).toString()).requirements().requirements
    expect(again?.values).toEqual(requirement.values)
  })
})
