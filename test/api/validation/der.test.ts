import { expect, test } from 'vitest'
import { isOneSequence, isSequence } from '../../../src/api/validation/der.js'

test.each<[number[], boolean]>([
  [[], false],
  [[0x30], false],
  [[0x31, 0], false],
  [[0x30, 0], true],
  [[0x30, 1], false],
  [[0x30, 1, 0], true],
  [[0x30, 0x7f], false],
  [[0x30, 0x80], false],
  [[0x30, 0x81], false],
  [[0x30, 0x81, 2, 0], false],
  [[0x30, 0x81, 2, 0, 0], true],
  [[0x30, 0x82, 1, 0, ...Array<number>(255).fill(0)], false],
  [[0x30, 0x82, 1, 0, ...Array<number>(256).fill(0)], true],
  [[0x30, 0x84, 0, 0, 0, 0], true],
  [[0x30, 0x85, 0, 0, 0, 0, 0], false],
])('a whole sequence in %j', (bytes, whole) => {
  expect(isSequence(Uint8Array.from(bytes))).toBe(whole)
})

test.each<[number[], boolean]>([
  [[], false],
  [[0x31, 0], false],
  [[0x30, 0], true],
  [[0x30, 0, 0], false],
  [[0x30, 1, 0], true],
  [[0x30, 1, 0, 0x30, 0], false],
])('one sequence and nothing else in %j', (bytes, whole) => {
  expect(isOneSequence(Uint8Array.from(bytes))).toBe(whole)
})
