import { describe, expect, it } from 'vitest'
import { compareKeys } from '../../src/internal/compare-keys.js'
import { OrderedMap } from '../../src/internal/ordered-map.js'

interface Entry {
  readonly key: string
  readonly value: number
}

function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function sorted(model: Map<string, number>): Entry[] {
  return [...model].map(([key, value]) => ({ key, value })).sort((a, b) => compareKeys(a.key, b.key))
}

describe('OrderedMap', () => {
  it.each([1, 2, 3])('does what a sorted list does, and older maps stay (seed %i)', (seed) => {
    const next = random(seed)
    const model = new Map<string, number>()
    let map = OrderedMap.empty<Entry>()
    const kept: [OrderedMap<Entry>, Entry[]][] = []
    for (let step = 0; step < 4000; step++) {
      const key = `/${next(8)}/${'x'.repeat(next(3))}${next(150)}`
      // It grows for a while, then shrinks to nothing.
      if (next(4000) > step) {
        model.set(key, step)
        map = map.set({ key, value: step })
      } else {
        const victim = next(2) === 0 ? key : ([...model.keys()][0] ?? key)
        model.delete(victim)
        map = map.delete(victim)
      }
      expect(map.size).toBe(model.size)
      if (step % 400 === 0) kept.push([map, sorted(model)])
    }
    for (const key of model.keys()) map = map.delete(key)
    expect([...map]).toEqual([])
    for (const [older, entries] of kept) {
      expect([...older]).toEqual(entries)
      for (const prefix of ['', '/', '/3', '/3/', '/9', '/7/x1', '/0/xx149', 'z']) {
        const wanted = entries.filter(({ key }) => key.startsWith(prefix))
        expect(older.withPrefix(prefix)).toEqual(wanted)
        expect(older.withPrefix(prefix, prefix, 3)).toEqual(wanted.slice(0, 3))
        expect(older.countPrefix(prefix)).toBe(wanted.length)
        const from = `${prefix}5`
        const later = wanted.filter(({ key }) => compareKeys(key, from) >= 0)
        expect(older.withPrefix(prefix, from)).toEqual(later)
        expect(older.countPrefix(prefix, from)).toBe(later.length)
        expect([...older.from(from)]).toEqual(entries.filter(({ key }) => compareKeys(key, from) >= 0))
        expect(older.rank(from)).toBe(entries.filter(({ key }) => compareKeys(key, from) < 0).length)
      }
      for (const { key, value } of entries) expect(older.get(key)?.value).toBe(value)
      expect(older.get('/absent')).toBeUndefined()
    }
  })

  it('is made of a sorted list', () => {
    for (const count of [0, 1, 35, 36, 37, 1500, 3000]) {
      const entries = Array.from({ length: count }, (_, i) => ({ key: String(i).padStart(6, '0'), value: i }))
      const map = OrderedMap.fromSorted(entries)
      expect([...map]).toEqual(entries)
      expect(map.rank('000030')).toBe(Math.min(count, 30))
    }
  })

  it('orders keys by their UTF-8 bytes', () => {
    const keys = ['\u{1f600}', '\uffee', 'é', 'a', '', 'aa', '\ud7ff']
    const byBytes = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    let map = OrderedMap.empty<Entry>()
    for (const key of keys) map = map.set({ key, value: 0 })
    expect([...map].map(({ key }) => key)).toEqual(byBytes)
  })
})
