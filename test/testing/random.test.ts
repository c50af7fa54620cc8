import { expect, test } from 'vitest'
import { Random } from '../../src/testing/random.js'

/** The generator mulberry32 as it is published. */
function mulberry32(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}

test.each([0, 1, 7, -1, 2 ** 31, 2 ** 32 + 5])('the choices of seed %d are those of mulberry32', (seed) => {
  const random = new Random(seed)
  const reference = mulberry32(seed)
  for (let i = 0; i < 200; i++) expect(random.next()).toBe(reference())
})

test('numbers stay within their limits and reach them', () => {
  const random = new Random(1)
  const below = new Set(Array.from({ length: 200 }, () => random.below(4)))
  const between = new Set(Array.from({ length: 200 }, () => random.between(-1, 2)))
  expect([...below].sort()).toEqual([0, 1, 2, 3])
  expect([...between].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2])
  expect(random.between(5, 5)).toBe(5)
  expect(random.below(1)).toBe(0)
})

test('a share is never, always, or about as often as it says', () => {
  const random = new Random(2)
  const hits = (share: number): number =>
    Array.from({ length: 1000 }, () => random.chance(share)).filter(Boolean).length
  expect([hits(0), hits(1)]).toEqual([0, 1000])
  expect(hits(0.3)).toBeGreaterThan(240)
  expect(hits(0.3)).toBeLessThan(360)
})

test('elements are picked, and words made, of every kind', () => {
  const random = new Random(3)
  expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
  const words = Array.from({ length: 300 }, () => random.word())
  expect(new Set(words.map(({ length }) => length))).toEqual(new Set([3, 4, 5, 6, 7, 8]))
  expect([...new Set(words.join(''))].sort().join('')).toBe('abcdefghijklmnopqrstuvwxyz')
  expect(random.word(2, 2)).toMatch(/^[a-z]{2}$/)
  expect(random.word(0, 0)).toBe('')
})
