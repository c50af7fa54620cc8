import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { compileWithAjv } from '../../src/openapi/ajv/compile-with-ajv.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { pruneDefaults } from '../../src/openapi/structural/prune-defaults.js'
import { accepts } from '../../src/openapi/validate/accepts.js'
import { explain } from '../../src/openapi/validate/explain.js'
import { schemaPlan } from '../../src/openapi/validate/schema-plan.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'
import { FieldPath, fieldPath } from '../../src/validation/field-path.js'
import { rounds } from '../rounds.js'
import { RandomSchemas } from './random-schema.mjs'

interface Random {
  schema(): JSONSchemaProps
  object(schema: JSONSchemaProps): JSONValue
}

const messages = (schema: JSONSchemaProps, value: JSONValue) =>
  new SchemaValidator(schema).validate(value).map(({ message }) => message)

describe('SchemaValidator', () => {
  it('says the same fast and in detail, whatever the schema', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new RandomSchemas(seed) as Random
        const schema = random.schema()
        let plan: ReturnType<typeof schemaPlan>
        try {
          newStructural(schema)
          plan = schemaPlan(schema)
        } catch {
          return
        }
        for (let i = 0; i < 5; i++) {
          const value = random.object(schema)
          expect(accepts(plan, value)).toBe(explain(plan, value, { base: FieldPath.empty() }).length === 0)
        }
      }),
      { numRuns: rounds(500) },
    )
  })

  // biome-ignore format: one case a line
  it.each<[string, JSONSchemaProps, JSONValue, string[]]>([
    ['types', { type: 'integer' }, 'x', ['<nil>: Invalid value: "string":  in body must be of type integer: "string"']],
    [
      'null',
      { type: 'object', properties: { a: { type: 'string' } } },
      { a: null },
      ['a: Invalid value: "null": a in body must be of type string: "null"'],
    ],
    ['nullable', { type: 'object', properties: { a: { type: 'string', nullable: true } } }, { a: null }, []],
    [
      'int or string',
      { 'x-kubernetes-int-or-string': true },
      1.5,
      ['<nil>: Invalid value: "number":  in body must be of type integer,string: "number"'],
    ],
    ['enums', { enum: ['a', 1, null] }, 'b', ['<nil>: Unsupported value: "b": supported values: "a", "1", "null"']],
    [
      'exclusive bounds',
      { type: 'number', minimum: 1, exclusiveMinimum: true },
      1,
      ['<nil>: Invalid value: 1:  in body should be greater than 1'],
    ],
    [
      'int64',
      { type: 'integer', maximum: 9 },
      9223372036854775807n,
      ['<nil>: Invalid value: 9223372036854775807:  in body should be less than or equal to 9'],
    ],
    [
      'int32',
      { type: 'integer', format: 'int32' },
      2147483648,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in '],
    ],
    [
      'beyond int64',
      { type: 'integer' },
      9223372036854775808n,
      [
        '<nil>: Invalid value: "number":  in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in ',
      ],
    ],
    ['lengths in characters', { type: 'string', maxLength: 2 }, '😀😀', []],
    [
      'items',
      { type: 'array', items: { type: 'integer' }, minItems: 2 },
      ['x'],
      [
        '[0]: Invalid value: "string": [0] in body must be of type integer: "string"',
        '<nil>: Invalid value: 1:  in body should have at least 2 items',
      ],
    ],
    [
      'additional',
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: 'x' },
      ['a: Invalid value: "string": .a in body must be of type integer: "string"'],
    ],
    [
      'oneOf',
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      { a: 1, b: 1 },
      ['<nil>: Invalid value: "": "" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      'not',
      { not: { required: ['a'] } },
      { a: 1 },
      ['<nil>: Invalid value: "": "" must not validate the schema (not)'],
    ],
  ])('%s', (...[, schema, value, expected]) => expect(messages(schema, value)).toEqual(expected))

  it('puts a path in front', () => {
    const [error] = new SchemaValidator({ type: 'object', required: ['a'] }).validate({}, fieldPath('spec'))
    expect(error?.message).toBe('spec.a: Required value')
  })

  it('lets pass in updates what was wrong before, item by item where items have keys', () => {
    const schema: JSONSchemaProps = {
      type: 'object',
      properties: {
        a: { type: 'string', maxLength: 1 },
        l: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer', maximum: 1 } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      },
    }
    const validator = new SchemaValidator(schema)
    const update = (now: JSONValue, old: JSONValue) => validator.validateUpdate(now, old).map(({ field }) => field)
    expect(update({ a: 'xx' }, { a: 'xx' })).toEqual([])
    expect(update({ a: 'xx' }, { a: 'yy' })).toEqual(['a'])
    expect(update({ a: 'xx' }, {})).toEqual(['a'])
    const item = (k: string, v: number) => ({ k, v })
    expect(update({ l: [item('b', 9), item('a', 5)] }, { l: [item('a', 5)] })).toEqual(['l[0].v'])
    expect(update({ l: [item('a', 6)] }, { l: [item('a', 5)] })).toEqual(['l[0].v'])
  })
})

