import { describe, expect, it } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { ParseableType, parseSchema, TypedValue } from '../../src/managedfields/index.js'
import { deducedParseableType } from '../../src/managedfields/typed/parseable-type.js'

describe('schemas in the form of Go', () => {
  it('hold what is given alone, null as what is absent', () => {
    const types = [
      { name: 'none', scalar: null, list: null, map: null },
      { name: 'empty', scalar: '' },
      { name: 'text', scalar: 'string' },
      { name: 'texts', list: { elementType: { scalar: 'string' }, keys: null } },
      {
        name: 'keyed',
        list: { elementType: { namedType: 'm' }, elementRelationship: 'associative', keys: ['a', 'b'] },
      },
    ]
    const schema = parseSchema({ types })
    expect(types.map(({ name }) => schema.resolve({ namedType: name }))).toEqual([
      {},
      {},
      { scalar: 'string' },
      { list: { elementType: { inlined: { scalar: 'string' } } } },
      { list: { elementType: { namedType: 'm' }, elementRelationship: 'associative', keys: ['a', 'b'] } },
    ])
  })

  it.each<[JSONValue, string]>([
    [1, 'expected map, got &{1}'],
    ['a', 'expected map, got &{a}'],
    [['a'], 'expected map, got'],
  ])('do not take %j for a map', (value, message) => {
    const schema = parseSchema({ types: [{ name: 'm', map: { elementType: { scalar: 'string' } } }] })
    expect(() => new TypedValue(value, schema, { namedType: 'm' }).validate()).toThrow(message)
  })

  it.each<[JSONValue, string]>([
    [[], 'expected a map'],
    [{ types: {} }, '.types: expected a list'],
    [{ types: [{ name: 1 }] }, 'types[0].name: expected a string'],
    [{ types: [{ name: 'a', list: { elementRelationship: 'x' } }] }, 'types[0].list: unknown element relationship x'],
    [{ types: [{ name: 'a', list: { keys: [1] } }] }, 'types[0].list.keys: expected a string'],
    [{ types: [{ name: 'a', list: 1 }] }, 'types[0].list: expected a map'],
    [{ types: [{ name: 'a', map: [] }] }, 'types[0].map: expected a map'],
    [{ types: [{ name: 'a', scalar: 1 }] }, 'types[0].scalar: expected a string'],
    [{ types: [{}, { name: 'a', list: { elementType: [] } }] }, 'types[1].list.elementType: expected a map'],
    [{ types: [{ map: { elementType: 1 } }] }, 'types[0].map.elementType: expected a map'],
    [{ types: [{ map: { fields: [{}, 1] } }] }, 'types[0].map.fields[1]: expected a map'],
    [{ types: [{ map: { fields: [{ type: 1 }] } }] }, 'types[0].map.fields[0].type: expected a map'],
  ])('refuse %j', (document, message) => {
    const path = message.includes(':') ? message.slice(0, message.indexOf(':')) : ''
    expect(() => parseSchema(document)).toThrow(expect.objectContaining({ code: 'InvalidSchema', message, path }))
  })

  it('take a reference to nothing for none', () => {
    const [fields, elementType] = [[{ name: 'a', type: { scalar: 'string' } }], {}]
    const schema = parseSchema({ types: [{ name: 'm', map: { fields, elementType } }] })
    expect(() => new TypedValue({ b: 'x' }, schema, { namedType: 'm' }).validate()).toThrow(
      expect.objectContaining({
        name: 'ValidationErrors',
        code: 'InvalidTypedValue',
        path: '.b',
        message: '.b: field not declared in schema',
      }),
    )
  })

  it('read references with all that they say', () => {
    const field = (type: JSONValue) =>
      parseSchema({ types: [{ name: 'a', map: { fields: [{ name: 'f', type }] } }] })
        .resolve({ namedType: 'a' })
        ?.map?.findField('f')?.type
    expect(field({ namedType: 'b', elementRelationship: 'atomic' })).toEqual({
      namedType: 'b',
      elementRelationship: 'atomic',
    })
    expect(field({ scalar: 'string' })).toEqual({ inlined: { scalar: 'string' } })
    expect(field({ namedType: 'b' })).toEqual({ namedType: 'b' })
  })

  it('take null for nothing', () => {
    const schema = parseSchema({ types: [{ name: 'a', scalar: 'string', list: null, map: null }] })
    expect(schema.resolve({ namedType: 'a' })).toEqual({ scalar: 'string' })
    const list = parseSchema({ types: [{ name: 'l', list: { elementType: { scalar: 'string' }, keys: [] } }] })
    expect(list.resolve({ namedType: 'l' })).toEqual({ list: { elementType: { inlined: { scalar: 'string' } } } })
  })

  it('say which type is missing', () => {
    const schema = parseSchema({
      types: [{ name: 'a', map: { fields: [{ name: 'b', type: { namedType: 'gone' } }] } }],
    })
    expect(() => ParseableType.named(schema, 'a').fromValue({ b: 1 })).toThrow(
      '.b: schema error: no type found matching: gone',
    )
    expect(ParseableType.named(schema, 'a').isValid).toBe(true)
    expect(ParseableType.named(schema, 'gone').isValid).toBe(false)
  })
})

