import { describe, expect, it } from 'vitest'
import { NumberLiteral, ObjectNode } from '../../src/json/json-document.js'
import { JSONSource } from '../../src/json/json-source.js'

describe('JSONSource', () => {
  it('has the value that JSON.parse gives, the exact one, and the document', () => {
    const source = new JSONSource('{"a":9007199254740993,"a":1.0}')
    expect([source.quick, source.value()]).toEqual([{ a: 1 }, { a: 1 }])
    const { document } = source
    expect(document).toBeInstanceOf(ObjectNode)
    expect((document as ObjectNode).names).toEqual(['a', 'a'])
    expect(source.document).toBe(document)
    expect(new JSONSource('[9007199254740993]').value()).toEqual([9007199254740993n])
  })

  it('reads pairs of surrogates that are none as Go does, when asked', () => {
    const text = '["\\ud800"]'
    expect(new JSONSource(text).value()).toEqual(['\ud800'])
    expect(new JSONSource(text, { wellFormed: true }).value()).toEqual(['\ufffd'])
  })

  it('refuses what is not JSON in the words of Go', () => {
    expect(() => new JSONSource('{"a":}')).toThrow("invalid character '}' looking for beginning of value")
  })

  it('tells integers from other numbers by their text', () => {
    const integers = ['0', '-12', '9007199254740993']
    const others = ['1.0', '1e3', '-0.5', '1E0']
    expect([...integers, ...others].filter((text) => new NumberLiteral(text).isInteger)).toEqual(integers)
  })
})