describe('pruneDefaults', () => {
  it('removes from defaults what the schema does not know', () => {
    const schema = newStructural({
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'integer' } }, default: { b: 1, c: 2 } } },
    })
    pruneDefaults(schema)
    expect(schema.properties.get('a')?.default).toEqual({ b: 1 })
  })
})

describe('schemas read exactly', () => {
  it('may have bounds that are bigints, which count as floats', () => {
    const schema = parseJSON('{"type":"integer","maximum":9007199254740993,"minimum":-9007199254740993}')
    const validator = new SchemaValidator(schema as JSONSchemaProps)
    expect(validator.validate(5)).toEqual([])
    expect(validator.validate(9007199254740994n)).toHaveLength(1)
    expect(compileWithAjv(schema as JSONSchemaProps)(5)).toBe(true)
  })
})

describe('compileWithAjv', () => {
  it.each<[JSONSchemaProps, JSONValue, boolean]>([
    [{ type: 'integer', maximum: 3, exclusiveMaximum: true }, 3, false],
    [{ type: 'integer', maximum: 3, exclusiveMaximum: true }, 2, true],
    [{ type: 'string', nullable: true }, null, true],
    [{ 'x-kubernetes-int-or-string': true }, '50%', true],
    [{ 'x-kubernetes-int-or-string': true }, 1.5, false],
    [{ type: 'string', format: 'date-time' }, '2024-01-01', false],
    [{ type: 'string', format: 'k8s-short-name' }, 'a-b', true],
    [{ type: 'string', format: 'no-such-format' }, 'a', true],
    [{ type: 'integer', format: 'int32' }, 2147483648, false],
    [{ type: 'integer', format: 'int64' }, 2 ** 63, false],
    [{ type: 'integer', format: 'int64' }, 5, true],
    [{ type: 'number', format: 'double' }, 1.5, true],
    [{ type: 'object', required: ['a', 'a'] }, {}, false],
    [{ type: 'string', pattern: '(?i)^ABC$' }, 'abc', true],
    [{ type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }, ['a', 'a'], false],
    [
      {
        type: 'array',
        items: { type: 'object' },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
      },
      [{ k: 1 }, { k: 2 }],
      true,
    ],
  ])('%j %j: %s', (schema, value, valid) => expect(compileWithAjv(schema)(value)).toBe(valid))

  it('writes nothing to the console, whatever the format', () => {
    const warn = vi.spyOn(console, 'warn')
    compileWithAjv({ type: 'string', format: 'no-such-format' })
    expect(warn).not.toHaveBeenCalled()
  })

  it('judges hostile patterns in linear time, and refuses what is not RE2', () => {
    expect(compileWithAjv({ type: 'string', pattern: '^(a+)+$' })(`${'a'.repeat(50_000)}!`)).toBe(false)
    expect(() => compileWithAjv({ type: 'string', pattern: '(?=a)' })).toThrow('error parsing regexp')
  })
})
