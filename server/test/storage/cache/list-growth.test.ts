import type { StoredObject } from '@apimachinery/server/storage'
import { expect, it } from 'vitest'
import { OrderedMap } from '../../../src/internal/ordered-map.js'
import { listFromMap } from '../../../src/storage/cache/list-from-map.js'
import { everything } from '../pods.js'

const prefix = '/registry/configmaps/'

/** How often a list looks at a key of a map of so many objects. */
function looksOf(count: number, limit: number): number {
  let looks = 0
  const objects = Array.from({ length: count }, (_, i) => {
    const key = `${prefix}ns/${String(i).padStart(6, '0')}`
    return {
      get key() {
        looks++
        return key
      },
    } as StoredObject
  })
  const map = OrderedMap.fromSorted(objects)
  looks = 0
  const from = `${prefix}ns/${String(count / 2).padStart(6, '0')}`
  const options = { predicate: everything, limit }
  const { items, remainingItemCount } = listFromMap(map, { prefix, from, revision: 1, options })
  expect([items.length, remainingItemCount]).toEqual([limit, count / 2 - limit])
  return looks
}

it('a page of a list takes as many steps among many objects as among few', () => {
  expect(looksOf(100_000, 400) / looksOf(1000, 400)).toBeLessThan(1.1)
})
