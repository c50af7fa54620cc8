import { describe, expect, it } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { validateDefaults } from '../../src/openapi/custom-resource/validate-defaults.js'
import type { JSONSchemaProps } from '../../src/openapi/json-schema-props.js'
import { coerceObjectMeta } from '../../src/openapi/structural/coerce-object-meta.js'
import { applySchemaDefaults } from '../../src/openapi/structural/default-value.js'
import { newStructural } from '../../src/openapi/structural/new-structural.js'
import { validateStructural } from '../../src/openapi/structural/validate-structural.js'

describe('keywords that structural schemas do not have', () => {
  it.each([
    ['id', 'id', 'x'],
    ['$schema', 'schema', 'x'],
    ['$ref', '$ref', '#/a'],
    ['patternProperties', 'patternProperties', { a: {} }],
    ['dependencies', 'dependencies', { a: ['b'] }],
    ['additionalItems', 'additionalItems', true],
    ['definitions', 'definitions', { a: {} }],
  ])('%s', (keyword, name, value) => {
    expect(() => newStructural({ [keyword]: value })).toThrow(`OpenAPIV3Schema '${name}' is not supported`)
  })

  it.each([
    ['id', ''],
    ['$ref', null],
    ['definitions', {}],
    ['dependencies', undefined],
  ])('%s may be there when it is empty: %j', (keyword, value) => {
    expect(() => newStructural({ type: 'object', [keyword]: value } as never)).not.toThrow()
  })
})

describe('patterns of a schema', () => {
  const properties = (patterns: readonly string[]) =>
    Object.fromEntries(patterns.map((pattern, i) => [`p${i}`, { type: 'string', pattern }]))
  const read = (...patterns: string[]) => newStructural({ type: 'object', properties: properties(patterns) })

  it('have 100,000 characters together at most, of which equal ones count once', () => {
    const half = 'a'.repeat(50_000)
    expect(() => read(half, 'b'.repeat(50_000), half)).not.toThrow()
    expect(() => read(half, 'b'.repeat(50_001))).toThrow('patterns have more than 100000 characters together')
  })
})

describe('metadata in a structural schema', () => {
  const errors = (metadata: JSONSchemaProps) =>
    validateStructural(newStructural({ type: 'object', properties: { metadata } })).map(({ message }) => message)
  const nothingElse = [
    'properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
  ]
  const text = { type: 'string' }

  it.each<[JSONSchemaProps, string[]]>([
    [{ type: 'object' }, []],
    [{ type: 'object', properties: { name: text, generateName: text } }, []],
    [{ type: 'object', properties: { name: text, labels: { type: 'object' } } }, nothingElse],
    [{ type: 'object', description: '', nullable: false, required: [], enum: [] }, []],
    [{ type: 'object', description: null, title: undefined } as never, []],
    [{ type: 'object', description: 'x' }, nothingElse],
    [{ type: 'object', nullable: true }, nothingElse],
    [{ type: 'object', required: ['name'] }, nothingElse],
    [{ type: 'object', minProperties: 0 }, nothingElse],
    [{ type: 'object', additionalProperties: text }, nothingElse],
  ])('%j', (metadata, expected) => expect(errors(metadata)).toEqual(expected))
})

