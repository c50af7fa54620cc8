import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64, isCanonicalBase64, tryDecodeBase64 } from '../../src/internal/base64.js'

describe('base64', () => {
  it('agrees with the platform in both directions, short and long', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = encodeBase64(bytes)
        expect(text).toBe(Buffer.from(bytes).toString('base64'))
        expect(tryDecodeBase64(text)).toEqual(bytes)
        expect(isCanonicalBase64(text)).toBe(true)
      }),
    )
  })

  it('ignores line ends anywhere', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.array(fc.nat(150)), (bytes, cuts) => {
        let text = encodeBase64(bytes)
        for (const cut of cuts) text = `${text.slice(0, cut)}\r\n${text.slice(cut)}`
        expect(tryDecodeBase64(text)).toEqual(bytes)
        if (cuts.length > 0) expect(isCanonicalBase64(text)).toBe(false)
      }),
    )
  })

  it('returns newly allocated memory', () => {
    const bytes = tryDecodeBase64('QUJD'.repeat(20))
    expect(bytes).toBeInstanceOf(Uint8Array)
    expect((bytes as Uint8Array).buffer.byteLength).toBe(60)
  })

  // The offsets are those of Go's encoding/base64.
  it.each([
    ['A', 0],
    ['AA', 0],
    ['AAA', 0],
    ['AAAAA', 4],
    ['AA=', 3],
    ['AA=A', 2],
    ['AA==A', 4],
    ['AAA=AAAA', 4],
    ['=', 0],
    ['A=', 1],
    ['AA-_', 2],
    ['AAA é', 3],
    ['A\nA\nA', 2],
  ])('refuses %j at byte %i', (text, offset) => {
    expect(tryDecodeBase64(text)).toBe(offset)
    expect(tryDecodeBase64('QUJD'.repeat(16) + text)).toBe(64 + offset)
    expect(isCanonicalBase64(text)).toBe(false)
  })

  it('accepts unused trailing bits as Go does, but not as canonical', () => {
    expect(tryDecodeBase64('QR==')).toEqual(Uint8Array.of(0x41))
    expect(isCanonicalBase64('QR==')).toBe(false)
    expect(isCanonicalBase64('QQ==')).toBe(true)
    expect(isCanonicalBase64('QUJ=')).toBe(false)
  })
})
