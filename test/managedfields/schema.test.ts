import { describe, expect, it } from 'vitest'
import { ControllerRevision, Deployment } from '../../src/api/apps/v1/index.js'
import { Pod } from '../../src/api/core/v1/index.js'
import { list, map, scalar, struct } from '../../src/descriptor/index.js'
import type { JSONValue } from '../../src/json/json-value.js'
import {
  type Atom,
  DescriptorSchema,
  deducedParseableType,
  fieldSetToJSON,
  newTypeConverter,
  type OpenAPISchemaOptions,
  ParseableType,
  parseSchema,
  type Schema,
  schemaFromOpenAPI,
  type TypeRef,
} from '../../src/managedfields/index.js'
import { Unstructured } from '../../src/runtime/index.js'

/** The type at the end of a way of field names; `[]` goes into a list, `{}` into a map. */
function at(schema: Schema, ref: TypeRef, ...way: readonly string[]): Atom | undefined {
  const atom = schema.resolve(ref)
  const [step, ...rest] = way
  if (step === undefined) return atom
  const next =
    step === '[]' ? atom?.list?.elementType : step === '{}' ? atom?.map?.elementType : atom?.map?.typeOf(step)
  return next && at(schema, next, ...rest)
}

const descriptors = new DescriptorSchema()
const inKind = (kind: { descriptor: Parameters<DescriptorSchema['typeRef']>[0] }, ...way: string[]): Atom | undefined =>
  at(descriptors.schema, descriptors.typeRef(kind.descriptor), ...way)

describe('schemas from descriptors', () => {
  it('know associative lists, their keys and defaults', () => {
    const ports = ['spec', 'template', 'spec', 'containers', '[]', 'ports']
    expect(inKind(Deployment, ...ports)?.list).toMatchObject({
      elementRelationship: 'associative',
      keys: ['containerPort', 'protocol'],
    })
    expect(inKind(Deployment, ...ports, '[]')?.map?.findField('protocol')?.default).toBe('TCP')
    expect(inKind(Deployment, ...ports, '[]')?.map?.findField('containerPort')?.default).toBe(0)
    expect(inKind(Deployment, ...ports, '[]')?.map?.findField('hostPort')?.default).toBeUndefined()
  })

  it('know sets, atomic lists, atomic structs and maps', () => {
    expect(inKind(Pod, 'metadata', 'finalizers')?.list).toMatchObject({ elementRelationship: 'associative' })
    expect(inKind(Pod, 'metadata', 'finalizers')?.list?.keys).toBeUndefined()
    expect(inKind(Pod, 'spec', 'containers', '[]', 'command')?.list?.elementRelationship).toBe('atomic')
    expect(inKind(Deployment, 'spec', 'selector')?.map?.elementRelationship).toBe('atomic')
    expect(inKind(Pod, 'metadata', 'labels')?.map?.elementRelationship).toBeUndefined()
    expect(inKind(Pod, 'metadata', 'labels', '{}')).toEqual({ scalar: 'string' })
  })

  it('take quantities, times and raw JSON for what they may be', () => {
    expect(inKind(Pod, 'spec', 'containers', '[]', 'resources', 'limits', '{}')).toEqual({ scalar: 'untyped' })
    expect(inKind(Pod, 'metadata', 'creationTimestamp')).toEqual({ scalar: 'untyped' })
    expect(inKind(ControllerRevision, 'data')?.map?.elementRelationship).toBe('atomic')
  })

  it('tell structs apart that share a name, and read recursive ones', () => {
    const one = struct('T', () => [['a', 0, scalar('string'), '?']])
    const two = struct('T', () => [
      ['b', 0, scalar('int32'), '?'],
      ['again', 0, list(two), '?', { listType: 'map', listMapKeys: ['b'] }],
    ])
    const root = struct('Root', () => [
      ['one', 0, one, '?'],
      ['two', 0, two, '?'],
      ['free', 0, map(scalar('any')), '?', { mapType: 'atomic' }],
      ['open', 0, struct('Open', () => [['known', 0, scalar('bool'), '?']], { preserveUnknownFields: true }), '?'],
    ])
    const schema = new DescriptorSchema()
    const way = (...steps: string[]): Atom | undefined => at(schema.schema, schema.typeRef(root), ...steps)
    expect(way('one', 'b')).toBeUndefined()
    expect(way('two', 'again', '[]', 'again', '[]', 'b')).toEqual({ scalar: 'numeric' })
    expect(way('free')?.map?.elementRelationship).toBe('atomic')
    expect(way('open', 'anything')?.map?.elementRelationship).toBe('separable')
  })
})

