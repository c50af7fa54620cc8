import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indentJSON } from '../../src/json/indent-json.js'

describe('indentJSON', () => {
  test('writes what JSON.stringify writes with two spaces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(indentJSON(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2))
      }),
    )
  })

  test('keeps the spelling of scalars', () => {
    expect(indentJSON(String.raw`{"a\"{":"\ufffd\\","b":[1.0,{},[]]}`)).toBe(
      String.raw`{
  "a\"{": "\ufffd\\",
  "b": [
    1.0,
    {},
    []
  ]
}`,
    )
  })

  test('needs no stack for nested input', () => {
    const text = '['.repeat(3_000) + ']'.repeat(3_000)
    expect(indentJSON(text).replace(/\s/g, '')).toBe(text)
  })
})
