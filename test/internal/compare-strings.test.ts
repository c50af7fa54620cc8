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

test('a byte that is no UTF-8 stands where it stands in Go', () => {
  expect(['\u0431', '\udcc2)', '\u00a9', 'z', '𝄞', '\udcff'].sort(compareStrings)).toEqual([
    'z',
    '\udcc2)',
    '\u00a9',
    '\u0431',
    '𝄞',
    '\udcff',
  ])
})
