import { describe, expect, it } from 'vitest'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import type { SchemaFacets, TypeDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const double = scalar('double')
const long = scalar('int64')

const declared = (type: TypeDescriptor, schema: SchemaFacets, f: unknown) =>
  validateDeclared(
    struct('x.S', () => [['f', 1, type, '?', { schema }]]),
    { f } as never,
    { operation: { type: 'Create' } },
  )

const cases: [string, TypeDescriptor, SchemaFacets, unknown, string[]][] = [
  ['a pattern', text, { pattern: '^a+$' }, 'aa', []],
  ['a pattern', text, { pattern: '^a+$' }, 'ab', [`f: Invalid value: "ab": f in body should match '^a+$'`]],
  ['a pattern, the empty text', text, { pattern: '^a+$' }, '', [`f: Invalid value: "": f in body should match '^a+$'`]],
  ['a pattern that is none', text, { pattern: '(' }, 'a', [`f: Invalid value: "a": f in body should match '('`]],
  ['multipleOf', double, { multipleOf: 0.5 }, 1.5, []],
  ['multipleOf', double, { multipleOf: 2 }, 3, ['f: Invalid value: 3: f in body should be a multiple of 2']],
  ['multipleOf 0', double, { multipleOf: 0 }, 3, []],
  ['uniqueItems', list(text), { uniqueItems: true }, ['a', 'b'], []],
  ['uniqueItems', list(text), { uniqueItems: true }, ['a', 'a'], ['f: Duplicate value: ["a","a"]']],
  ['no uniqueItems', list(text), { uniqueItems: false }, ['a', 'a'], []],
  ['enum', text, { enum: ['a', 'b'] }, 'b', []],
  ['enum', text, { enum: ['b', 'a'] }, 'c', ['f: Unsupported value: "c": supported values: "b", "a"']],
  ['enum of numbers', long, { enum: [1, 2] }, 3, ['f: Unsupported value: 3: supported values: "1", "2"']],
  ['a bound', double, { minimum: 1, exclusiveMinimum: true }, 1.5, []],
  [
    'a bound',
    double,
    { minimum: 1, exclusiveMinimum: true },
    1,
    ['f: Invalid value: 1: f in body should be greater than 1'],
  ],
  [
    'a bound',
    double,
    { maximum: 1, exclusiveMaximum: true },
    1,
    ['f: Invalid value: 1: f in body should be less than 1'],
  ],
  ['a bound, inclusive', double, { minimum: 1, maximum: 1, exclusiveMinimum: false }, 1, []],
  [
    'a bound of long integers',
    long,
    { minimum: 1, exclusiveMinimum: true },
    1n,
    ['f: Invalid value: 1: f in body should be greater than 1'],
  ],
  ['exclusiveness without a bound', double, { exclusiveMinimum: true, exclusiveMaximum: true }, 0, []],
  ['nothing at all', text, { pattern: 'a', enum: ['a'] }, undefined, []],
  ['null', text, { pattern: 'a' }, null, []],
]

describe('facets without a tag', () => {
  it.each(cases)('%s: %#', (...[, type, facets, value, expected]) =>
    expect(declared(type, facets, value).map(({ message }) => message)).toEqual(expected),
  )

  it.each(cases)('%s of items: %#', (...[, type, facets, value, expected]) => {
    const errors = declared(list(type), { items: facets }, value === undefined ? undefined : [value])
    const inside = expected.map((message) => message.replaceAll(/(^|: )f(:| in body)/g, '$1f[0]$2'))
    expect(errors.map(({ message }) => message)).toEqual(inside)
  })
})
