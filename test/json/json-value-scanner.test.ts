import { expect, test } from 'vitest'
import { encodeUtf8 } from '../../src/internal/utf8.js'
import { JSONValueScanner } from '../../src/json/json-value-scanner.js'

const long = 'x'.repeat(50)
const values = [
  '1',
  '-1.5e3',
  'true',
  '""',
  '"a"',
  '"\\""',
  '"\\\\"',
  `"${long}"`,
  `"${long}\\""`,
  `"${long}\\\\"`,
  `"\\\\\\"${long}\\\\\\"]}${long}"`,
  '{}',
  '[]',
  `{"a":["}",{"b\\"":"]"}],"c":"${long}\\"${long}"}`,
]

test.each(values)('the end of %s is found however its bytes come', (value) => {
  for (const after of [',', '}', ']', ' ', '\n', '"', '{']) {
    const bytes = encodeUtf8(`[${value}${after}`)
    for (let cut = 2; cut <= bytes.length; cut++) {
      const scanner = new JSONValueScanner()
      const early = scanner.findEnd(bytes.subarray(0, cut), 1)
      const end = early < 0 ? scanner.findEnd(bytes, 1) : early
      expect([cut, end]).toEqual([cut, 1 + value.length])
      expect(early < 0 || cut > value.length).toBe(true)
    }
  }
})

test('a value that loses bytes before it is found where it is then', () => {
  const bytes = encodeUtf8('[1,{"a":"b"}]')
  const scanner = new JSONValueScanner()
  expect(scanner.findEnd(bytes.subarray(0, 8), 3)).toBe(-1)
  scanner.shift(3)
  expect(scanner.findEnd(bytes.subarray(3), 0)).toBe('{"a":"b"}'.length)
  expect(scanner.findEnd(bytes, 1)).toBe(2)
})

test('what is no value is passed by a byte at least', () => {
  for (const text of [',,', '}}', '],', ':']) {
    const scanner = new JSONValueScanner()
    const end = scanner.findEnd(encodeUtf8(text), 0)
    expect([text, end]).toEqual([text, text.length > 1 ? 1 : -1])
    expect(scanner.bare).toBe(true)
  }
})
