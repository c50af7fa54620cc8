import { describe, expect, test } from 'vitest'
import { documentOf } from '../../src/json/document-of.js'
import { ObjectNode } from '../../src/json/json-document.js'
import { JSONSyntaxError, positionAt } from '../../src/json/json-syntax-error.js'
import { isContainer, isJSONObject, setOwn } from '../../src/json/json-value.js'
import { exceedsNesting } from '../../src/json/nesting.js'
import { numberValue } from '../../src/json/number-value.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { escapeAsGo } from '../../src/json/quote-json.js'
import { rememberedText } from '../../src/json/raw-text.js'
import { sourceTexts } from '../../src/json/source-texts.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { thrown } from '../thrown.js'

test.each([
  [{}, true, true],
  [Object.create(null), true, true],
  [[], false, true],
  [null, false, false],
  [undefined, false, false],
  ['{}', false, false],
  [1, false, false],
  [() => 1, false, false],
])('%# %j is an object: %j, a container: %j', (value, object, container) => {
  expect([isJSONObject(value), isContainer(value)]).toEqual([object, container])
})

test('__proto__ is a property like any other', () => {
  const object = { a: 1 }
  setOwn(object, '__proto__', 1)
  setOwn(object, 'a', 2)
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
  const plain = { writable: true, enumerable: true, configurable: true }
  expect(Object.getOwnPropertyDescriptor(object, '__proto__')).toEqual({ value: 1, ...plain })
  expect(Object.getOwnPropertyDescriptor(object, 'a')).toEqual({ value: 2, ...plain })
})

test.each([
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+Inf'],
  [Number.NEGATIVE_INFINITY, '-Inf'],
])('%d is told as %s', (value, name) => {
  const expected = { code: 'UnsupportedValue', message: `json: unsupported value: ${name}` }
  expect(thrown(() => stringifyJSON([value]))).toMatchObject(expected)
  expect(thrown(() => documentOf({ a: value }))).toMatchObject(expected)
})

test.each([
  ['9223372036854775807', 'go', 9223372036854775807n],
  ['-9223372036854775808', 'go', -9223372036854775808n],
  ['9223372036854775808', 'go', 2 ** 63],
  ['-9223372036854775809', 'go', -(2 ** 63)],
  ['9223372036854775808', 'exact', 9223372036854775808n],
  ['-0', 'exact', 0],
  ['-0', 'go', 0],
  ['-0.0', 'go', -0],
  ['9007199254740991', 'exact', 9007199254740991],
  ['9007199254740992', 'exact', 9007199254740992n],
  ['9007199254740993.0', 'exact', 9007199254740992],
] as const)('%s is by the rule %s %d', (text, rule, value) => {
  expect(numberValue(text, rule)).toBe(value)
})

test('a number beyond float64 is reported', () => {
  const message = 'json: cannot unmarshal number 1e400 into Go value of type float64'
  expect(thrown(() => numberValue('1e400'))).toMatchObject({ code: 'NumberOutOfRange', message })
})

test('nesting is measured to its limit', () => {
  const nested = (depth: number): unknown => {
    let value: unknown = 1
    for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
    return value
  }
  expect([0, 1, 2, 3].map((depth) => exceedsNesting(nested(depth), 2))).toEqual([false, false, false, true])
  expect([exceedsNesting(nested(10_000)), exceedsNesting(nested(10_001))]).toEqual([false, true])
  expect(exceedsNesting([[], [[]], {}], 2)).toBe(true)
  expect(exceedsNesting(null, 0)).toBe(false)
})

describe('cyclic values are rejected', () => {
  const cycle = { code: 'UnsupportedValue', message: 'json: unsupported value: encountered a cycle' }
  const itself: Record<string, unknown> = { b: 1 }
  itself.a = [itself]

  test('by the writer and by the maker of documents', () => {
    expect(thrown(() => stringifyJSON(itself))).toMatchObject(cycle)
    expect(thrown(() => documentOf(itself))).toMatchObject(cycle)
  })

  test('however wide or deep other values are', () => {
    const one = {}
    expect(stringifyJSON([one, one])).toBe('[{},{}]')
    expect(documentOf(Array.from({ length: 3000 }, () => one))).toHaveLength(3000)
    const deep = '['.repeat(5000) + ']'.repeat(5000)
    expect(stringifyJSON(JSON.parse(deep))).toBe(deep)
  })
})

test('documents are made of values as JSON has them', () => {
  const node = documentOf({ a: undefined, b: [undefined, true, 'x', null], c: 10n ** 20n, d: 1.5 }) as ObjectNode
  expect(node).toBeInstanceOf(ObjectNode)
  expect(node.names).toEqual(['b', 'c', 'd'])
  expect(stringifyJSON(node, { keys: 'kept' })).toBe('{"b":[null,true,"x",null],"c":100000000000000000000,"d":1.5}')
  for (const other of [() => 1, Symbol('x')]) expect(() => documentOf([other])).toThrow('json: unsupported value')
})

