import { describe, expect, it } from 'vitest'
import { ControllerRevision, Deployment } from '../../src/api/apps/v1/index.js'
import { Pod } from '../../src/api/core/v1/index.js'
import { type FieldOptions, list, map, scalar, struct } from '../../src/descriptor/index.js'
import type { JSONValue } from '../../src/json/json-value.js'
import {
  fieldSetOf,
  fieldSetToJSON,
  newTypeConverter,
  type OpenAPISchemaOptions,
  parseSchema,
  type Schema,
  schemaFromOpenAPI,
  TypedValue,
  type TypeRef,
} from '../../src/managedfields/index.js'
import { DescriptorSchema } from '../../src/managedfields/schema/descriptor-schema.js'
import type { Atom } from '../../src/managedfields/schema/schema.js'
import { Unstructured } from '../../src/runtime/index.js'

/** The type at the end of a path of field names; `[]` selects list items, `{}` map values. */
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

  it('take the strategy of patches where no type of list is given', () => {
    const relationship = (options: FieldOptions): object | undefined => {
      const type = struct('T', () => [['a', 0, list(map(scalar('string'))), '?', options]])
      const schema = new DescriptorSchema()
      const { elementRelationship, keys } = at(schema.schema, schema.typeRef(type), 'a')?.list ?? {}
      return { elementRelationship, keys }
    }
    const byKey = { elementRelationship: 'associative', keys: ['k'] }
    expect(relationship({ patchStrategy: 'merge', patchMergeKey: 'k' })).toEqual(byKey)
    expect(relationship({ patchStrategy: 'merge,retainKeys', patchMergeKey: 'k' })).toEqual(byKey)
    expect(relationship({ patchStrategy: 'merge' })).toEqual({ elementRelationship: 'associative', keys: undefined })
    for (const patchStrategy of ['retainKeys', 'replace'] as const) {
      expect(relationship({ patchStrategy, patchMergeKey: 'k' })).toMatchObject({ elementRelationship: 'atomic' })
    }
    expect(relationship({ listType: 'atomic', patchStrategy: 'merge', patchMergeKey: 'k' })).toMatchObject({
      elementRelationship: 'atomic',
    })
  })

  it('know zero values of required numbers and texts, but not of bytes', () => {
    const type = struct('T', () => [
      ['count', 0, scalar('int32')],
      ['text', 0, scalar('string')],
      ['flag', 0, scalar('bool')],
      ['bytes', 0, scalar('bytes')],
      ['some', 0, scalar('int32'), '?'],
      ['pointer', 0, scalar('int32'), '*'],
      ['inner', 0, map(scalar('string'))],
    ])
    const schema = new DescriptorSchema()
    const fields = at(schema.schema, schema.typeRef(type))?.map
    const defaults = ['count', 'text', 'flag', 'bytes', 'some', 'pointer', 'inner'].map(
      (name) => fields?.findField(name)?.default,
    )
    expect(defaults).toEqual([0, '', false, undefined, undefined, undefined, undefined])
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
        odd: true,
        done: { type: 'boolean', nullable: true },
        bytes: { type: 'string', format: 'byte' },
        plain: { type: 'string', format: '' },
        ratio: { type: 'number', format: 'double', nullable: false },
        raw: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' },
      },
    },
  },
}
const item: JSONValue = { type: 'object', properties: { id: { type: 'string' }, load: { type: 'number' } } }

