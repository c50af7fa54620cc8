import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { comparePaths, equalPaths } from '../../src/managedfields/field-path/path.js'
import { parsePathElement, serializePathElement } from '../../src/managedfields/field-path/path-element-text.js'
import { matchAnySet } from '../../src/managedfields/field-path/set-matcher.js'
import { compareValues, equalValues } from '../../src/managedfields/field-path/value.js'
import {
  anyPathElement,
  FieldSet,
  fieldNameElement,
  fieldSetFromFieldsV1,
  fieldSetFromJSON,
  fieldSetFromValue,
  fieldSetOf,
  fieldSetToFieldsV1,
  fieldSetToJSON,
  indexElement,
  keyElement,
  makePath,
  newExcludeFilterSetMap,
  newExcludeSetFilter,
  newIncludeMatcherFilter,
  type Path,
  type PathElement,
  pathText,
  prefixMatcher,
  SetMatcher,
  valueElement,
} from '../../src/managedfields/index.js'

const scalar = fc.oneof(fc.string(), fc.integer({ min: -99, max: 99 }), fc.boolean())
const name = fc.oneof(fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '<&>', 'é', '.', 'f:a'), fc.string())
const element: fc.Arbitrary<PathElement> = fc.oneof(
  name.map(fieldNameElement),
  fc.dictionary(fc.constantFrom('name', 'port', 'a<b'), scalar, { minKeys: 1 }).map(keyElement),
  scalar.map(valueElement),
  fc.nat(9).map(indexElement),
)
const path: fc.Arbitrary<Path> = fc.array(element, { minLength: 1, maxLength: 4 })
const fieldSet: fc.Arbitrary<FieldSet> = fc.array(path, { maxLength: 12 }).map((paths) => FieldSet.of(...paths))
const two = [fieldSet, fieldSet] as const

const texts = (set: FieldSet): string[] => set.paths().map(pathText)
const keysOf = (set: FieldSet): Set<string> =>
  new Set(set.paths().map((each) => each.map(({ text }) => text).join('\n')))

describe('laws of sets', () => {
  const check = (run: (a: FieldSet, b: FieldSet) => void): void => fc.assert(fc.property(...two, run))

  it('union has what either has', () =>
    check((a, b) => {
      expect(keysOf(a.union(b))).toEqual(new Set([...keysOf(a), ...keysOf(b)]))
      expect(a.union(b).equals(b.union(a))).toBe(true)
      expect(a.union(a).equals(a)).toBe(true)
    }))

  it('intersection has what both have', () =>
    check((a, b) => {
      const both = [...keysOf(a)].filter((key) => keysOf(b).has(key))
      expect(keysOf(a.intersection(b))).toEqual(new Set(both))
      expect(a.intersection(b).equals(b.intersection(a))).toBe(true)
    }))

  it('difference has what only the first has', () =>
    check((a, b) => {
      const rest = [...keysOf(a)].filter((key) => !keysOf(b).has(key))
      expect(keysOf(a.difference(b))).toEqual(new Set(rest))
      expect(a.difference(b).union(a.intersection(b)).equals(a)).toBe(true)
      expect(a.difference(a).isEmpty).toBe(true)
    }))

  it('recursive difference takes everything below away as well', () =>
    check((a, b) => {
      const taken = (each: Path): boolean => each.some((_, i) => b.has(each.slice(0, i + 1)))
      const rest = a.paths().filter((each) => !taken(each))
      expect(texts(a.recursiveDifference(b))).toEqual(texts(FieldSet.of(...rest)))
    }))

  it('leaves have nothing below them', () =>
    check((a) => {
      const leaves = a.leaves()
      expect(leaves.difference(a).isEmpty).toBe(true)
      for (const each of leaves.paths()) expect(a.paths().every((other) => !beginsWith(other, each))).toBe(true)
    }))

  it('no operation changes its operands', () =>
    check((a, b) => {
      const before = [fieldSetToJSON(a), fieldSetToJSON(b)]
      for (const set of [a.union(b).copy(), a.difference(b).copy(), a.intersection(b).copy(), a.leaves().copy()]) {
        set.insert(makePath('new', 'field'))
      }
      expect([fieldSetToJSON(a), fieldSetToJSON(b)]).toEqual(before)
    }))

  it('members are in order, whatever the order of insertion', () =>
    fc.assert(
      fc.property(fc.uniqueArray(element, { selector: ({ text }) => text }), (elements) => {
        const set = FieldSet.of(...elements.map((each) => [each]))
        const paths = set.paths()
        expect(paths.length).toBe(elements.length)
        for (const [i, each] of paths.entries())
          if (i > 0) expect(comparePaths(paths[i - 1] as Path, each)).toBeLessThan(0)
      }),
    ))
})

