import { expect, test } from 'vitest'
import { isCanonicalTime } from '../../src/descriptor/scalar-shape.js'

test.each([
  ['2024-05-31T14:02:16Z', true],
  ['2024-02-29T00:00:00Z', true],
  ['2000-02-29T00:00:00Z', true],
  ['2023-02-29T00:00:00Z', false],
  ['1900-02-29T00:00:00Z', false],
  ['2024-04-31T00:00:00Z', false],
  ['2024-12-32T00:00:00Z', false],
])('the cheap check of %s knows the calendar', (text, expected) => {
  expect(isCanonicalTime(text)).toBe(expected)
})
