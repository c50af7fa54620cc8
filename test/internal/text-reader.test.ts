import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextReader } from '../../src/internal/text-reader.js'
import { encodeUtf8 } from '../../src/internal/utf8.js'

const short = fc.oneof(
  fc.constantFrom('TCP', 'TCP ', 'UDP', 'name', 'eman', 'a', 'b', '', 'IfNotPresent', 'x'.repeat(64), 'x'.repeat(65)),
  fc.string({ maxLength: 70 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

/** Reads consecutive texts, each of them several times. */
function readAll(texts: readonly string[]): string[] {
  const pieces = texts.map((text) => encodeUtf8(text))
  const reader = new TextReader(Uint8Array.from(pieces.flatMap((piece) => [...piece])))
  let start = 0
  return pieces.flatMap(({ length }) => {
    const read = Array.from({ length: 4 }, () => reader.text(start, start + length))
    start += length
    return read
  })
}

test('texts come back as they were, whether they were met before or not', () => {
  fc.assert(
    fc.property(fc.array(short, { maxLength: 40 }), (texts) => {
      expect(readAll(texts)).toEqual(texts.flatMap((text) => [text, text, text, text]))
    }),
  )
})

test('texts that differ in one place only are distinguished', () => {
  const texts = Array.from({ length: 64 }, (_, i) => `${'a'.repeat(i)}b${'a'.repeat(63 - i)}`)
  expect(readAll([...texts, ...texts])).toEqual([...texts, ...texts].flatMap((text) => [text, text, text, text]))
})
