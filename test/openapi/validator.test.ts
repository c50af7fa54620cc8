import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { compileWithAjv } from '../../src/openapi/ajv/compile-with-ajv.js'
import { scaleFields, validateScale } from '../../src/openapi/custom-resource/validate-scale.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { pruneDefaults } from '../../src/openapi/structural/prune-defaults.js'
import { accepts } from '../../src/openapi/validate/accepts.js'
import { explain } from '../../src/openapi/validate/explain.js'
import { schemaPlan } from '../../src/openapi/validate/schema-plan.js'
import { SchemaValidator } from '../../src/openapi/validate/schema-validator.js'
import { equalJSON } from '../../src/openapi/validate/value-rules.js'
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
  it('gives the same result fast and in detail, for any schema', () => {
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

  it('ratchets invalid values in updates, item by item where items have keys', () => {
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

describe('equalJSON', () => {
  const values: JSONValue[] = [
    ...[null, true, false, 0, 1, 1.5, '', '1', 'true', 'null', '9007199254740993', 9007199254740993n, 2n],
    ...([
      [],
      [1],
      [1, 2],
      [2, 1],
      [[]],
      {},
      { a: 1 },
      { b: 1 },
      { a: 2 },
      { a: 1, b: 2 },
      { 0: 1 },
      { length: 0 },
    ] as const),
  ] as JSONValue[]

  it('holds for a value and its copy alone', () => {
    for (const [i, a] of values.entries()) {
      for (const [j, b] of values.entries()) expect([a, b, equalJSON(a, structuredClone(b))]).toEqual([a, b, i === j])
    }
  })

  it('takes numbers for each other, and nothing for an absent property', () => {
    expect(equalJSON(1, 1n)).toBe(true)
    expect(equalJSON({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
    expect(equalJSON({ a: 1, b: undefined } as never, { a: 1 })).toBe(true)
    expect(equalJSON({ a: undefined } as never, { b: undefined } as never)).toBe(true)
    expect(equalJSON({ a: 1, b: undefined } as never, { a: 1, c: undefined, d: 1 } as never)).toBe(false)
  })
})

describe('enums', () => {
  it.each<[JSONValue, JSONValue[], JSONValue[]]>([
    [{ a: 1 }, [{ a: 1 }], [{ a: 2 }, {}, [], 'x', 1]],
    [[1, 2], [[1, 2]], [[1], [2, 1], [1, 2, 3], { 0: 1, 1: 2 }]],
    [1, [1, 1n, 1.5], [2, '1', true, {}]],
    [1.5, [1.5], [1, 2n, '1.5']],
    ['a', ['a'], ['b', 1, ['a']]],
    [true, [true], [false, 'true', 1]],
  ])('with %j', (allowed, same, others) => {
    const validator = new SchemaValidator({ 'x-kubernetes-preserve-unknown-fields': true, enum: [allowed] })
    for (const value of same) expect([value, validator.accepts(value)]).toEqual([value, true])
    for (const value of others) expect([value, validator.accepts(value)]).toEqual([value, false])
  })
})

describe('schemaPlan', () => {
  it('knows formats that fit the type, and all of them for structural schemas', () => {
    const formatOf = (schema: JSONSchemaProps, reading: 'crd' | 'structural') => schemaPlan(schema, reading).format
    for (const [type, format, read] of [
      ['string', 'date', 'date'],
      ['string', 'unheard-of', ''],
      ['integer', 'date', ''],
    ] as const) {
      expect([format, formatOf({ type, format }, 'crd')]).toEqual([format, read])
      expect(formatOf({ type, format }, 'structural')).toBe(format)
    }
  })

  it('leaves out what says nothing', () => {
    expect(schemaPlan({})).toMatchObject({
      types: [],
      typeBits: 0,
      nullable: false,
      format: '',
      formatCheck: undefined,
      enum: undefined,
      pattern: '',
      expression: undefined,
      uniqueItems: false,
      required: [],
      forbidsAdditional: false,
    })
    expect(schemaPlan({}, 'structural').types).toEqual([])
    expect(schemaPlan({ enum: [] }).enum).toBeUndefined()
    expect(schemaPlan({ uniqueItems: true, nullable: true })).toMatchObject({ uniqueItems: true, nullable: true })
    expect(schemaPlan({ enum: ['a'], pattern: 'a' })).toMatchObject({ enum: ['a'], pattern: 'a' })
    expect(schemaPlan({ pattern: 'a' }).expression).toBeDefined()
    expect(accepts(schemaPlan({ type: 'file' }), 'x')).toBe(false)
  })
})

describe('validateScale', () => {
  const paths = {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.size',
    labelSelectorPath: '.status.selector',
  }
  const errors = (object: object, more: object = {}) =>
    validateScale(object, { ...paths, ...more }).map(({ message }) => message)

  it.each<[object, string[]]>([
    [{}, []],
    [{ spec: { size: 0 }, status: { size: 2147483647, selector: 'a=b' } }, []],
    [{ spec: { size: -1 } }, ['.spec.size: Invalid value: -1: should be a non-negative integer']],
    [
      { spec: { size: 2147483648 } },
      ['.spec.size: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [{ status: { size: -1 } }, ['.status.size: Invalid value: -1: should be a non-negative integer']],
    [
      { status: { selector: 1 } },
      [
        '.status.selector: Invalid value: "": .status.selector accessor error: 1 is of the type float64, expected string',
      ],
    ],
  ])('%j', (object, expected) => {
    const found = errors(object)
    expect(found.map((each) => each.replace('int64', 'float64'))).toEqual(expected)
  })

  it('takes paths without a dot in front', () => {
    expect(errors({ spec: { size: -1 } }, { specReplicasPath: 'spec.size' })).toHaveLength(1)
    expect(scaleFields('a.b.c')).toEqual(['a', 'b', 'c'])
    expect(scaleFields('.a.b')).toEqual(['a', 'b'])
  })
})

describe('newStructural', () => {
  it.each([
    [{ properties: [] }, 'properties'],
    [{ properties: 'x' }, 'properties'],
    [{ properties: null }, 'properties'],
    [{ required: {} }, 'required'],
    [{ required: [1] }, 'required'],
    [{ maxLength: 'x' }, 'maxLength'],
    [{ pattern: 1 }, 'pattern'],
    [{ 'x-kubernetes-validations': [1] }, 'x-kubernetes-validations'],
    [{ 'x-kubernetes-validations': [{ rule: 'true', message: 1 }] }, 'x-kubernetes-validations'],
  ])('refuses %j', (schema, keyword) => {
    expect(() => newStructural(schema as never)).toThrow(
      expect.objectContaining({ code: 'InvalidSchema', message: expect.stringContaining(`'${keyword}'`) }),
    )
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

  it('writes nothing to the console, in any format', () => {
    const { warn } = console
    let count = 0
    console.warn = () => count++
    compileWithAjv({ type: 'string', format: 'no-such-format' })
    console.warn = warn
    expect(count).toBe(0)
  })

  it('judges hostile patterns in linear time, and refuses what is not RE2', () => {
    expect(compileWithAjv({ type: 'string', pattern: '^(a+)+$' })(`${'a'.repeat(50_000)}!`)).toBe(false)
    expect(() => compileWithAjv({ type: 'string', pattern: '(?=a)' })).toThrow('error parsing regexp')
  })
})
