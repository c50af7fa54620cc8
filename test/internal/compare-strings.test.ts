import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareStrings } from '../../src/internal/compare-strings.js'
import { rounds } from '../rounds.js'

/** Characters, and bytes that are no UTF-8 as they are held. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', '\u007f', 'é', '\u07ff', '\uffff', '𝄞', '\u{10ffff}'),
      fc.integer({ min: 0x80, max: 0xff }),
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.map((part) => (typeof part === 'number' ? String.fromCharCode(0xdc00 + part) : part)).join(''))

function bytesOf(text: string): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const unit = character.charCodeAt(0)
      const isByte = character.length === 1 && unit >= 0xdc80 && unit <= 0xdcff
      return isByte ? Buffer.of(unit & 0xff) : Buffer.from(character)
    }),
  )
}

test('texts come in the order of their bytes', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(Math.sign(compareStrings(a, b))).toBe(Buffer.compare(bytesOf(a), bytesOf(b)))
    }),
    { numRuns: rounds(2000) },
  )
})

test('invalid UTF-8 bytes are sorted as in Go', () => {
  expect(['\u0431', '\udcc2)', '\u00a9', 'z', '𝄞', '\udcff'].sort(compareStrings)).toEqual([
    'z',
    '\udcc2)',
    '\u00a9',
    '\u0431',
    '𝄞',
    '\udcff',
  ])
})

test('equal beginnings, lengths and the borders of the surrogates', () => {
  const ascending = ['', 'a', 'ab', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10000}a', '\u{10ffff}']
  ascending.forEach((a, i) => {
    ascending.forEach((b, j) => {
      expect([i, j, compareStrings(a, b)]).toEqual([i, j, Math.sign(i - j)])
    })
  })
})

test('a low surrogate after a high one is never an invalid byte', () => {
  // U+1D080 and U+1D081 end in the units that hold the bytes 80 and 81.
  const pairs = ['\ud834\udc80', '\ud834\udc81', '\ud834\udcff', '\ud834\udd00', '\ud835\udc80']
  pairs.forEach((a, i) => {
    pairs.forEach((b, j) => {
      expect([i, j, compareStrings(a, b)]).toEqual([i, j, Math.sign(i - j)])
      expect(compareStrings(`x${a}`, `x${b}`)).toBe(Math.sign(i - j))
    })
  })
  for (const high of ['\ud800', '\udbff']) expect(compareStrings(`${high}\udc80`, `${high}\udbff`)).toBe(1)
})
