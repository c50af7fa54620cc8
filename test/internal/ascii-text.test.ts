import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asciiText } from '../../src/internal/ascii-text.js'
import { encodeUtf8, tryDecodeUtf8 } from '../../src/internal/utf8.js'

const long = 'a'.repeat(5000)

describe('ASCII', () => {
  it('is read at the position of the bytes', () => {
    const bytes = encodeUtf8(`xx${long}\0\u007f-`).subarray(2, -1)
    expect(asciiText(bytes)).toBe(`${long}\0\u007f`)
  })

  it('leaves everything else to the decoder, at any position', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.constantFrom('\u0080', 'é', '€', '😀', '\ufeff'), (at, odd) => {
        const text = long.slice(0, at) + odd + long.slice(at)
        expect(asciiText(encodeUtf8(text))).toBeUndefined()
        expect(tryDecodeUtf8(encodeUtf8(text))).toBe(text)
      }),
    )
  })

  it('is not searched in invalid UTF-8', () => {
    const bytes = encodeUtf8(long)
    bytes[4711] = 0xff
    expect(tryDecodeUtf8(bytes)).toBeUndefined()
  })

  it('is read without Node as well', () => {
    const { process } = globalThis
    try {
      Object.defineProperty(globalThis, 'process', { value: undefined, configurable: true })
      expect(tryDecodeUtf8(encodeUtf8(long))).toBe(long)
    } finally {
      Object.defineProperty(globalThis, 'process', { value: process, configurable: true, writable: true })
    }
  })
})
