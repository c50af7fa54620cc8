import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indentJSON } from '../../src/json/indent-json.js'
import { withoutBlanks } from '../../src/json/raw-text.js'
import { stringEnd } from '../../src/json/string-end.js'

describe('stringEnd', () => {
  test('finds the end of any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', 'a', '\n') }), fc.string(), (value, behind) => {
        const text = JSON.stringify(value)
        expect(stringEnd(`[${text}${behind}`, 1)).toBe(text.length + 1)
      }),
    )
  })

  test('detects strings that do not end', () => {
    expect([stringEnd('"a', 0), stringEnd(String.raw`"a\"`, 0), stringEnd('"', 0)]).toEqual([-1, -1, -1])
  })
})

test('strings of tens of megabytes need no stack', () => {
  const text = `["${'\\n'.repeat(2e7)}"]`
  expect(withoutBlanks(` ${text} `)).toBe(text)
  expect(indentJSON(text)).toHaveLength(text.length + 4)
})