test('texts longer than a string can be are reported', () => {
  const error = thrown<Error & { code: string }>(() => {
    let nested: unknown = 1
    for (let i = 0; i < 40_000; i++) nested = [nested]
    return stringifyJSON(nested as never, { pretty: true })
  })
  expect(error).toMatchObject({ code: 'TooLarge', message: 'json: the text would be longer than a string can be' })
  expect(error.cause).toBeInstanceOf(RangeError)
})

// Go reads bytes: it names the first byte of a character as if it were Latin-1.
test.each([
  ['\u007f', "'\\x7f'"],
  ['\u0080', "'Â'"],
  ['\u07ff', "'ß'"],
  ['\u0800', "'à'"],
  ['\uffff', "'ï'"],
  ['\u{10000}', "'ð'"],
  ['\u{10ffff}', "'ô'"],
  ['"', `'"'`],
  ["'", "'\\''"],
  ['\\', "'\\\\'"],
])('%j is named %s', (character, name) => {
  const text = character === '"' ? '[1"' : `[${character}`
  const context = character === '"' ? 'after array element' : 'looking for beginning of value'
  expect(() => parseDocument(text)).toThrow(`invalid character ${name} ${context}`)
})

test.each([
  ['1E', 'in exponent of numeric literal', 2],
  ['1E+', 'in exponent of numeric literal', 3],
  ['1E-', 'in exponent of numeric literal', 3],
  ['1ex', 'in exponent of numeric literal', 2],
  ['1e-x', 'in exponent of numeric literal', 3],
  ['1.5.', 'after top-level value', 3],
  ['1e5e', 'after top-level value', 3],
  ['1e5.', 'after top-level value', 3],
  ['"\\', 'in string escape code', 2],
  ['"\\c"', 'in string escape code', 2],
  ['"\\constructor"', 'in string escape code', 2],
  ['"\\u', 'in \\u hexadecimal character escape', 3],
  ['"\\u12', 'in \\u hexadecimal character escape', 5],
  ['"\\u123"', 'in \\u hexadecimal character escape', 6],
])('%j is refused %s', (text, context, offset) => {
  const error = thrown<JSONSyntaxError>(() => parseDocument(text))
  expect(error).toBeInstanceOf(JSONSyntaxError)
  expect([error.name, error.code]).toEqual(['JSONSyntaxError', 'InvalidJSON'])
  if (offset < text.length) expect(error.message).toContain(context)
  else if (!context.startsWith('after')) expect(error.message).toMatch(/unexpected end of JSON input|' '/)
  expect(error.position?.offset).toBe(offset)
})

test.each([
  [0, 1, 1],
  [1, 1, 2],
  [2, 2, 1],
  [3, 3, 1],
  [4, 3, 2],
  [9, 3, 7],
])('offset %d of "a\\n\\nb" is line %d, column %d', (offset, line, column) => {
  expect(positionAt('a\n\nb', offset)).toEqual({ offset, line, column })
})

test.each([
  '1',
  '-1',
  '1.5e3',
  '1E5',
  '1e-5',
  '123456789012345678901',
  '[12345678901234567,"x"]',
  '{"a": -12345678901234567 }',
  '[1234567890123456\n]',
  '{"a":1234567890123456}',
  '["1234567890123456789", 9007199254740993]',
  '"a:12345678901234567"',
])('%s is written as it was read', (text) => {
  const value = parseJSON(text)
  expect(parseJSON(stringifyJSON(value))).toEqual(value)
  const digits = text.match(/-?\d{16,}/g) ?? []
  for (const each of digits) expect(stringifyJSON(value)).toContain(each)
})

test('escapes are those of Go, in short documents and in long ones', () => {
  for (const padding of ['', 'x'.repeat(98), 'x'.repeat(200)]) {
    for (const [character, written] of [
      ['<', '\\u003c'],
      ['>', '\\u003e'],
      ['&', '\\u0026'],
      ['\u2028', '\\u2028'],
      ['\u2029', '\\u2029'],
      ['\ud800', '\ufffd'],
      ['\udc80', '\\ufffd'],
      ['\udcff', '\\ufffd'],
      ['\udc7f', '\ufffd'],
      ['\udd00', '\ufffd'],
      ['\\ud800', '\\\\ud800'],
    ] as const)
      expect(escapeAsGo(JSON.stringify(padding + character))).toBe(`"${padding}${written}"`)
  }
})

test('only objects and lists remember a text', () => {
  const value = {}
  sourceTexts.set(value, '{ }')
  expect(rememberedText(value)).toBe('{ }')
  expect(rememberedText({})).toBeUndefined()
})
