import { expect, test } from 'vitest'
import { stableSort } from '../../src/patch/strategic/stable-sort.js'
import { Random } from '../interop/random.mjs'

test('sorts lists of every length, and leaves equal elements in their order', () => {
  const random = new Random(4)
  for (const length of [0, 1, 2, 3, 19, 20, 21, 39, 40, 41, 60, 79, 80, 81, 100, 161, 333]) {
    for (const keys of [3, 1000]) {
      const list = Array.from({ length }, (_, at) => ({ key: random.below(keys), at }))
      const wanted = [...list].sort((a, b) => a.key - b.key)
      stableSort(list, (a, b) => a.key < b.key)
      expect(list).toEqual(wanted)
    }
  }
})
