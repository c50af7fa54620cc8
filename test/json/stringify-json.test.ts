import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { escapeAsGo, quoteJSON } from '../../src/json/quote-json.js'
import { compactText, rememberedText, withoutBlanks } from '../../src/json/raw-text.js'
import { sourceTexts } from '../../src/json/source-texts.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'

describe('stringifyJSON', () => {
  test.each([
    [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}'],
    [{ 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    [12345678901234567890n, '12345678901234567890'],
    ['<a> & \u2028\u2029', '"\\u003ca\\u003e \\u0026 \\u2028\\u2029"'],
    ['\b\f\n\r\t\u0001\u007f"\\', '"\\b\\f\\n\\r\\t\\u0001\u007f\\"\\\\"'],
    ['a\ud800b', '"a\ufffdb"'],
    ['\ud83d\ude00', '"\ud83d\ude00"'],
    [[1e21, 1e20, 1e-6, 1e-7, -0, 1.5], '[1e+21,100000000000000000000,0.000001,1e-7,-0,1.5]'],
    [{ a: undefined, b: 1 } as never, '{"b":1}'],
  ])('writes value %# as Go does', (value, text) => {
    expect(stringifyJSON(value)).toBe(text)
  })

  test('sorts keys by their UTF-8 bytes', () => {
    expect(stringifyJSON({ '\uffff': 1, '\ud800\udc00': 2, z: 3 })).toBe('{"z":3,"\uffff":1,"\ud800\udc00":2}')
  })

  test('indents as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value))
        expect(JSON.parse(stringifyJSON(plain, { pretty: true }))).toEqual(plain)
        const native = escapeAsGo(JSON.stringify(plain, undefined, 2))
        expect(stringifyJSON(plain, { pretty: true, keys: 'kept' })).toBe(native)
      }),
    )
  })

  test('compact and indented text differ by white space only, members of a document stay where they are', () => {
    const compact = (value: never) => withoutBlanks(stringifyJSON(value, { pretty: true }))
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.bigInt(), (value, integer) => {
        const both = [value, integer, { integer, value, '<': undefined }] as never
        expect(stringifyJSON(both)).toBe(compact(both))
        const document = parseDocument(JSON.stringify({ value, again: value })) as never
        expect(stringifyJSON(document)).toBe(compact(document))
      }),
    )
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${(i * 7) % 40}`, [i]])) as never
    expect(stringifyJSON(many)).toBe(compact(many))
  })

  test.each([499, 500, 501, 1500, 30_000])('writes %d levels', (levels) => {
    let value: JSONValue = { z: '<', a: 1 }
    for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value, 'x'] : { c: value, b: '"' }
    const [start, end] = levels % 2 === 0 ? ['{"b":"\\"","c":[', ',"x"]}'] : ['[{"b":"\\"","c":', '},"x"]']
    const text = stringifyJSON(value)
    expect([text.slice(0, start.length), text.slice(-end.length)]).toEqual([start, end])
    expect(text.length).toBe('{"a":1,"z":"\\u003c"}'.length + 6 * Math.ceil(levels / 2) + 15 * Math.floor(levels / 2))
    expect(text).toContain('[{"a":1,"z":"\\u003c"},"x"]')
  })

  test.each([Number.NaN, Infinity, -Infinity])('refuses %s', (value) => {
    expect(() => stringifyJSON([value])).toThrow(/unsupported value/)
  })
})

test('escaping whole documents and single strings agree, lone surrogates included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', '\ud800', '\\ud800', '\\', '<'), (text, extra) => {
      const value = text + extra
      expect(escapeAsGo(JSON.stringify(value))).toBe(quoteJSON(value))
    }),
  )
})

describe('remembered text', () => {
  test('is returned only while it has the same value', () => {
    const value = { a: 1 }
    sourceTexts.set(value, '{"a":2,"a":1.0}')
    expect(rememberedText(value)).toBe('{"a":2,"a":1.0}')
    value.a = 3
    expect(rememberedText(value)).toBeUndefined()
  })

  test('is compacted without touching notation', () => {
    expect(compactText(' { "a b" : [ 1.0 , "\\u0041 <" ] }\n')).toBe('{"a b":[1.0,"\\u0041 \\u003c"]}')
  })
})
