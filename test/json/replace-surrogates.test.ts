import { describe, expect, test } from 'vitest'
import { JSONSource } from '../../src/json/json-source.js'
import { replaceSurrogates } from '../../src/json/replace-surrogates.js'

describe('replaceSurrogates', () => {
  test.each([
    [String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
    [String.raw`"\ud83d"`, String.raw`"\ufffd"`],
    [String.raw`"\uDC80\uD800\uDC00"`, String.raw`"\ufffd\uD800\uDC00"`],
    [String.raw`"\\ud83d\n\ude00"`, String.raw`"\\ud83d\n\ufffd"`],
    [String.raw`"\\\ud83d\ud83d\ude00"`, String.raw`"\\\ufffd\ud83d\ude00"`],
    ['"plain \\u00e9"', '"plain \\u00e9"'],
  ])('%s', (json, expected) => {
    expect(replaceSurrogates(json)).toBe(expected)
  })

  test('keeps places, and the text that was given', () => {
    const source = new JSONSource(String.raw`{"a":"\ud800","b":1}`, { wellFormed: true })
    expect(source.value()).toEqual({ a: '\ufffd', b: 1 })
    expect(source.text).toBe(String.raw`{"a":"\ud800","b":1}`)
    expect(new JSONSource(source.text).value()).toEqual({ a: '\ud800', b: 1 })
  })
})
