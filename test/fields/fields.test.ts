import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  andSelectors,
  escapeValue,
  everything,
  nothing,
  oneTermEqualSelector,
  oneTermNotEqualSelector,
  parseAndTransformSelector,
  parseSelector,
  selectorFromSet,
  setToString,
  unescapeValue,
} from '../../src/fields/index.js'

describe('reading', () => {
  test.each([
    ['', ''],
    ['a=b', 'a=b'],
    ['a==b', 'a=b'],
    ['z!=b,a=b', 'a=b,z!=b'],
    [',,a=b,,', 'a=b'],
    ['a=', 'a='],
    ['=', ''],
    ['=b', '=b'],
    ['a=\\,\\=\\\\', 'a=\\,\\=\\\\'],
    ['a=b!c', 'a=b!c'],
    ['a!==b', undefined],
  ])('%j reads as %j', (text, canonical) => {
    if (canonical === undefined) expect(() => parseSelector(text)).toThrow('unescaped character in value: 61')
    else expect(parseSelector(text).toString()).toBe(canonical)
  })

  test.each([
    ['a', "invalid selector: 'a'; can't understand 'a'", 'InvalidFieldSelector'],
    ['a=b,c', "invalid selector: 'a=b,c'; can't understand 'c'", 'InvalidFieldSelector'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61', 'UnescapedCharacter'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x', 'InvalidEscapeSequence'],
    ['a=\\\u{1f600}', 'invalid field selector: invalid escape sequence: \\\u{1f600}', 'InvalidEscapeSequence'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\', 'InvalidEscapeSequence'],
  ])('%j is refused', (text, message, code) => {
    expect(() => parseSelector(text)).toThrow(expect.objectContaining({ message, code }))
  })

  test('requirements tell what was read', () => {
    expect(parseSelector('b!=2,a=1').requirements()).toEqual([
      { field: 'a', operator: '=', value: '1' },
      { field: 'b', operator: '!=', value: '2' },
    ])
  })
})

describe('matching', () => {
  test('an absent field is the empty text', () => {
    expect(parseSelector('a=').matches({})).toBe(true)
    expect(parseSelector('a!=b').matches(undefined)).toBe(true)
    expect(parseSelector('a=b,c!=d').matches({ a: 'b', c: 'd' })).toBe(false)
    expect(parseSelector('a=b,c!=d').matches({ a: 'b', c: 'e' })).toBe(true)
  })

  test('inherited properties are not fields', () => {
    expect(oneTermEqualSelector('constructor', '').matches({})).toBe(true)
    expect(oneTermEqualSelector('__proto__', 'x').matches(JSON.parse('{"__proto__":"x"}'))).toBe(true)
  })

  test('everything and nothing', () => {
    expect(everything().matches({ a: 'b' })).toBe(true)
    expect(everything().isEmpty()).toBe(true)
    expect(nothing().matches({})).toBe(false)
    expect(nothing().isEmpty()).toBe(false)
    expect(nothing().transform((field, value) => ({ field, value }))).toBe(nothing())
    expect(String(nothing())).toBe('')
  })
})

test('an exact value is found through every level', () => {
  const selector = andSelectors(oneTermNotEqualSelector('b', 'x'), andSelectors(oneTermEqualSelector('a', '1')))
  expect(selector.requiresExactMatch('a')).toBe('1')
  expect(selector.requiresExactMatch('b')).toBeUndefined()
  expect(oneTermEqualSelector('a', '').requiresExactMatch('a')).toBe('')
})

describe('transforming', () => {
  test('renames and drops requirements', () => {
    const selector = parseAndTransformSelector('a=1,b=2,c!=3', (field, value) =>
      field === 'b' ? { field: '', value: '' } : { field: `metadata.${field}`, value },
    )
    expect(selector.toString()).toBe('metadata.a=1,metadata.c!=3')
  })

  test('passes on what the function throws', () => {
    const refuse = () => {
      throw new TypeError('no such field')
    }
    expect(() => parseSelector('a=1').transform(refuse)).toThrow(TypeError)
  })
})

test('a set selects by all its fields', () => {
  expect(selectorFromSet({ a: '1' }).toString()).toBe('a=1')
  expect(selectorFromSet(undefined).isEmpty()).toBe(true)
  expect(selectorFromSet({}).matches({ x: 'y' })).toBe(true)
  expect(selectorFromSet({ a: '1', b: '2' }).matches({ a: '1', b: '2', c: '3' })).toBe(true)
  expect(setToString({ b: '2', a: '1' })).toBe('a=1,b=2')
})

test('escaping is undone by unescaping, and survives a selector', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      expect(unescapeValue(escapeValue(value))).toBe(value)
      const selector = oneTermEqualSelector('metadata.name', value)
      const again = parseSelector(selector.toString())
      expect(again.requirements()).toEqual(selector.requirements())
      expect(again.matches({ 'metadata.name': value })).toBe(true)
    }),
  )
})

test('any text is a selector or a typed error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const canonical = parseSelector(text).toString()
        expect(parseSelector(canonical).toString()).toBe(canonical)
      } catch (error) {
        expect(error).toHaveProperty('code', expect.stringMatching(/^(InvalidFieldSelector|Unescaped|InvalidEscape)/))
      }
    }),
  )
})

test('a selector takes any number of terms', () => {
  const selector = parseSelector('a=b,'.repeat(200_000))
  expect(selector.matches({ a: 'b' })).toBe(true)
  expect(selector.requirements()).toHaveLength(200_000)
})