describe('schemas from OpenAPI', () => {
  const way = (...steps: string[]): Atom | undefined =>
    at(schemaFromOpenAPI({ Crew: crew, Item: item }), { namedType: 'Crew' }, 'spec', ...steps)

  it('describe the types of lists and maps', () => {
    expect(way('members')?.list).toMatchObject({ elementRelationship: 'associative', keys: ['name', 'role'] })
    expect(way('members', '[]')?.map?.findField('role')?.default).toBe('sailor')
    expect(way('merged')?.list).toMatchObject({ elementRelationship: 'associative', keys: ['id'] })
    expect(way('merged', '[]', 'load')).toEqual({ scalar: 'numeric' })
    expect(way('flags')?.list).toEqual({
      elementType: { inlined: { scalar: 'string' } },
      elementRelationship: 'associative',
    })
    expect(way('ship')?.map?.elementRelationship).toBe('atomic')
    expect(way('merged', '[]')?.map?.elementRelationship).toBeUndefined()
  })

  it('know scalars, what may be null, and what is not described', () => {
    const { map } = way() as Atom
    expect(map?.findField('done')?.type).toEqual({ inlined: { scalar: 'boolean' }, nullable: true })
    expect(map?.findField('bytes')?.type).toEqual({ inlined: { scalar: 'string' } })
    expect(map?.findField('plain')?.type).toEqual({ inlined: { scalar: 'string' } })
    expect(map?.findField('ratio')?.type).toEqual({ inlined: { scalar: 'numeric' } })
    expect(map?.findField('odd')?.type).toEqual({ namedType: '__untyped_deduced_' })
    expect(map?.findField('raw')?.type).toEqual({ namedType: '__untyped_atomic_' })
    const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
    expect(at(schemaFromOpenAPI({ [quantity]: { type: 'string' } }), { namedType: quantity })).toEqual({
      scalar: 'untyped',
    })
  })

  it('distinguish open and closed values', () => {
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
      'an unknown map type beside a reference',
      { type: 'object', properties: { a: { $ref: '#/T', 'x-kubernetes-map-type': 'bag' } } },
      'T: unknown map type bag',
    ],
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

describe('typed values and sets after a schema has changed', () => {
  const schema = parseSchema({
    types: [
      {
        name: 'T',
        map: {
          fields: [
            { name: 'text', type: { scalar: 'string' } },
            { name: 'gone', type: { namedType: 'Gone' } },
            { name: 'nothing', type: { namedType: 'Nothing' } },
            { name: 'set', type: { list: { elementType: { scalar: 'string' }, elementRelationship: 'associative' } } },
            ...Object.entries({ maps: { map: {} }, lost: { namedType: 'Gone' }, texts: { scalar: 'string' } }).map(
              ([name, elementType]) => ({
                name,
                type: { list: { elementType, elementRelationship: 'associative', keys: ['k'] } },
              }),
            ),
            {
              name: 'pairs',
              type: { list: { elementType: { map: {} }, elementRelationship: 'associative', keys: ['k', 'l'] } },
            },
          ],
        },
      },
      { name: 'Nothing' },
    ],
  })
  const typed = (value: JSONValue): TypedValue => new TypedValue(value, schema, { namedType: 'T' })

  it('keep fields that are owned below a scalar, and reject missing types', () => {
    expect(typed({}).reconcileFieldSet(fieldSetOf(['text', 'below']))).toBeUndefined()
    expect(() => typed({}).reconcileFieldSet(fieldSetOf(['gone', 'a'], ['nothing', 'b']))).toThrow(
      expect.objectContaining({
        code: 'SchemaMismatch',
        message: [
          'errors reconciling field set with schema: errors:',
          '  schema error: no type found matching: Gone',
          '  schema error: invalid atom: named type: Nothing',
        ].join('\n'),
      }),
    )
  })

  it.each<[string, JSONValue[], string]>([
    ['set', [{}], "element 0: associative list without keys has an element that's a map type"],
    ['maps', [{}], 'element 0: associative list with keys has an element that omits all key fields ["k"]'],
    ['maps', [{ k: 'a' }, null], 'element 1: associative list with keys may not have a null element'],
    ['maps', ['x'], 'element 0: associative list with keys may not have non-map elements'],
    ['pairs', [{}], 'element 0: associative list with keys has an element that omits all key fields ["k" "l"] (and'],
    ['lost', [{}], "element 0: couldn't find default value for k: invalid elementType for list"],
    ['texts', [{}], "element 0: couldn't find default value for k: associative list may not have non-map types"],
  ])('say which item of %s has no key', (name, list, message) => {
    expect(() => typed({ [name]: list }).validate()).toThrow(`.${name}: ${message}`)
    expect(() => typed({ [name]: [] }).merge(typed({ [name]: list }))).toThrow(`.${name}: ${message}`)
    expect(() => typed({ [name]: list }).compare(typed({}))).toThrow(`.${name}: ${message}`)
    expect(() => typed({ [name]: list }).toFieldSet()).toThrow(message)
    expect(() => typed({ [name]: list }).toFieldSet({ allowInvalidItems: false })).toThrow(message)
  })

  it('may take the items that nothing selects for one', () => {
    for (const value of [{ set: [{}] }, { maps: [null, null] }, { pairs: [{}] }]) {
      const set = typed(value).toFieldSet({ allowInvalidItems: true })
      expect(set.paths().map((path) => path.join(''))).toEqual([`.${Object.keys(value)[0]}{{invalid path element}}`])
    }
  })

  // Go treats an empty list as a leaf, to distinguish it from null.
  it('tell null from an empty list', () => {
    expect(String(typed({ set: null }).compare(typed({ set: [] })).modified)).toBe('.set')
    expect(typed({ set: [] }).compare(typed({ set: [] })).modified.isEmpty).toBe(true)
  })
})
