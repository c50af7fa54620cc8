import { expect, test } from 'vitest'
import { quote } from '../../src/internal/quote.js'

// What Go's fmt.Sprintf("%q") writes.
test.each([
  ['', '""'],
  ['a "b" \\c', '"a \\"b\\" \\\\c"'],
  ['\x07\b\t\n\v\f\r', '"\\a\\b\\t\\n\\v\\f\\r"'],
  ['\0\x1f\x7f', '"\\x00\\x1f\\x7f"'],
  ['\u0080\u00a0\u2028\ufeff', '"\\u0080\\u00a0\\u2028\\ufeff"'],
  ['é世😀', '"é世😀"'],
  ['\u{e0001}\u{10ffff}', '"\\U000e0001\\U0010ffff"'],
  ['\ud800x', '"\ufffdx"'],
])('%j is quoted as in Go', (text, quoted) => expect(quote(text)).toBe(quoted))
