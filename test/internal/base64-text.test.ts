import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tryDecodeBase64 } from '../../src/internal/base64.js'
import { base64Length } from '../../src/internal/base64-length.js'
import { isBase64Text, isPlainBase64 } from '../../src/internal/base64-text.js'

test('the length of the bytes is known without decoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.array(fc.nat(110), { maxLength: 3 }), (bytes, cuts) => {
      let text = Buffer.from(bytes).toString('base64')
      for (const [i, cut] of cuts.entries()) text = text.slice(0, cut) + (i % 2 === 0 ? '\n' : '\r') + text.slice(cut)
      expect(base64Length(text)).toBe(bytes.length)
    }),
  )
  expect(base64Length('')).toBe(0)
  expect(base64Length('=')).toBe(0)
})

test.each([
  ['', true, true],
  ['QUJD', true, true],
  ['QUI=', true, true],
  ['QQ==', true, true],
  ['QUJDQQ==', true, true],
  ['QUJ\n', false, false],
  ['QU\r\nJD', false, true],
  ['QU\nI=', false, true],
  ['\nQQ=\n=\n', false, true],
  ['Q===', false, false],
  ['====', false, false],
  ['QQ=Q', false, false],
  ['QQ=', false, false],
  ['QUJ=QUJD', false, false],
  ['QQQ*', false, false],
  ['QQ*=', false, false],
  ['QU-_', false, false],
  ['QU D', false, false],
])('%j is plain base64: %j; as Go reads it: %j', (text, plain, lenient) => {
  expect([isPlainBase64(text), isBase64Text(text)]).toEqual([plain, lenient])
  expect(isBase64Text(text)).toBe(typeof tryDecodeBase64(text) !== 'number')
})
