import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NumberLiteral } from '../../src/json/json-document.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { strategicMergePatch } from '../../src/patch/index.js'
import { readTouched } from '../../src/patch/strategic/touched-document.js'
import { rounds } from '../rounds.js'
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
    [
      'escapes of Go',
      '"z":{"b":"\\u003c\\u003e\\u0026\\u2028\\u2029","a":1}',
      '"z":{"a":1,"b":"\\u003c\\u003e\\u0026\\u2028\\u2029"}',
    ],
    ['escapes that are spelled otherwise', '"z":{"b":"\\u003C\\u00e9","a":1}', '"z":{"a":1,"b":"\\u003cé"}'],
    ['escapes that go', '"z":{"b":"\\u0041\\/","a":1}', '"z":{"a":1,"b":"A/"}'],
    ['characters that are escaped', '"z":{"b":"<&>\u2028","a":1}', '"z":{"a":1,"b":"\\u003c\\u0026\\u003e\\u2028"}'],
    ['other characters', '"z":{"\ue000":1,"\u{1f600}":2,"é":3}', '"z":{"é":3,"\ue000":1,"\u{1f600}":2}'],
    ['numbers', '"z":[1.0,-0,1e3,0,-7,12345678901234567]', '"z":[1,0,1000,0,-7,12345678901234567]'],
    ['white space', '"z": { "b" : [ ] ,\n"a" : { } }\t', '"z":{"a":{},"b":[]}'],
    ['white space before names with escapes', '"z":{"c":1, "b\\n" : 2,  "b":3}', '"z":{"b":3,"b\\n":2,"c":1}'],
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

  it('are followed by white space of JSON only', () => {
    expect(strategicMergePatch('{"z":{"b":1,"a":2}} \t\r\n', '{"name":"b"}', mergeItem)).toBe(
      '{"name":"b","z":{"a":2,"b":1}}',
    )
    expect(() => strategicMergePatch('{"z":1}\u00a0', '{"name":"b"}', mergeItem)).toThrow('invalid JSON document')
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

describe('the scanner of untouched parts', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

  it.each([
    '1',
    '-7',
    '0',
    '10',
    '123456789012345',
    '-12345678901234',
    'true',
    'false',
    'null',
    '""',
    '"a b~!"',
    '"\\"\\\\\\n\\r\\t\\b\\f"',
    '[]',
    '{}',
    '[1,[2,{"a":{}}],"x"]',
    '{"b":1,"a":{"d":1,"c":2},"ab":[{"y":1,"x":2}]}',
    '{"a":1,"a\\"":2,"a\\\\":3,"":4}',
    nested(497),
  ])('takes %s', (value) => {
    for (const patch of [{}, { z: 1 }]) {
      for (const text of [`{"z":${value}}`, `{"z":${value},"y":[${value},${value}],"a":{"b":${value}}}`]) {
        const touched = readTouched(text, patch)
        expect(touched).toBeDefined()
        const written = strategicMergePatch(text, '{"name":"n"}', mergeItem)
        expect(written).toBe(stringifyJSON({ ...(JSON.parse(text) as object), name: 'n' }))
      }
    }
  })

  it.each([
    ...[
      '-0',
      '01',
      '1.0',
      '1e3',
      '1E3',
      '-',
      '1234567890123456',
      '-123456789012345',
      '+1',
      'tru',
      'nul',
      'fals',
      'x',
      '',
    ],
    ...['"é"', '"<"', '">"', '"&"', '"\u0001"', '"\u007f\u0080"', '"\\u0041"', '"\\/"', '"\\x"', '"', '"a', '"\\"'],
    ...['[1', '[1,]', '[,1]', '[1 ,2]', '[ ]', '{"a":1', '{"a" :1}', '{"a":1,}', '{a:1}', '{"a"1}', '{"a",1}', '{1:1}'],
    ...['{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"\\"":1,"\\"":2}', '[1}', '{"a":1]', '1]', '1}', '1,', nested(500)],
    ...['{"b":1,"a":{"x":1,"x":1}}', '[{"a":1},{"b":1,"b":1}]'],
  ])('leaves %s to the parser', (value) => {
    for (const patch of [{}, { z: 1 }, { z: {} }, { z: [{ a: 1 }] }, { z: { a: 1 } }]) {
      expect([patch, readTouched(`{"z":${value}}`, patch)]).toEqual([patch, undefined])
    }
  })

  it.each([
    ['{"a":1,"a":2}', {}],
    ['{"a":1,"a":2}', { a: 1 }],
    ['{"a":{"b":1,"b":2}}', { a: { b: 1 } }],
    ['{"l":[{"b":1,"b":2}]}', { l: [{ b: 1 }] }],
    ['[]', {}],
    ['"a"', {}],
    ['{} x', {}],
    ['', {}],
  ])('leaves %s with %j to the parser', (text, patch) => {
    expect(readTouched(text, patch)).toBeUndefined()
  })

  it('takes white space at the end', () => {
    expect(readTouched('{"a":1} \n', {})?.map).toBeDefined()
  })

  it.each<[text: string, patch: object, plain: boolean]>([
    ['{"a":"x","z":"\\n"}', {}, true],
    ['{"a":"x"}', { a: 'y' }, true],
    ['{"a":"\\n"}', { a: 'y' }, false],
    ['{"a\\n":1}', {}, false],
    ['{"a":["\\n"]}', { a: 1 }, false],
    ['{"a":{"b":"\\n"}}', { a: 1 }, false],
    ['{"a":{"b":"\\n"}}', { a: {} }, true],
    ['{"z":"\\n","a":{"b":"x"}}', { a: 1 }, true],
    ['{"l":[{"name":"\\"","x":{"y":1}}]}', { l: [{}] }, false],
    ['{"l":[{"name":"n","x":{"y":"\\n"}}]}', { l: [{}] }, true],
    ['{"l":[{"name":"n","x":{"y":"\\n"}}]}', { l: [{ x: {} }] }, false],
  ])('tells of %s with %j whether a value needs an escape', (text, patch, plain) => {
    expect(readTouched(text, patch as Record<string, unknown>)?.plain).toBe(plain)
  })

  it('reads what a patch names, and directives for it', () => {
    const text = '{"a":{"b":[1]},"l":[{"name":"n","x":{"y":1}},[1],"s"],"u":{"v":1},"s":"t"}'
    const read = (patch: object) => {
      const values = Object.entries(readTouched(text, patch as Record<string, unknown>)?.map ?? {})
      return values.filter(([, value]) => !(value instanceof NumberLiteral)).map(([name]) => name)
    }
    expect(read({})).toEqual([])
    expect(read({ a: null })).toEqual(['a'])
    expect(read({ a: undefined, s: 1 })).toEqual(['s'])
    expect(read({ '$setElementOrder/l': [] })).toEqual(['l'])
    expect(read({ '$deleteFromPrimitiveList/u': [], a: {} })).toEqual(['a', 'u'])
    expect(read({ '$retainKeys/u': [], $patch: 'x', $setElementOrder: [] })).toEqual([])
    const list = (patch: object) => {
      const [element] = (readTouched(text, { l: [patch] })?.map.l ?? []) as { x: unknown }[]
      return element?.x
    }
    expect(list({ name: 'n' })).toBeInstanceOf(NumberLiteral)
    expect(list({ x: {} })).toEqual({ y: 1 })
    expect(list({ '$setElementOrder/x': [] })).toEqual({ y: 1 })
  })

  it.each([31, 32, 33, 60])('sorts %d members', (count) => {
    const z = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${(i * 37) % count}`, i]))
    expect(strategicMergePatch(JSON.stringify({ z }), '{"name":"n"}', mergeItem)).toBe(stringifyJSON({ name: 'n', z }))
  })

  it('sorts members by their names, however many and however alike', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '!', '~'), maxLength: 4 })
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 60 }), (names) => {
        const z = Object.fromEntries(names.map((each, i) => [each, { b: i, a: names.length }]))
        const text = JSON.stringify({ z })
        expect(readTouched(text, {})).toBeDefined()
        expect(strategicMergePatch(text, '{"name":"n"}', mergeItem)).toBe(stringifyJSON({ name: 'n', z }))
      }),
      { numRuns: rounds(800) },
    )
  })
})