describe('typed values of hostile input', () => {
  it('end with a typed error however deep they nest', () => {
    let deep: JSONValue = {}
    for (let i = 0; i < 200_000; i++) deep = { a: deep }
    expect(() => deducedParseableType.fromValue(deep)).toThrow(expect.objectContaining({ code: 'TooDeep' }))
  })

  it('merge and remove __proto__ like any other member', () => {
    const value = (text: string): JSONValue => JSON.parse(text) as JSONValue
    const left = deducedParseableType.fromValue(value('{"__proto__":{"a":1},"b":2}'))
    const merged = left.merge(deducedParseableType.fromValue(value('{"__proto__":{"c":3}}')))
    expect(JSON.stringify(merged.value)).toBe('{"__proto__":{"a":1,"c":3},"b":2}')
    const { added } = left.compare(merged)
    expect(String(added)).toBe('.__proto__.c')
    expect(JSON.stringify(merged.removeItems(added).value)).toBe('{"__proto__":{"a":1},"b":2}')
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('print values as Go does', () => {
    const schema = parseSchema({
      types: [
        {
          name: 'T',
          map: {
            fields: ['numeric', 'string', 'boolean', 'untyped'].map((scalar) => ({ name: scalar, type: { scalar } })),
          },
        },
      ],
    })
    const message = (value: JSONValue): string => {
      try {
        ParseableType.named(schema, 'T').fromValue(value)
      } catch (error) {
        return (error as Error).message
      }
      return ''
    }
    expect(message({ numeric: 'x' })).toBe('.numeric: expected numeric (int or float), got string')
    expect(message({ string: { a: [1, null, 'x'] } })).toBe(
      '.string: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":[]interface {}{1, interface {}(nil), "x"}}}',
    )
    expect(message({ boolean: [1, 'x'] })).toBe('.boolean: expected boolean, got &{[1 x]}')
    expect(message({ untyped: { a: 1 } })).toBe('.untyped: expected any scalar, got &{map[a:1]}')
    expect(message([])).toBe('expected map, got &{[]}')
    expect(message({ string: { b: true, a: false } })).toBe(
      '.string: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":false, "b":true}}',
    )
    const nest = (levels: number, value: JSONValue, wrap: (inner: JSONValue) => JSONValue): JSONValue =>
      levels === 0 ? value : wrap(nest(levels - 1, value, wrap))
    expect(message({ string: nest(31, [1], (a) => [a]) })).not.toContain('…')
    expect(message({ string: nest(32, [1], (a) => [a]) })).toContain('{…}')
    expect(message({ string: nest(32, {}, (a) => ({ a })) })).toContain('"a":…}')
    // Floats as Go's verb %v prints them; safe integers are integers.
    expect(message({ boolean: 1e21 })).toBe('.boolean: expected boolean, got &{1e+21}')
    expect(message({ boolean: 1_000_000 })).toBe('.boolean: expected boolean, got &{1000000}')
    expect(message({ string: [1e21, 12345678.5, 1e-7] })).toBe(
      '.string: expected string, got &value.valueUnstructured{Value:[]interface {}{1e+21, 1.23456785e+07, 1e-07}}',
    )
    expect(message({ numeric: true, string: 1 })).toBe(
      'errors:\n  .numeric: expected numeric (int or float), got bool\n  .string: expected string, got &value.valueUnstructured{Value:1}',
    )
  })
})
