import { expect, test } from 'vitest'
import { encodeEscaped, escapedByte, hasLoneSurrogate, readText } from '../../src/internal/escaped-text.js'

test('bytes that are not UTF-8 come back as they were', () => {
  const bytes = Uint8Array.of(0x61, 0x80, 0xff, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xc3)
  const text = readText(bytes)
  expect(text).toBe('a\udc80\udcffé😀\udcc3')
  expect(encodeEscaped(text)).toEqual(bytes)
  expect(new TextDecoder().decode(encodeEscaped('a\ud800\udc01'.slice(0, 2)))).toBe('a\ufffd')
})

test('only U+DC80 to U+DCFF represent bytes', () => {
  expect([0xdc7f, 0xdc80, 0xdcff, 0xdd00, 0x61].map(escapedByte)).toEqual([-1, 0x80, 0xff, -1, -1])
})

test('halves of pairs are found, pairs are not', () => {
  const halves = ['\ud800', 'a\udc80', '😀\udc80', '\ud83d😀', '\udc00\ud800']
  const whole = ['', 'a', 'é', '😀😀', 'a😀b']
  expect([...halves, ...whole].filter(hasLoneSurrogate)).toEqual(halves)
})
