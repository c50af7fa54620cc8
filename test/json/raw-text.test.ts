import { describe, expect, it } from 'vitest'
import type { JSONObject } from '../../src/json/json-value.js'
import {
  compactText,
  marshalledRaw,
  plainText,
  rawText,
  rememberedText,
  withoutBlanks,
} from '../../src/json/raw-text.js'
import { sourceTexts } from '../../src/json/source-texts.js'

/** A value that was read from a text, and remembers it. */
function read(text: string): JSONObject {
  const value = JSON.parse(text) as JSONObject
  sourceTexts.set(value, text)
  return value
}

describe('remembered text', () => {
  it('is returned while the value is the same', () => {
    const value = read('{"a": 1.0, "a": 1.0}')
    expect([sourceTexts.has(value), rememberedText(value)]).toEqual([true, '{"a": 1.0, "a": 1.0}'])
    expect(rawText(value)).toBe('{"a": 1.0, "a": 1.0}')
    value.a = 2
    expect([rememberedText(value), rawText(value)]).toEqual([undefined, '{"a":2}'])
  })

  it('is there for none that was not read', () => {
    const value = { a: 1 }
    expect([sourceTexts.has(value), rememberedText(value)]).toEqual([false, undefined])
    expect([rawText(value), rawText(null), rawText('x')]).toEqual(['{"a":1}', 'null', '"x"'])
  })

  it('converts to a copy when there is one', () => {
    const value = read('{"a":  1}')
    const copy = { ...value }
    sourceTexts.handOn(value, copy)
    expect(rememberedText(copy)).toBe('{"a":  1}')
    const other = {}
    sourceTexts.handOn({ a: 1 }, other)
    expect(sourceTexts.has(other)).toBe(false)
  })
})

describe('marshalledRaw', () => {
  it('sorts the members, forgets the text, and leaves alone what is sorted', () => {
    const value = read('{"b": 1, "a": "x"}')
    const sorted = marshalledRaw(value)
    expect([rawText(sorted), Object.keys(sorted)]).toEqual(['{"a":"x","b":1}', ['a', 'b']])
    expect([sourceTexts.has(value), sourceTexts.has(sorted)]).toEqual([false, false])
    const plain = read('{"a" : 1}')
    expect([marshalledRaw(plain) === plain, rawText(plain)]).toEqual([true, '{"a":1}'])
  })

  it('remembers what the sorted value does not say by itself', () => {
    expect(rawText(marshalledRaw({ b: '<', '1': 0, '+': 0 }))).toBe('{"+":0,"1":0,"b":"\\u003c"}')
  })
})

describe('texts of JSON', () => {
  it('are those of JSON.stringify, or of Go where it refuses', () => {
    expect(plainText({ b: '<', a: 1 })).toBe('{"b":"<","a":1}')
    expect(plainText({ b: '<', a: 9007199254740993n })).toBe('{"b":"\\u003c","a":9007199254740993}')
  })

  it('lose blanks outside strings, and get the escapes of Go', () => {
    const text = ' { "a b" : [ 1 ,\n"\\" <" ] }\t'
    expect(withoutBlanks(text)).toBe('{"a b":[1,"\\" <"]}')
    expect(compactText(text)).toBe('{"a b":[1,"\\" \\u003c"]}')
  })
})