const crew: JSONValue = {
  type: 'object',
  'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Crew' }],
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      properties: {
        members: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'role'],
          items: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              role: { type: 'string', default: 'sailor' },
              age: { type: 'integer' },
            },
          },
        },
        merged: {
          type: 'array',
          'x-kubernetes-patch-strategy': 'merge',
          'x-kubernetes-patch-merge-key': 'id',
          items: { allOf: [{ $ref: '#/components/schemas/Item' }] },
        },
        flags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
        ship: { $ref: '#/components/schemas/Item', 'x-kubernetes-map-type': 'atomic' },
        when: { type: 'string', format: 'date-time' },
        extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        counts: { type: 'object', additionalProperties: { type: 'integer' } },
        closed: { type: 'object', additionalProperties: false },
        any: {},
      },
    },
  },
}
const item: JSONValue = { type: 'object', properties: { id: { type: 'string' }, load: { type: 'number' } } }

describe('schemas from OpenAPI', () => {
  const schema = schemaFromOpenAPI({ Crew: crew, Item: item })
  const way = (...steps: string[]): Atom | undefined => at(schema, { namedType: 'Crew' }, 'spec', ...steps)

  it('know how lists and maps belong together', () => {
    expect(way('members')?.list).toMatchObject({ elementRelationship: 'associative', keys: ['name', 'role'] })
    expect(way('members', '[]')?.map?.findField('role')?.default).toBe('sailor')
    expect(way('merged')?.list).toMatchObject({ elementRelationship: 'associative', keys: ['id'] })
    expect(way('merged', '[]', 'load')).toEqual({ scalar: 'numeric' })
    expect(way('flags')?.list).toEqual({
      elementType: { inlined: { scalar: 'string' } },
      elementRelationship: 'associative',
    })
    expect(way('ship')?.map?.elementRelationship).toBe('atomic')
    expect(at(schema, { namedType: 'Item' })?.map?.elementRelationship).toBeUndefined()
  })

  it('know what is open and what is closed', () => {
    expect(way('when')).toEqual({ scalar: 'untyped' })
    expect(way('extra', 'anything')?.scalar).toBe('untyped')
    expect(way('counts', 'some')).toEqual({ scalar: 'numeric' })
    expect(way('closed', 'some')).toBeUndefined()
    expect(way('undeclared')).toBeUndefined()
    expect(way('any', 'some')?.scalar).toBe('untyped')
    expect(
      at(
        schemaFromOpenAPI({ Crew: crew, Item: item }, { preserveUnknownFields: true }),
        { namedType: 'Crew' },
        'spec',
        'undeclared',
      )?.scalar,
    ).toBe('untyped')
  })

  it('merge custom resources by their keys', () => {
    const converter = newTypeConverter({ Crew: crew, Item: item })
    const object = new Unstructured({
      apiVersion: 'example.com/v1',
      kind: 'Crew',
      spec: { members: [{ name: 'ann' }, { name: 'bob', role: 'cook', age: 30 }], flags: ['x'] },
    })
    expect(fieldSetToJSON(converter.objectToTyped(object).toFieldSet())).toBe(
      JSON.stringify({
        'f:apiVersion': {},
        'f:kind': {},
        'f:spec': {
          'f:flags': { 'v:"x"': {} },
          'f:members': {
            'k:{"name":"ann","role":"sailor"}': { '.': {}, 'f:name': {} },
            'k:{"name":"bob","role":"cook"}': { '.': {}, 'f:age': {}, 'f:name': {}, 'f:role': {} },
          },
        },
      }),
    )
    const stranger = new Unstructured({ apiVersion: 'example.com/v2', kind: 'Crew' })
    expect(() => converter.objectToTyped(stranger)).toThrow('no corresponding type for example.com/v2, Kind=Crew')
  })

  it.each<[string, JSONValue, string]>([
    ['an unknown type', { type: 'blob' }, "T: unrecognized type: 'blob'"],
    ['a list of nothing', { type: 'array' }, 'T: `items` must be specified on arrays'],
    [
      'several item types',
      { type: 'array', items: [{}, {}] },
      'T: structural schema arrays must have exactly one member subtype',
    ],
    ['missing keys', { type: 'array', items: {}, 'x-kubernetes-list-type': 'map' }, 'T: missing map keys'],
    ['an unknown list type', { type: 'array', items: {}, 'x-kubernetes-list-type': 'bag' }, 'T: unknown list type bag'],
    ['an unknown map type', { type: 'object', 'x-kubernetes-map-type': 'bag' }, 'T: unknown map type bag'],
    [
      'an unknown strategy',
      { type: 'array', items: {}, 'x-kubernetes-patch-strategy': 'x' },
      'T: unknown patch strategy x',
    ],
  ])('refuse %s', (_, definition, message) => {
    expect(() => schemaFromOpenAPI({ T: definition })).toThrow(
      expect.objectContaining({ code: 'InvalidOpenAPISchema', message }),
    )
  })

  it('name what is inlined in messages, and report everything at once', () => {
    const nested = { type: 'object', properties: { a: { type: 'x' }, b: { type: 'y' } } }
    expect(() => schemaFromOpenAPI({ T: nested })).toThrow(
      "inlined in T: unrecognized type: 'x'\ninlined in T: unrecognized type: 'y'",
    )
  })

  it('read version 2 documents, where an object has fields or members', () => {
    const options: OpenAPISchemaOptions = { version: 2 }
    const v2 = schemaFromOpenAPI(
      {
        Struct: {
          properties: {
            a: { type: 'string' },
            raw: { $ref: '#/definitions/io.k8s.apimachinery.pkg.runtime.RawExtension' },
          },
        },
        Map: { type: 'object', additionalProperties: { type: 'string' } },
        Any: {},
      },
      options,
    )
    expect(at(v2, { namedType: 'Struct' }, 'b')).toBeUndefined()
    expect(at(v2, { namedType: 'Struct' }, 'raw')?.map?.elementRelationship).toBe('atomic')
    expect(at(v2, { namedType: 'Map' }, 'b')).toEqual({ scalar: 'string' })
    expect(at(v2, { namedType: 'Any' })?.map?.elementRelationship).toBe('separable')
  })

  it('refuse definitions that nest without end', () => {
    let deep: JSONValue = { type: 'string' }
    for (let i = 0; i < 100_000; i++) deep = { type: 'object', properties: { a: deep } }
    expect(() => schemaFromOpenAPI({ T: deep })).toThrow(expect.objectContaining({ code: 'TooDeep' }))
  })
})

describe('schemas in the form of Go', () => {
  it.each<[JSONValue, string]>([
    [[], 'expected a map'],
    [{ types: {} }, '.types: expected a list'],
    [{ types: [{ name: 1 }] }, 'types[0].name: expected a string'],
    [{ types: [{ name: 'a', list: { elementRelationship: 'x' } }] }, 'types[0].list: unknown element relationship x'],
    [{ types: [{ name: 'a', list: { keys: [1] } }] }, 'types[0].list.keys: expected a string'],
  ])('refuse %j', (document, message) => {
    expect(() => parseSchema(document)).toThrow(expect.objectContaining({ code: 'InvalidSchema', message }))
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
    expect(message({ numeric: true, string: 1 })).toBe(
      'errors:\n  .numeric: expected numeric (int or float), got bool\n  .string: expected string, got &value.valueUnstructured{Value:1}',
    )
  })
})
