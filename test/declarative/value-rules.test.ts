import { describe, expect, it } from 'vitest'
import { validateDeclared } from '../../src/declarative/validate-declared.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { SchemaFacets, TypeDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const int = scalar('int32')
const long = scalar('int64')
const bool = scalar('bool')
const double = scalar('double')

type Errors = readonly (readonly [origin: string | undefined, message: string])[]

function errorsOf(type: TypeDescriptor, schema: SchemaFacets, f: unknown): Errors {
  const described = struct('x.S', () => [['f', 1, type, '?', { schema }]])
  const errors = validateDeclared(described, { f } as never, { operation: { type: 'Create' } })
  return errors.map(({ origin, message }) => [origin, message])
}

describe('a value rule names its origin, and allows its limit', () => {
  it.each<[string, TypeDescriptor, unknown, Errors]>([
    ['minimum=1', int, 1, []],
    ['minimum=1', int, 0, [['minimum', 'f: Invalid value: 0: must be greater than or equal to 1']]],
    ['minimum=1', long, 0n, [['minimum', 'f: Invalid value: 0: must be greater than or equal to 1']]],
    ['maximum=1', int, 1, []],
    ['maximum=1', int, 2, [['maximum', 'f: Invalid value: 2: must be less than or equal to 1']]],
    ['maximum=1', long, 2n, [['maximum', 'f: Invalid value: 2: must be less than or equal to 1']]],
    ['maxLength=2', text, 'ab', []],
    ['maxLength=2', text, 'abc', [['maxLength', 'f: Too long: may not be more than 2 characters']]],
    ['minLength=2', text, 'ab', []],
    ['minLength=2', text, 'a', [['minLength', 'f: Too short: must be at least 2 characters']]],
    ['minLength=2', text, '😀😀', []],
    ['maxBytes=4', text, '😀', []],
    ['maxBytes=3', text, '😀', [['maxBytes', 'f: Too long: may not be more than 3 bytes']]],
    ['maxItems=1', list(text), ['a'], []],
    ['maxItems=1', list(text), ['a', 'b'], [['maxItems', 'f: Too many: 2: must have at most 1 item']]],
    ['minItems=2', list(text), ['a', 'b'], []],
    ['minItems=2', list(text), ['a'], [['minItems', 'f: Too few: 1: must have at least 2 items']]],
    ['maxProperties=1', map(text), { a: 'b' }, []],
    ['minProperties=1', map(text), { a: 'b' }, []],
    ['neq="x"', text, 'y', []],
    ['neq="x"', text, 'x', [['neq', 'f: Invalid value: "x": must not be equal to "x"']]],
    ['neq=1', int, 1, [['neq', 'f: Invalid value: 1: must not be equal to 1']]],
    ['neq=1', int, 2, []],
    ['neq=true', bool, true, [['neq', 'f: Invalid value: true: must not be equal to true']]],
    ['neq=true', bool, false, []],
  ])('%s: %#', (...[tag, type, value, expected]) => expect(errorsOf(type, { tags: [tag] }, value)).toEqual(expected))
})

describe('a rule of a schema names its origin', () => {
  it.each<[TypeDescriptor, SchemaFacets, unknown, (string | undefined)[]]>([
    [text, { pattern: '^a+$' }, 'b', ['pattern']],
    [double, { multipleOf: 2 }, 3, ['multipleOf']],
    [double, { multipleOf: -2 }, 3, []],
    [list(text), { uniqueItems: true }, ['a', 'a'], ['uniqueItems']],
    [text, { enum: ['a'] }, 'b', ['enum']],
    [text, { enum: ['a'], pattern: '^a$' }, undefined, []],
    [double, { minimum: 1, exclusiveMinimum: true }, 1, ['']],
  ])('%#', (...[type, schema, value, origins]) => {
    expect(errorsOf(type, schema, value).map(([origin]) => origin)).toEqual(origins)
  })
})
