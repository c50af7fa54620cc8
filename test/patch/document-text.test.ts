import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Found, JSONCursor } from '../../src/json/json-cursor.js'
import { NumberLiteral } from '../../src/json/json-document.js'
import { compactText, withoutBlanks } from '../../src/json/raw-text.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { accessedByPointers } from '../../src/patch/accessed-parts.js'
import { GoReader } from '../../src/patch/document-text.js'
import { openedWhole, readParts } from '../../src/patch/read-parts.js'
import { UnchangedText } from '../../src/patch/unchanged-text.js'
import { writeSorted } from '../../src/patch/write-sorted.js'
import { looseJSON } from '../interop/loose-json.mjs'
import { Random } from '../interop/random.mjs'
import { rounds } from '../rounds.js'

test.each([
  ['{"a":"b","c":[1,-7,0,true,null]}', true, false],
  ['["-0","1.0","1e3","12345678901234567890"]', true, false],
  ['123456789012345', true, false],
  ['-12345678901234', true, false],
  ['[0,10,100]', true, false],
  ['-123456789012345', true, true],
  ['1234567890123456', true, true],
  ['{"a":-0}', true, true],
  ['[-0.5]', true, true],
  ['[1.0]', true, true],
  ['1e3', true, true],
  ['1E3', true, true],
  ['[5,2e1]', true, true],
  ['"<"', false, false],
  ['"a>"', false, false],
  ['"&"', false, false],
  ['"é"', false, false],
  ['"\u2028"', false, false],
  ['"\\n"', false, false],
  ['{"\\"":1.0}', false, true],
  ['["\\"1.0"]', false, false],
  ['["\\\\",1.0]', false, true],
  ['["\\\\\\"",1]', false, false],
  ['["a\\"<"]', false, false],
  ['["a","b<",1.5]', false, true],
])('%s: strings without escapes %s, numbers of other notation %s', (text, plain, odd) => {
  const cursor = new JSONCursor(text)
  cursor.pass()
  cursor.end()
  const strings = Found.html | Found.beyondASCII | Found.escape
  expect([(cursor.found & strings) === 0, (cursor.found & Found.oddNumber) !== 0]).toEqual([plain, odd])
})

test('a reader remembers whether all its texts were plain, and gives equal floats as one', () => {
  const reader = new GoReader()
  expect(reader.plain).toBe(true)
  reader.read('{"a":"b"}')
  expect(reader.plain).toBe(true)
  const [one, two] = reader.read('[1.0,1.00]') as NumberLiteral[]
  expect(one).toBeInstanceOf(NumberLiteral)
  expect(two).toBe(one)
  expect(reader.read('1.0')).toBe(one)
  reader.read('"<"')
  reader.read('"a"')
  expect(reader.plain).toBe(false)
})

test.each<[text: string, value: unknown]>([
  ['-0', 0],
  ['-0.0', new NumberLiteral('-0')],
  ['1.5', 1.5],
  ['9007199254740993', 9007199254740993n],
  ['-1234567890123456', -1234567890123456],
  ['12345678901234567890', 12345678901234567000],
  ['1e21', 1e21],
])('%s is read as %s', (text, value) => expect(new GoReader().read(text)).toEqual(value))

const plainJSON = fc
  .jsonValue({ stringUnit: 'grapheme-ascii', maxDepth: 4 })
  .filter((value) => /^[^\\<>&]*$/.test(JSON.stringify(value)))

test('both writers write what the general one writes', () => {
  const map = (value: unknown) => ({ value }) as Record<string, unknown>
  fc.assert(
    fc.property(plainJSON, (value) => {
      const text = withoutBlanks(stringifyJSON(map(value) as never, { pretty: true }))
      expect(writeSorted(map(value), true)).toBe(text)
      expect(writeSorted(map(value), false)).toBe(text)
    }),
    { numRuns: rounds(200) },
  )
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(writeSorted(map(value), false)).toBe(withoutBlanks(stringifyJSON(map(value) as never, { pretty: true })))
    }),
    { numRuns: rounds(200) },
  )
})

test.each([true, false])('members are sorted, however many (plain: %s)', (plain) => {
  for (const count of [2, 31, 32, 33, 34, 100]) {
    const names = Array.from({ length: count }, (_, i) => `k${(i * 37) % count}`)
    const map = Object.fromEntries(names.map((name) => [name, 1]))
    expect(Object.keys(JSON.parse(writeSorted(map, plain)) as object)).toEqual([...names].sort())
  }
  expect(
    writeSorted({ b: undefined, a: [undefined, 1n, -0, new NumberLiteral('1'), []], c: {}, d: undefined }, plain),
  ).toBe('{"a":[null,1,-0,1,[]],"c":{}}')
  expect(writeSorted({ b: undefined }, plain)).toBe('{}')
  expect(writeSorted({ a: 1e21, b: 1.5, c: 1e-7 }, plain)).toBe('{"a":1e+21,"b":1.5,"c":1e-7}')
})

test('names beyond ASCII are sorted by code point, as in Go', () => {
  expect(writeSorted({ '\u{1f600}': 1, '\ue000': 2, é: 3, z: 4 }, false)).toBe('{"z":4,"é":3,"\ue000":2,"\u{1f600}":1}')
})

/** The plain value of what {@link readParts} reads; parts that were not looked into as `'unread'`. */
function plainValue(value: unknown): unknown {
  if (value instanceof UnchangedText) return /^[[{]/.test(value.source) ? 'unread' : JSON.parse(value.source)
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, plainValue(member)])
  return Object.fromEntries(members)
}

test('parts are the values that were written, and are written as they were', () => {
  const random = new Random(11)
  for (let round = 0; round < rounds(2000); round++) {
    const text = looseJSON(random)
    const value = readParts(`[${text}]`)
    expect([text, JSON.stringify(plainValue(openedWhole(value)))]).toEqual([text, JSON.stringify([JSON.parse(text)])])
    expect(stringifyJSON(value as object)).toBe(`[${compactText(text)}]`)
  }
})

test.each<[pointers: string[][], read: string]>([
  [[], '{"a":"unread","d":1,"e":"unread","g":"]}"}'],
  [[['a']], '{"a":"unread","d":1,"e":"unread","g":"]}"}'],
  [[['a', 'b']], '{"a":{"b":"unread","y":"unread"},"d":1,"e":"unread","g":"]}"}'],
  [[['a', 'y', 'z']], '{"a":{"b":"unread","y":{}},"d":1,"e":"unread","g":"]}"}'],
  [
    [
      ['e', '0', 'f'],
      ['a', 'y', 'z'],
    ],
    '{"a":{"b":"unread","y":{}},"d":1,"e":"unread","g":"]}"}',
  ],
  [[['a', 'y', 'z'], ['a']], '{"a":"unread","d":1,"e":"unread","g":"]}"}'],
  [[['a'], ['a', 'y', 'z']], '{"a":"unread","d":1,"e":"unread","g":"]}"}'],
  [[['a', 'b'], []], '{"a":{"b":"unread","y":"unread"},"d":1,"e":"unread","g":"]}"}'],
])('only the objects on the way to %j are read', (pointers, read) => {
  const text = '{ "a": {"b":{"c":[1, {"x":"\\"}"}]},"y":{}},"d":1,"e":[{"f":{"h":1}}], "g":"]}" }'
  const value = readParts(text, accessedByPointers(pointers))
  expect(JSON.stringify(plainValue(value))).toBe(read)
  expect(JSON.parse(stringifyJSON(value as object))).toEqual(JSON.parse(text))
})
