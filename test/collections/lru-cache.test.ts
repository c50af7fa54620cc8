import { describe, expect, it } from 'vitest'
import { LRUCache } from '../../src/collections/lru-cache.js'

const filled = (capacity: number, keys: string) => {
  const cache = new LRUCache<string, string>({ capacity })
  for (const key of keys) cache.set(key, key.toUpperCase())
  return cache
}

describe('LRUCache', () => {
  it('keeps the newest entries', () => {
    const cache = filled(2, 'abc')
    expect([cache.size, ...cache.values()].sort()).toEqual([2, 'B', 'C'])
    expect(cache.get('a')).toBeUndefined()
  })

  it('spares what was used', () => {
    const cache = filled(3, 'abc')
    cache.get('a')
    cache.set('d', 'D')
    expect([...cache.values()].sort()).toEqual(['A', 'C', 'D'])
    cache.set('e', 'E')
    expect([...cache.values()].sort()).toEqual(['A', 'D', 'E'])
  })

  it('keeps the newest where all others were used', () => {
    const cache = filled(2, 'ab')
    cache.get('a')
    cache.get('b')
    cache.set('c', 'C')
    expect([...cache.values()].sort()).toEqual(['B', 'C'])
  })

  it('counts an entry once that is set again', () => {
    const cache = filled(2, 'aab')
    expect([...cache.values()].sort()).toEqual(['A', 'B'])
    expect([cache.delete('a'), cache.delete('a')]).toEqual([true, false])
    cache.set('c', 'C')
    expect([...cache.values()].sort()).toEqual(['B', 'C'])
    cache.clear()
    for (const key of 'de') cache.set(key, key)
    expect([...cache.values()].sort()).toEqual(['d', 'e'])
  })

  it('weighs entries, and says which made room', () => {
    const evicted: string[] = []
    const cache = new LRUCache<string, string>({
      capacity: 10,
      weigh: (value, key) => value.length + key.length,
      onEvicted: (value, key) => evicted.push(`${key}=${value}`),
    })
    cache.set('a', '123')
    cache.set('b', '1234')
    cache.set('c', '12')
    expect(evicted).toEqual(['a=123'])
    cache.set('d', '1'.repeat(40))
    expect(evicted).toEqual(['a=123', 'b=1234', 'c=12'])
    expect(cache.size).toBe(1)
  })
})
