import { describe, expect, test } from 'vitest'
import { newRequirement, parse } from '../../src/labels/index.js'
import { Requirement } from '../../src/labels/requirement.js'

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

test.each([
  ['gt', '4', false],
  ['gt', '5', false],
  ['gt', '6', true],
  ['lt', '4', true],
  ['lt', '5', false],
  ['lt', '6', false],
  ['gt', 'x', false],
  ['lt', 'x', false],
  ['lt', '', false],
  ['gt', '9223372036854775808', false],
] as const)('k %s 5: %j meets it: %j', (operator, k, met) => {
  const requirement = newRequirement('k', operator, ['5'])
  expect(requirement.matches({ k })).toBe(met)
  expect(requirement.matches({})).toBe(false)
})

test('a comparison with none or with several values is never met', () => {
  for (const values of [[], ['1', '2'], ['x']])
    for (const operator of ['gt', 'lt'] as const)
      for (const k of ['0', '3']) expect(new Requirement('k', operator, values).matches({ k })).toBe(false)
})

test('requirements are equal that have the same key, operator, and values in the same order', () => {
  const requirement = newRequirement('k', 'in', ['a', 'b'])
  expect(requirement.equals(newRequirement('k', 'in', ['a', 'b']))).toBe(true)
  const others = [
    newRequirement('l', 'in', ['a', 'b']),
    newRequirement('k', 'notin', ['a', 'b']),
    newRequirement('k', 'in', ['b', 'a']),
    newRequirement('k', 'in', ['a']),
    newRequirement('k', 'in', ['a', 'b', 'c']),
    newRequirement('k', 'in', ['a', 'c']),
  ]
  for (const other of others) expect([requirement.equals(other), other.equals(requirement)]).toEqual([false, false])
})

test('a requirement without values has none', () => {
  expect(newRequirement('k', 'exists').values).toEqual([])
  expect(newRequirement('k', '!').valuesUnsorted).toEqual([])
})
