import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8, tryDecodeUtf8 } from '../../src/internal/utf8.js'
import { utf8Length } from '../../src/internal/utf8-length.js'

describe('UTF-8', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text)
        expect(utf8Length(text)).toBe(encodeUtf8(text).length)
      }),
    )
  })

  it('counts lone surrogates as the replacement they become', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 })), (units) => {
        const text = String.fromCharCode(...units)
        expect(utf8Length(text)).toBe(encodeUtf8(text).length)
      }),
    )
  })

  it('keeps a byte order mark', () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA')
  })

  // Each bad byte gives one replacement, where the platform's decoder would merge some.
  it.each([
    [[0xe2, 0x82], '\ufffd\ufffd'],
    [[0x41, 0xf0, 0x9f, 0x98, 0x42], 'A\ufffd\ufffd\ufffdB'],
    [[0xc0, 0x80], '\ufffd\ufffd'],
    [[0xed, 0xa0, 0x80], '\ufffd\ufffd\ufffd'],
    [[0xf4, 0x90, 0x80, 0x80], '\ufffd\ufffd\ufffd\ufffd'],
    [[0xff, 0xc3, 0xa9, 0xfe], '\ufffdé\ufffd'],
    [[0xe0, 0x9f, 0xbf], '\ufffd\ufffd\ufffd'],
  ])('reads %j as %j', (bytes, text) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text)
    expect(tryDecodeUtf8(Uint8Array.from(bytes))).toBeUndefined()
  })

  it('reads any bytes as one at a time would, whatever the size', () => {
    let state = 7
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => {
      state = (state * 1103515245 + 12345) & 0x7fffffff
      // Characters of all lengths, whole and broken, across the borders of pieces.
      return i % 3 === 0 ? (encodeUtf8('aé€😀')[state % 10] as number) : state >> 16
    })
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    let wanted = ''
    for (let i = 0; i < bytes.length; ) {
      const length = [1, 2, 3, 4].find((n) => {
        try {
          return decoder.decode(bytes.subarray(i, i + n)).length > 0
        } catch {
          return false
        }
      })
      wanted += length === undefined ? '\ufffd' : decoder.decode(bytes.subarray(i, i + length))
      i += length ?? 1
    }
    expect(decodeUtf8(bytes) === wanted).toBe(true)
  })

  it('splits text at every byte without losing the valid parts', () => {
    const bytes = encodeUtf8('aé€😀z')
    for (let cut = 0; cut <= bytes.length; cut++) {
      const joined = decodeUtf8(bytes.subarray(0, cut)) + decodeUtf8(bytes.subarray(cut))
      expect(joined.replaceAll('\ufffd', '').length).toBeGreaterThanOrEqual(4)
    }
  })
})