describe('paths', () => {
  // Recorded from Go: what comes first in the list comes first.
  it('are ordered element by element, a prefix before what it begins', () => {
    const paths = [makePath(), makePath('a'), makePath('a', 'a'), makePath('a', 'b'), makePath('a', 0), makePath('b')]
    expect(paths.map(pathText)).toEqual(['', '.a', '.a.a', '.a.b', '.a[0]', '.b'])
    for (const [i, a] of paths.entries()) {
      for (const [j, b] of paths.entries()) {
        expect([pathText(a), pathText(b), Math.sign(comparePaths(a, b))]).toEqual([
          pathText(a),
          pathText(b),
          Math.sign(i - j),
        ])
        expect(equalPaths(a, b)).toBe(i === j)
      }
    }
  })
})

describe('one set', () => {
  const set = fieldSetOf(['a'], ['a', 'b'], ['c', 'd'])

  it('has its paths alone', () => {
    expect([set.has(makePath('a')), set.has(makePath('c', 'd'))]).toEqual([true, true])
    for (const other of [[], ['c'], ['d'], ['a', 'd'], ['c', 'd', 'd']]) expect(set.has(makePath(...other))).toBe(false)
  })

  it('has a part below an element, or an empty one', () => {
    expect(texts(set.withPrefix(fieldNameElement('a')))).toEqual(['.b'])
    expect(set.withPrefix(fieldNameElement('b')).isEmpty).toBe(true)
  })

  it('shares nothing with its copy', () => {
    const copy = set.copy()
    expect(texts(copy)).toEqual(['.a', '.a.b', '.c.d'])
    copy.insert(makePath('a', 'c'))
    copy.insert(makePath('x'))
    expect([texts(set), texts(copy)]).toEqual([
      ['.a', '.a.b', '.c.d'],
      ['.a', '.x', '.a.b', '.a.c', '.c.d'],
    ])
  })

  it('equals a set with the same fields alone', () => {
    expect(fieldSetOf(['a'], ['c', 'd'], ['a', 'b']).equals(set)).toBe(true)
    for (const other of [
      fieldSetOf(['a'], ['a', 'c'], ['c', 'd']),
      fieldSetOf(['a'], ['a', 'b'], ['d', 'd']),
      fieldSetOf(['a'], ['a', 'b']),
      fieldSetOf(['b'], ['a', 'b'], ['c', 'd']),
      fieldSetOf(['a', 'b'], ['c', 'd']),
    ]) {
      expect([other.equals(set), set.equals(other)]).toEqual([false, false])
    }
  })

  it('is empty whatever empty parts it was made of', () => {
    const hollow = new FieldSet([fieldNameElement('a')], [{ element: fieldNameElement('a'), set: new FieldSet() }])
    expect(new FieldSet([], hollow.children).isEmpty).toBe(true)
    expect(fieldSetToJSON(hollow)).toBe('{"f:a":{}}')
    expect(fieldSetToFieldsV1(hollow)).toEqual({ 'f:a': {} })
  })
})

function beginsWith(longer: Path, shorter: Path): boolean {
  return longer.length > shorter.length && shorter.every((each, i) => each.equals(longer[i] as PathElement))
}

