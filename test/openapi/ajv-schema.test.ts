import { describe, expect, test } from 'vitest'
import { ajvSchema } from '../../src/openapi/ajv/ajv-schema.js'
import { compileWithAjv } from '../../src/openapi/ajv/compile-with-ajv.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'

describe('schemas of definitions as JSON Schema draft 07', () => {
  test.each<[string, JSONSchemaProps, unknown]>([
    ['a type', { type: 'string' }, { type: 'string' }],
    ['no type', {}, {}],
    ['an empty type', { type: '' }, {}],
    ['inclusive bounds', { minimum: 1, maximum: 2 }, { minimum: 1, maximum: 2 }],
    ['a lower bound alone', { minimum: 0 }, { minimum: 0 }],
    ['an upper bound alone', { maximum: 0 }, { maximum: 0 }],
    [
      'exclusive bounds',
      { minimum: 1n, maximum: 2n, exclusiveMinimum: true, exclusiveMaximum: true } as never,
      { exclusiveMinimum: 1, exclusiveMaximum: 2 },
    ],
    ['null', { type: 'string', nullable: true }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    ['no null', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'combinations',
      { allOf: [{ minimum: 1 }], anyOf: [{ type: 'string' }], oneOf: [{ type: 'integer' }], not: { maximum: 3 } },
      { allOf: [{ minimum: 1 }], anyOf: [{ type: 'string' }], oneOf: [{ type: 'integer' }], not: { maximum: 3 } },
    ],
    ['empty combinations, which ajv refuses', { allOf: [], anyOf: [], oneOf: [], enum: [] }, {}],
    ['repeated names, which ajv refuses', { required: ['a', 'b', 'a'] }, { required: ['a', 'b'] }],
    [
      'additional properties',
      { additionalProperties: { type: 'string', nullable: true } },
      { additionalProperties: { anyOf: [{ type: 'null' }, { type: 'string' }] } },
    ],
    ['integers or texts', { 'x-kubernetes-int-or-string': true }, { type: ['integer', 'string'] }],
    ['big lengths', { maxLength: 9007199254740993n } as never, { maxLength: 9007199254740992 }],
  ])('%s', (_, schema, expected) => expect(ajvSchema(schema)).toEqual(expected))

  test('are judged by ajv', () => {
    const validate = compileWithAjv({ type: 'integer', minimum: 1, exclusiveMinimum: true, not: { multipleOf: 5 } })
    expect([1, 2, 5, '2', null].map((value) => validate(value))).toEqual([false, true, false, false, false])
  })
})
