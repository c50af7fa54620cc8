import { describe, expect, test } from 'vitest'
import { Found, JSONCursor } from '../../src/json/json-cursor.js'

/** What a cursor finds in a text. */
function foundIn(text: string): string[] {
  const cursor = new JSONCursor(text)
  cursor.pass()
  cursor.end()
  return Object.entries(Found).flatMap(([name, bit]) => ((cursor.found & bit) === 0 ? [] : [name]))
}

describe('a cursor', () => {
  test.each<[text: string, found: string[]]>([
    ['{"a":[1,-7,0,true,false,null,"x"],"b":{}}', []],
    [' 1', ['blank']],
    ['[ ]', ['blank']],
    ['{"a" :1}', ['blank']],
    ['[1\t]\n', ['blank']],
    ['" a\u007f"', []],
    ['"<"', ['html']],
    ['"\u2029"', ['html']],
    ['"\u2027é😀"', ['beyondASCII']],
    ['"\\n\\"\\\\\\b\\f\\r\\t"', ['escape']],
    ['"\\u003c\\u2028"', ['escape']],
    ['"\\u003C"', ['escape', 'foreignEscape']],
    ['"\\/"', ['escape', 'foreignEscape']],
    ['"\\ud800"', ['escape', 'foreignEscape']],
    ['-0', ['oddNumber']],
    ['0.0', ['oddNumber']],
    ['[1E5]', ['oddNumber']],
    ['123456789012345', []],
    ['1234567890123456', ['oddNumber']],
  ])('finds in %s: %j', (text, found) => expect(foundIn(text)).toEqual(found))

  test('passes names and values, and returns them', () => {
    const cursor = new JSONCursor(' { "a\\u0062" : [1, {"x": "é"}] , "c":"\\n" } ')
    const members: [string, string][] = []
    cursor.each(() => members.push([cursor.name(), cursor.value()]))
    cursor.end()
    expect(members).toEqual([
      ['ab', '[1, {"x": "é"}]'],
      ['c', '"\\n"'],
    ])
  })

  test('keeps its bytes while another one reads', () => {
    const first = new JSONCursor('[1,"first"]')
    first.enter()
    first.pass()
    const second = new JSONCursor('{"second":"value"}')
    expect(first.more()).toBe(true)
    expect(first.string()).toBe('first')
    expect(second.value()).toBe('{"second":"value"}')
    expect(first.more()).toBe(false)
    first.end()
    second.end()
    first.release()
    second.release()
    expect(foundIn('"a"')).toEqual([])
  })

  test('reads texts longer than its scratch memory', () => {
    const text = `["${'a'.repeat(70_000)}","${'é'.repeat(70_000)}",1]`
    const cursor = new JSONCursor(text)
    expect(cursor.value()).toBe(text)
    cursor.end()
  })

  test.each(['', '1 2', '[1', '{"a":1]', '{"a" 1}', '{1:2}', '"\n"', 'tru', '[1,]', '\u00a01', '1\u0000'])(
    'refuses %j',
    (text) => expect(() => foundIn(text)).toThrow(/invalid character|unexpected end/),
  )
})
