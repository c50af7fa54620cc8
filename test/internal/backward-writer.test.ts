import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackwardWriter, roomFor } from '../../src/internal/backward-writer.js'

const ascii = (length: number): string => 'abcdefg'.repeat(length).slice(0, length)
const texts = fc.oneof(
  fc.integer({ min: 0, max: 60 }).map(ascii),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(`${ascii(60)}é`, `é${ascii(60)}`, '\u007f', '\u0080', 'a\udc80', ascii(47), ascii(48), ascii(49)),
)

/** The bytes of a text: lone U+DC80 to U+DCFF represent bytes that are not UTF-8. */
const bytesOf = (text: string): number[] =>
  Array.from(text, (character) => {
    const unit = character.charCodeAt(0)
    return character.length === 1 && unit >= 0xdc80 && unit <= 0xdcff ? [unit & 0xff] : [...Buffer.from(character)]
  }).flat()

test('the last write comes first, and the buffer grows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.array(fc.oneof(fc.nat(255), fc.uint8Array(), texts)),
      (size, parts) => {
        const writer = new BackwardWriter(size)
        let expected: number[] = []
        for (const part of parts) {
          const bytes = typeof part === 'number' ? [part] : typeof part === 'string' ? bytesOf(part) : [...part]
          if (typeof part === 'number') writer.byte(part)
          else if (typeof part === 'string') expect(writer.text(part)).toBe(bytes.length)
          else writer.bytes(part)
          expected = [...bytes, ...expected]
          expect(writer.length).toBe(expected.length)
        }
        expect([...writer.finish()]).toEqual(expected)
      },
    ),
  )
})

describe('a writer', () => {
  test('discards written bytes, or those after a length', () => {
    const writer = new BackwardWriter(4)
    writer.text('first')
    writer.text('second')
    writer.truncate(5)
    writer.text('x')
    expect(Buffer.from(writer.finish()).toString()).toBe('xfirst')
    writer.reset()
    expect(writer.length).toBe(0)
    writer.text('anew')
    expect(Buffer.from(writer.finish()).toString()).toBe('anew')
  })

  test('gives bytes that later writing leaves alone, in a block of their own', () => {
    const writer = new BackwardWriter()
    writer.text('one')
    const bytes = writer.finish()
    writer.reset()
    writer.text('two')
    expect(Buffer.from(bytes).toString()).toBe('one')
    expect(bytes.buffer.byteLength).toBe(3)
  })
})

test('the buffer made in advance has room for as much as before and some more, to a limit', () => {
  expect([0, 5000, 2 ** 24 - 1024, 2 ** 24 - 1023, 2 ** 30].map(roomFor)).toEqual([
    1024,
    6024,
    2 ** 24,
    2 ** 24,
    2 ** 24,
  ])
})