describe('coerceObjectMeta', () => {
  const embedded: JSONSchemaProps = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }
  const schema = newStructural({
    type: 'object',
    properties: {
      list: { type: 'array', items: embedded },
      map: { type: 'object', additionalProperties: embedded },
      text: { type: 'string' },
    },
  })
  const resource = (metadata: object) => ({ apiVersion: 'v1', kind: 'A', metadata: metadata as JSONValue })

  it('removes and tells, in order, what metadata does not have, also within lists and maps', () => {
    const value = {
      metadata: { name: 'a', zz: 1, bogus: 2 },
      list: [resource({ name: 'b' }), resource({ other: 3 })],
      map: { k: resource({ more: 4 }) },
      text: 'x',
      unknown: { metadata: { kept: 1 } },
    }
    const { error, unknown } = coerceObjectMeta(value, schema, { returnUnknownFieldPaths: true })
    expect(error).toBeUndefined()
    expect(unknown).toEqual(['list[1].metadata.other', 'map[k].metadata.more', 'metadata.bogus', 'metadata.zz'])
    expect(value).toEqual({
      metadata: { name: 'a' },
      list: [resource({ name: 'b' }), resource({})],
      map: { k: resource({}) },
      text: 'x',
      unknown: { metadata: { kept: 1 } },
    })
  })

  it('reports the first metadata of a wrong type by its path', () => {
    const problem = (value: object) => coerceObjectMeta(value, schema).error?.field
    expect(problem({ list: [resource({}), resource({ name: 1 })] })).toBe('list[1].metadata')
    expect(problem({ list: [resource({ name: 1 }), resource({ labels: 1 })] })).toBe('list[0].metadata')
    expect(problem({ map: { k: { ...resource({}), kind: 5 } } })).toBe('map[k].kind')
    expect(problem({ list: 'x', map: [1], text: { metadata: 5 } })).toBeUndefined()
  })

  it('can drop what has a wrong type', () => {
    const value = { list: [{ apiVersion: 1, kind: 'A', metadata: { name: 1, labels: { a: 'b' } } }] }
    expect(coerceObjectMeta(value, schema, { dropInvalidFields: true }).error).toBeUndefined()
    expect(value).toEqual({ list: [{ kind: 'A', metadata: { labels: { a: 'b' } } }] })
  })
})

describe('defaults are judged by the rules of their schema', () => {
  const errors = (own: JSONSchemaProps) =>
    validateDefaults(newStructural({ type: 'object', properties: { spec: own } })).map(({ message }) => message)
  const spec = (rule: string, value: object): JSONSchemaProps => ({
    type: 'object',
    properties: { n: { type: 'integer' } },
    default: value as never,
    'x-kubernetes-validations': [{ rule, message: 'm' }],
  })

  it('as new and as unchanged values', () => {
    expect(errors(spec('self.n > 1', { n: 2 }))).toEqual([])
    expect(errors(spec('self.n > 1', { n: 1 }))).toHaveLength(1)
    expect(errors(spec('self.n > oldSelf.n', { n: 1 }))).toHaveLength(1)
    expect(errors(spec('self.n >= oldSelf.n', { n: 1 }))).toEqual([])
  })

  it('without the fields of a resource where they are part of one', () => {
    expect(errors(spec('has(self.metadata)', { n: 1 }))[0]).toContain('rule compile error')
  })
})

describe('the defaults of one object', () => {
  const listOf = (items: JSONSchemaProps): ReturnType<typeof newStructural> =>
    newStructural({ type: 'object', properties: { list: { type: 'array', items } } })
  const forms: Readonly<Record<string, JSONSchemaProps>> = {
    'a long text': { type: 'object', properties: { text: { type: 'string', default: 'x'.repeat(20_000) } } },
    'a long list': {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'integer' }, default: Array(5000).fill(1) } },
    },
    'a default in a default': {
      type: 'object',
      properties: {
        inner: { type: 'object', default: {}, properties: { text: { type: 'string', default: 'y'.repeat(20_000) } } },
      },
    },
  }

  it.each(Object.keys(forms))('add no more than 16 MiB: %s', (form) => {
    const schema = listOf(forms[form] as JSONSchemaProps)
    const few = { list: Array.from({ length: 100 }, () => ({})) }
    applySchemaDefaults(few, schema)
    expect(few.list.every((item) => Object.keys(item).length === 1)).toBe(true)
    const many = { list: Array.from({ length: 100_000 }, () => ({})) }
    expect(() => applySchemaDefaults(many, schema)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code: 413, reason: 'RequestEntityTooLarge' }) }),
    )
    expect(many.list.filter((item) => Object.keys(item).length === 1).length).toBeLessThan(5000)
  })

  it('count for each object anew', () => {
    const schema = listOf(forms['a long text'] as JSONSchemaProps)
    for (let round = 0; round < 4; round++) {
      const value = { list: Array.from({ length: 500 }, () => ({})) }
      expect(() => applySchemaDefaults(value, schema)).not.toThrow()
    }
  })
})
