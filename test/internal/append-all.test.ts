import { expect, test } from 'vitest'
import { appendAll } from '../../src/internal/append-all.js'

test('any number of items is appended in order', () => {
  const list = [0]
  appendAll(
    list,
    Array.from({ length: 300_000 }, (_, i) => i + 1),
  )
  expect([list.length, list[1], list.at(-1)]).toEqual([300_001, 1, 300_000])
  appendAll(list, [])
  expect(list).toHaveLength(300_001)
})
