import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf } from '../../src/json/document-of.js'
import { documentValue } from '../../src/json/document-value.js'
import { JSONSyntaxError } from '../../src/json/json-syntax-error.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { thrown } from '../thrown.js'

const failure = (read: () => unknown) =>
  thrown<Error & { code?: string; position?: { line: number; column: number } }>(read)

describe('parseJSON', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['[1,{"a":12345678901234567890}]', [1, { a: 12345678901234567890n }]],
    ['0.12345678901234567', Number('0.12345678901234567')],
    ['"12345678901234567890"', '12345678901234567890'],
    ['" 12345678901234567890 "', ' 12345678901234567890 '],
    ['1e2', 100],
    ['{"a":1,"a":2}', { a: 2 }],
  ])('reads %s exactly', (text, value) => {
    expect(parseJSON(text)).toEqual(value)
  })

  test('reads bytes, and refuses broken ones by position', () => {
    expect(parseJSON(new TextEncoder().encode('"é"'))).toBe('é')
    const error = failure(() => parseJSON(Uint8Array.of(0x22, 0xc3, 0xa9, 0xff, 0x22)))
    expect(error).toMatchObject({ code: 'InvalidUTF8', message: 'invalid UTF-8 at byte 3' })
  })

  test('rounds integers beyond int64 only by the rule of Go', () => {
    expect(parseJSON('9223372036854775808')).toBe(9223372036854775808n)
    expect(parseJSON('9223372036854775808', { numbers: 'go' })).toBe(2 ** 63)
    expect(parseJSON('9223372036854775807', { numbers: 'go' })).toBe(9223372036854775807n)
  })

  test('tells -0 from -0.0 by the rule of Go', () => {
    expect(parseJSON('[-0,-0.0]', { numbers: 'go' })).toEqual([0, -0])
  })

  test.each(['1e400', '[1e400]', '{"a":-1E+999}', `{"a":1${'0'.repeat(400)}.5}`])('refuses %s', (text) => {
    expect(failure(() => parseJSON(text))).toMatchObject({ code: 'NumberOutOfRange' })
  })

  test('keeps __proto__ as a key', () => {
    const value = parseJSON('{"__proto__":{"polluted":1},"big":9007199254740993}') as object
    expect(Object.keys(value)).toEqual(['__proto__', 'big'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  // The messages are those Go gives for the same text.
  test.each([
    ['', 'unexpected end of JSON input', [1, 1]],
    ['{', 'unexpected end of JSON input', [1, 2]],
    ['"a', 'unexpected end of JSON input', [1, 3]],
    ['[1,\n2', 'unexpected end of JSON input', [2, 2]],
    ['tru', "invalid character ' ' in literal true (expecting 'e')", [1, 4]],
    ['-', "invalid character ' ' in numeric literal", [1, 2]],
    ['1.', "invalid character ' ' after decimal point in numeric literal", [1, 3]],
    ['1.x', "invalid character 'x' after decimal point in numeric literal", [1, 3]],
    ['1e+', "invalid character ' ' in exponent of numeric literal", [1, 4]],
    ['01', "invalid character '1' after top-level value", [1, 2]],
    ['[1 2]', "invalid character '2' after array element", [1, 4]],
    ['{"a" 1}', "invalid character '1' after object key", [1, 6]],
    ['{"a":1 "b"}', `invalid character '"' after object key:value pair`, [1, 8]],
    ['{\n  "a": 1,\n}', "invalid character '}' looking for beginning of object key string", [3, 1]],
    ["{'a':1}", "invalid character '\\'' looking for beginning of object key string", [1, 2]],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value", [1, 1]],
    ['"\u0001"', "invalid character '\\x01' in string literal", [1, 2]],
    ['"\\x"', "invalid character 'x' in string escape code", [1, 3]],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape", [1, 6]],
    ['[NaN]', "invalid character 'N' looking for beginning of value", [1, 2]],
  ])('explains %j', (text, message, [line, column]) => {
    const error = failure(() => parseJSON(text))
    expect(error).toBeInstanceOf(JSONSyntaxError)
    expect(error).toMatchObject({ message, position: { line, column } })
  })

  test('reads 10,000 levels and refuses more without using the stack', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}9007199254740993${']'.repeat(depth)}`
    expect(stringifyJSON(parseJSON(nested(10_000)))).toBe(nested(10_000))
    expect(failure(() => parseJSON(nested(10_001))).message).toBe("invalid character '[' exceeded max depth")
    expect(failure(() => parseDocument('{"a":'.repeat(200_000))).message).toBe(
      "invalid character '{' exceeded max depth",
    )
  })

  test('long runs of digits and quotes take linear time', () => {
    const digits = `"${'1'.repeat(2_000_000)}"`
    expect((parseJSON(digits) as string).length).toBe(2_000_000)
    expect(typeof parseJSON(`[${digits},12345678901234567890]`)).toBe('object')
  })

  test('agrees with JSON.parse on every truncation and mutation of a document', () => {
    const text = '{"a":[1,-2.5e+3,true,null,"\\u00e9\\n"],"b":{"c":{}}}'
    const words = ['', '"', '{', '}', '[', ']', ',', ':', '\\', '0', '.', 'e', '-', ' ', 't', '\u0007']
    for (let at = 0; at <= text.length; at++) {
      for (const word of words) {
        for (const skip of [0, 1, text.length]) agreesWithNative(text.slice(0, at) + word + text.slice(at + skip))
      }
    }
  })

  test('agrees with JSON.parse on any JSON', () => {
    fc.assert(fc.property(fc.json(), agreesWithNative))
  })
})

function rounded(_: string, member: unknown): unknown {
  return typeof member === 'bigint' ? Number(member) : member
}

function agreesWithNative(text: string): void {
  let native: { value: unknown } | undefined
  try {
    native = { value: JSON.parse(text) }
  } catch {
    expect(() => parseDocument(text), text).toThrow(JSONSyntaxError)
    expect(() => parseJSON(text), text).toThrow(JSONSyntaxError)
    return
  }
  const exact = documentValue(parseDocument(text))
  // Rounded as JSON.parse rounds, the exact value is the same.
  expect(JSON.stringify(exact, rounded), text).toBe(JSON.stringify(native.value))
}

describe('documents', () => {
  test('keep duplicates, order and number text', () => {
    const text = '{"b":1.0,"2":1e2,"1":-0,"b":[{}]}'
    expect(stringifyJSON(parseDocument(text), { keys: 'kept' })).toBe(text)
  })

  test('come from values and go back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(JSON.stringify(documentValue(documentOf(JSON.parse(text))), rounded)).toBe(text)
      }),
    )
  })
})
