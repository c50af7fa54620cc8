import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategicMergePatch } from '../../src/patch/index.js'
import { mergeItem } from './merge-item.js'

/** What is left of a text when the patch changes one member of it: everything else is written as Go does. */
function rewritten(members: string): string {
  return strategicMergePatch(`{"name":"a",${members}}`, '{"name":"b"}', mergeItem)
}

describe('the parts of a text that a strategic merge patch does not touch', () => {
  it.each([
    [
      'members are sorted',
      '"z":{"b":1,"a":{"d":[{"y":1,"x":2},3],"c":null}}',
      '"z":{"a":{"c":null,"d":[{"x":2,"y":1},3]},"b":1}',
    ],
    ['longer names come behind', '"z":{"ab":1,"a":2,"a b":3,"":4}', '"z":{"":4,"a":2,"a b":3,"ab":1}'],
    ['names with escapes', '"z":{"k\\\\":1,"k\\"x":2,"k[":3}', '"z":{"k\\"x":2,"k[":3,"k\\\\":1}'],
    ['escapes that stay', '"z":{"b":"\\"\\\\\\n\\t\\r\\b\\f","a":1}', '"z":{"a":1,"b":"\\"\\\\\\n\\t\\r\\b\\f"}'],
    ['escapes that go', '"z":{"b":"\\u0041\\/","a":1}', '"z":{"a":1,"b":"A/"}'],
    ['characters that are escaped', '"z":{"b":"<&>\u2028","a":1}', '"z":{"a":1,"b":"\\u003c\\u0026\\u003e\\u2028"}'],
    ['other characters', '"z":{"\ue000":1,"\u{1f600}":2,"é":3}', '"z":{"é":3,"\ue000":1,"\u{1f600}":2}'],
    ['numbers', '"z":[1.0,-0,1e3,0,-7,12345678901234567]', '"z":[1,0,1000,0,-7,12345678901234567]'],
    ['white space', '"z": { "b" : [ ] ,\n"a" : { } }\t', '"z":{"a":{},"b":[]}'],
    ['the last of several wins', '"z":{"b":1,"b":2,"a":0},"y":1,"y":2', '"y":2,"z":{"a":0,"b":2}'],
    [
      'names that objects have',
      '"z":{"__proto__":{"b":1,"a":2},"constructor":1}',
      '"z":{"__proto__":{"a":2,"b":1},"constructor":1}',
    ],
  ])('%s', (_, members, expected) => {
    expect(rewritten(members)).toBe(`{"name":"b",${expected}}`)
  })

  it.each([
    '{"a":}',
    '{"a":1,}',
    '{"a":01}',
    '{"a":-}',
    '{"a":tru}',
    '{"a":[1,]}',
    '{"a":"\\x"}',
    '{"a":"\u0001"}',
    '{"a"1}',
    '{"a":1}}',
    '{"a":[1}',
  ])('must be JSON: %s', (z) => {
    expect(() => strategicMergePatch(`{"z":${z}}`, '{"name":"b"}', mergeItem)).toThrow('invalid JSON document')
  })

  it('are written as the same value whatever it is', () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sorted(each)]))
          : value
    fc.assert(
      fc.property(fc.jsonValue(), (z) => {
        expect(JSON.parse(strategicMergePatch(JSON.stringify({ z }), '{"name":"b"}', mergeItem))).toEqual(
          sorted(JSON.parse(JSON.stringify({ name: 'b', z }))),
        )
      }),
    )
  })
})

it('a list of which elements are touched keeps the rest of them', () => {
  const text = '{"mergingList":[{"name":"1","other":{"b":1,"a":"\\"<"}},{"value":{"y":1,"x":2},"name":"2"}]}'
  expect(strategicMergePatch(text, '{"mergingList":[{"name":"2","other":{"n":null,"m":1}}]}', mergeItem)).toBe(
    '{"mergingList":[{"name":"1","other":{"a":"\\"\\u003c","b":1}},{"name":"2","other":{"m":1},"value":{"x":2,"y":1}}]}',
  )
})