describe('FieldsV1', () => {
  it('gives back the set it was made of, as an object and as text', () =>
    fc.assert(
      fc.property(fieldSet, (set) => {
        expect(fieldSetFromFieldsV1(fieldSetToFieldsV1(set)).equals(set)).toBe(true)
        expect(fieldSetFromJSON(fieldSetToJSON(set)).equals(set)).toBe(true)
      }),
    ))

  it('is written in order, with a dot for members that have something below them', () => {
    const set = fieldSetOf(
      ['b', indexElement(1)],
      ['b', valueElement('<x>')],
      ['b', keyElement({ port: 80, name: 'web' })],
      ['b', 'c'],
      ['b'],
      ['a', 'z'],
    )
    expect(fieldSetToJSON(set)).toBe(
      '{"f:a":{"f:z":{}},"f:b":{".":{},"f:c":{},"k:{\\"name\\":\\"web\\",\\"port\\":80}":{},"v:\\"\\\\u003cx\\\\u003e\\"":{},"i:1":{}}}',
    )
  })

  it('orders and unites keys however they are spelled', () => {
    const set = fieldSetFromJSON('{"k:{\\"b\\":1,\\"a\\":2}":{"f:x":{}},"k:{ \\"a\\" : 2.0, \\"b\\" : 1 }":{}}')
    expect(fieldSetToJSON(set)).toBe('{"k:{\\"a\\":2,\\"b\\":1}":{".":{},"f:x":{}}}')
  })

  it('leaves out what a later version may mean', () => {
    expect(fieldSetToJSON(fieldSetFromJSON('{"x:y":{"f:a":{}},"f:b":{"x:y":{}}}'))).toBe('{"f:b":{}}')
  })

  it.each<[JSONValue, string]>([
    [{ bad: {} }, 'parsing key as path element: missing colon: bad'],
    [{ q: {} }, 'parsing key as path element: key must be 2 characters long:'],
    [{ 'i:x': {} }, 'parsing key as path element: strconv.Atoi: parsing "x": invalid syntax'],
    [{ 'f:a': { 'k:[]': {} } }, 'parsing key as path element: expected an object as key: []'],
    [{ 'f:a': 1 }, 'expected an object'],
    [[], 'expected an object'],
    ['text', 'expected an object'],
  ])('refuses %j', (fields, message) => {
    expect(() => fieldSetFromFieldsV1(fields)).toThrow(expect.objectContaining({ code: 'InvalidFieldsV1', message }))
  })

  it('reports the position of an invalid element', () => {
    const fields = { 'f:a': { 'f:b': { 'v:{': {} } } }
    expect(() => fieldSetFromFieldsV1(fields)).toThrow(expect.objectContaining({ path: 'f:a.f:b.v:{' }))
  })

  it('refuses what is nested too deeply, and takes what is large', () => {
    const deep: JSONObject = {}
    let inner = deep
    for (let i = 0; i < 200_000; i++) {
      inner['f:a'] = {}
      inner = inner['f:a']
    }
    expect(() => fieldSetFromFieldsV1(deep)).toThrow(expect.objectContaining({ code: 'TooDeep' }))
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f:${49_999 - i}`, {}]))
    expect(fieldSetFromFieldsV1(wide).size).toBe(50_000)
  })

  it('takes __proto__ for a field like any other', () => {
    const set = fieldSetFromJSON('{"f:__proto__":{"f:polluted":{}}}')
    expect(texts(set)).toEqual(['.__proto__.polluted'])
    expect(fieldSetToJSON(fieldSetFromFieldsV1(fieldSetToFieldsV1(set)))).toBe('{"f:__proto__":{"f:polluted":{}}}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('path elements', () => {
  it.each([
    ['f:spec', '.spec'],
    ['f:', '.'],
    ['k:{"port":80,"name":"web"}', '[name="web",port=80]'],
    ['k:{"a":null,"b":true,"c":1.5}', '[a=null,b=true,c=1.5]'],
    ['v:"x"', '[="x"]'],
    ['v:9007199254740993', '[=9007199254740993]'],
    ['v:[1,"a"]', '[=[1,"a"]]'],
    ['v:1e21', '[=1e+21]'],
    ['i:7', '[7]'],
  ])('%s reads %s', (text, shown) => {
    expect(String(parsePathElement(text))).toBe(shown)
  })

  it('are fields before keys before values before indexes', () => {
    const elements = [indexElement(0), valueElement('a'), keyElement({ a: 1 }), fieldNameElement('z')]
    expect(elements.map(({ kind }) => kind)).toEqual(['index', 'value', 'key', 'fieldName'])
    expect(FieldSet.of(...elements.map((each) => [each])).members.map(String)).toEqual(['.z', '[a=1]', '[="a"]', '[0]'])
  })

  it('have the text that FieldsV1 has, and errors with a code', () => {
    expect(serializePathElement(keyElement({ b: 1, a: 'x' }))).toBe('k:{"a":"x","b":1}')
    expect((parsePathElement('i:-0') as { index?: number }).index).toBe(0)
    expect(parsePathElement('x:a')).toBeUndefined()
    expect(() => parsePathElement('bad')).toThrow(expect.objectContaining({ code: 'InvalidPathElement' }))
  })

  it('order values by kind, then by value', () => {
    const values: JSONValue[] = [null, { a: 1 }, [1], true, false, 'b', 'a', 10, 9.5, 2n, -1]
    const members = FieldSet.of(...values.map((value) => [valueElement(value)])).members.map(String)
    expect(members).toEqual([
      '[=-1]',
      '[=2]',
      '[=9.5]',
      '[=10]',
      '[="a"]',
      '[="b"]',
      '[=false]',
      '[=true]',
      '[=[1]]',
      '[=a=1]',
      '[=null]',
    ])
  })
})

describe('equalValues', () => {
  const values: JSONValue[] = [
    ...[null, true, false, 0, 1, 1.5, 2n, '', '1', 'true', [], [1], [1, 2], [2, 1], [[]]],
    ...[{}, { a: 1 }, { b: 1 }, { a: 2 }, { a: 1, b: 2 }, { 0: 1 }, { a: null }],
  ]

  it('holds for a value and its copy alone', () => {
    for (const [i, a] of values.entries()) {
      for (const [j, b] of values.entries()) {
        expect([a, b, equalValues(a, structuredClone(b))]).toEqual([a, b, i === j])
        expect(equalValues([a], [structuredClone(b)])).toBe(i === j)
      }
    }
  })

  it('takes whole numbers for each other, and undefined for nothing', () => {
    expect(equalValues(1, 1n)).toBe(true)
    expect(equalValues({ b: [2n], a: 1 }, { a: 1n, b: [2] })).toBe(true)
    expect(equalValues({ a: 1, b: undefined } as never, { a: 1 })).toBe(true)
    expect(equalValues({ a: undefined } as never, { b: undefined } as never)).toBe(true)
  })

  it('ends with a typed error however deep values nest', () => {
    const deep = (): JSONValue => {
      let value: JSONValue = []
      for (let i = 0; i < 200_000; i++) value = [value]
      return value
    }
    expect(() => equalValues(deep(), deep())).toThrow(expect.objectContaining({ code: 'TooDeep' }))
    const [a, b] = [valueElement(deep()), valueElement(deep())]
    expect(() => a.compare(b)).toThrow(expect.objectContaining({ code: 'TooDeep' }))
    expect(() => compareValues(deep(), deep())).toThrow(expect.objectContaining({ code: 'TooDeep' }))
  })
})

describe('filters', () => {
  const top = ['.b', '.metadata']
  const two = fieldSetOf(
    ...[['spec', 'a'], ['spec', 'b'], ['spec', 'a', 'c'], ['status', 'a'], ['status', 'b'], ['metadata'], ['b']],
  )
  const set = fieldSetOf(['spec', 'a'], ['spec', 'b'], ['spec', 'a', 'c'], ['status', 'a'], ['metadata'])

  it('leave out fields and all that is below them', () => {
    expect(texts(newExcludeSetFilter(fieldSetOf(['spec', 'a'], ['metadata'])).filter(set))).toEqual([
      '.spec.b',
      '.status.a',
    ])
  })

  it('keep what begins as a pattern says', () => {
    const kept = (...parts: Parameters<typeof prefixMatcher>): string[] =>
      texts(newIncludeMatcherFilter(prefixMatcher(...parts)).filter(set))
    expect(kept('spec', 'a')).toEqual(['.spec.a', '.spec.a.c'])
    // As in Go, members match by the part of the pattern for their own level.
    expect(kept(anyPathElement, 'a')).toEqual(['.metadata', '.spec.a', '.spec.a.c', '.status.a'])
    expect(kept('nothing')).toEqual([])
    expect(kept('spec', 'a', 'x')).toEqual(['.spec.a'])
  })

  it('keep what any of several patterns keeps, and everything without one', () => {
    const filter = newIncludeMatcherFilter(
      prefixMatcher('spec', 'a'),
      prefixMatcher('spec', 'b'),
      prefixMatcher('metadata'),
    )
    expect(texts(filter.filter(set))).toEqual(['.metadata', '.spec.a', '.spec.b', '.spec.a.c'])
    expect(newIncludeMatcherFilter().filter(set)).toBe(set)
  })

  // Recorded from Go: of two patterns that meet on a level, the one for any element comes first and hides the other.
  it.each<[string, SetMatcher[], string[]]>([
    ['a name, then any', [prefixMatcher('spec'), prefixMatcher(anyPathElement, 'b')], [...top, '.spec.b', '.status.b']],
    ['any, then a name', [prefixMatcher(anyPathElement, 'b'), prefixMatcher('spec')], [...top, '.spec.b', '.status.b']],
    [
      'a part, then the whole',
      [prefixMatcher('spec', 'a'), prefixMatcher('spec')],
      ['.spec.a', '.spec.b', '.spec.a.c'],
    ],
    [
      'the whole, then a part',
      [prefixMatcher('spec'), prefixMatcher('spec', 'a')],
      ['.spec.a', '.spec.b', '.spec.a.c'],
    ],
    ['everything', [matchAnySet(), prefixMatcher('spec', 'a')], texts(two)],
    ['nothing', [new SetMatcher(false)], []],
  ])('unite %s', (_, matchers, kept) => {
    expect(texts(newIncludeMatcherFilter(...matchers).filter(two))).toEqual(kept)
  })

  // Go's search finds no pattern again but the only one of its level: there the first of two counts.
  it('unite patterns of one element among others', () => {
    const [any, b] = [[anyPathElement, 'a'] as const, [anyPathElement, 'b'] as const]
    expect(texts(newIncludeMatcherFilter(prefixMatcher(...any), prefixMatcher(...b)).filter(two))).toEqual(texts(two))
    const filter = newIncludeMatcherFilter(prefixMatcher('b'), prefixMatcher('spec', 'a'), prefixMatcher('spec', 'b'))
    expect(texts(filter.filter(two))).toEqual(['.b', '.spec.a', '.spec.b', '.spec.a.c'])
  })

  it('are made for each version of what it resets', () => {
    const filters = newExcludeFilterSetMap({ v1: fieldSetOf(['spec']), v2: fieldSetOf(['status'], ['metadata']) })
    expect([...filters].map(([version, filter]) => [version, texts(filter.filter(set))])).toEqual([
      ['v1', ['.metadata', '.status.a']],
      ['v2', ['.spec.a', '.spec.b', '.spec.a.c']],
    ])
  })
})

describe('sets of values without a schema', () => {
  it('tell list items apart by what looks like a key', () => {
    const value = { a: [{ name: 'x', id: 1, v: true }, { other: 1 }, 'text'], b: { c: null }, d: {} }
    expect(texts(fieldSetFromValue(value))).toEqual([
      '.a[2]',
      '.a[id=1,name="x"].id',
      '.a[id=1,name="x"].name',
      '.a[id=1,name="x"].v',
      '.a[1].other',
      '.b.c',
    ])
  })

  // Recorded from Go.
  it('take only scalars for keys, and a value that is one leaf for no field', () => {
    const items = [null, ['a'], { name: null, v: 1 }, { key: 'k' }, { name: [1] }, { id: true }]
    expect(texts(fieldSetFromValue(items))).toEqual([
      '[0]',
      '[id=true].id',
      '[key="k"].key',
      '[1][0]',
      '[2].name',
      '[2].v',
      '[4].name[0]',
    ])
    for (const leaf of ['x', null, {}, []]) expect(fieldSetFromValue(leaf as JSONValue).isEmpty).toBe(true)
  })
})
