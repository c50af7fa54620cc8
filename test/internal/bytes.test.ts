import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareBytes, concatBytes, equalBytes, hasPrefix } from '../../src/internal/bytes.js'

describe('bytes', () => {
  it('compare, join and begin as Buffer says', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b))
        expect(equalBytes(a, b)).toBe(Buffer.compare(a, b) === 0)
        const joined = concatBytes([a, b])
        expect(joined).toEqual(Uint8Array.from(Buffer.concat([a, b])))
        expect(hasPrefix(joined, a)).toBe(true)
        expect(hasPrefix(a, concatBytes([a, Uint8Array.of(0)]))).toBe(false)
      }),
    )
  })
})
