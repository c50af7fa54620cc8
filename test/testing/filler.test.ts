import { describe, expect, test } from 'vitest'
import { addToScheme, Pod, Service } from '../../src/api/core/v1/index.js'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { TypedObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { JSONSerializer } from '../../src/runtime/serializer/json/json-serializer.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { Filler, type FillerOptions } from '../../src/testing/filler.js'

const scheme = new Scheme()
addToScheme(scheme)

class Widget extends TypedObject {
  declare spec: Record<string, unknown>
  static readonly groupVersionKind: GroupVersionKind<Widget> = new GroupVersionKind('example.com', 'v1', 'Widget')
  static readonly descriptor = struct('com.example.v1.Widget', () => [
    [
      'spec',
      1,
      struct(
        'com.example.v1.WidgetSpec',
        () => [
          ['size', 1, scalar('int32'), '', { schema: { minimum: 10, maximum: 20, multipleOf: 5 } }],
          ['mode', 2, scalar('string', { enum: ['Fast', 'Slow'] })],
          ['code', 3, scalar('string'), '', { schema: { minLength: 2, maxLength: 2 } }],
          ['tags', 4, list(scalar('string', { enum: ['a', 'b'] })), '', { listType: 'set', schema: { minItems: 3 } }],
          ['left', 5, scalar('string'), '?'],
          ['right', 6, scalar('string'), '?'],
          ['note', 7, scalar('string'), '?'],
        ],
        { unions: [{ members: { left: 'Left', right: 'Right' } }] },
      ),
    ],
  ])
}

/** What is filled of a kind with variants. */
interface Varying {
  readonly orBool: boolean | object
  readonly orArray: object
  readonly items: number[]
  readonly named: Record<string, number>
}

const widgets = (options: FillerOptions = {}) =>
  Array.from({ length: 50 }, (_, seed) => new Filler({ seed, ...options }).object(Widget).spec)

describe('Filler', () => {
  test('the same seed gives the same object, another seed another one', () => {
    const pod = (seed: number) => JSON.stringify(new Filler({ seed }).object(Pod))
    expect(pod(7)).toBe(pod(7))
    expect(new Set([1, 2, 3, 4, 5].map(pod)).size).toBe(5)
  })

  test('objects are instances that pass strict reading', () => {
    const strict = new JSONSerializer(scheme, { mode: 'strict' })
    for (let seed = 0; seed < 20; seed++) {
      const pod = new Filler({ seed, share: 0.8 }).object(Pod)
      expect(pod).toBeInstanceOf(Pod)
      expect(strict.decode(strict.encode(pod)).object).toEqual(pod)
    }
  })

  test('bounds, enumerations, lengths and sets are kept', () => {
    for (const { size, mode, code, tags } of widgets()) {
      expect([10, 15, 20]).toContain(size)
      expect(['Fast', 'Slow']).toContain(mode)
      expect(code).toMatch(/^[a-z]{2}$/)
      expect(new Set(tags as string[]).size).toBe((tags as string[]).length)
    }
  })

  test('of a union one member at most is set, and each in its turn', () => {
    const set = widgets({ share: 1 }).map((spec) =>
      Object.keys(spec).filter((key) => key === 'left' || key === 'right'),
    )
    expect(new Set(set.map(String))).toEqual(new Set(['left', 'right']))
  })

  test('metadata is valid, whatever else is filled', () => {
    const word = expect.stringMatching(/^[a-z]{3,8}$/)
    const all = Array.from({ length: 30 }, (_, seed) => new Filler({ seed, share: 1 }).object(Pod).metadata)
    for (const metadata of all) {
      expect(metadata).toMatchObject({
        name: word,
        namespace: word,
        resourceVersion: expect.stringMatching(/^[1-9][0-9]{0,5}$/),
        finalizers: [expect.stringMatching(/^example\.com\/[a-z]{3,8}$/)],
        managedFields: [
          {
            manager: word,
            operation: expect.stringMatching(/^(Apply|Update)$/),
            apiVersion: 'v1',
            time: '2024-05-06T07:08:09Z',
            fieldsType: 'FieldsV1',
          },
        ],
      })
      expect(metadata).not.toHaveProperty('generateName')
      expect(metadata).not.toHaveProperty('selfLink')
      expect(JSON.stringify(metadata?.managedFields?.[0]?.fieldsV1)).toMatch(
        /^\{"f:metadata":\{"f:labels":\{"\.":\{\},"f:[a-z]{3,8}":\{\}\}\}\}$/,
      )
    }
    expect(new Set(all.map((metadata) => metadata?.managedFields?.[0]?.operation)).size).toBe(2)
    const grace = all.map((metadata) => Number(metadata?.deletionGracePeriodSeconds))
    expect(grace.every((seconds) => seconds >= 0 && seconds <= 30)).toBe(true)
    const generations = all.map((metadata) => Number(metadata?.generation))
    expect(generations.every((generation) => generation >= 1 && generation <= 50)).toBe(true)
  })

  test('a schema or its alternative form', () => {
    const inner = struct('x.Schema', () => [['a', 1, scalar('string')]])
    class Varied extends TypedObject {
      declare f: unknown
      static readonly groupVersionKind: GroupVersionKind<Varied> = new GroupVersionKind('x', 'v1', 'Varied')
      static readonly descriptor = struct('x.v1.Varied', () => [
        ['orBool', 1, variant('orBool', inner)],
        ['orArray', 2, variant('orArray', inner)],
        ['items', 3, list(scalar('int32')), '', { schema: { items: { minimum: 3, maximum: 5 } } }],
        ['named', 4, map(scalar('int32')), '', { schema: { items: { minimum: 3, maximum: 5 }, minProperties: 2 } }],
      ])
    }
    const all = Array.from({ length: 60 }, (_, seed) => new Filler({ seed }).object(Varied) as unknown as Varying)
    expect(new Set(all.map(({ orBool }) => (typeof orBool === 'object' ? 'schema' : orBool)))).toEqual(
      new Set(['schema', true, false]),
    )
    const schema = { a: expect.stringMatching(/^[a-z]+$/) }
    for (const { orBool, orArray, items, named } of all) {
      expect(orArray).toEqual(schema)
      if (typeof orBool === 'object') expect(orBool).toEqual(schema)
      for (const item of [...items, ...Object.values(named)]) expect([3, 4, 5]).toContain(item)
    }
  })

  test('share 0 fills required fields only', () => {
    for (const spec of widgets({ share: 0 })) expect(Object.keys(spec)).toEqual(['size', 'mode', 'code', 'tags'])
  })

  test('fields and types are filled as the caller says', () => {
    const fields = { 'spec.ports.port': () => 80, 'spec.clusterIP': () => undefined }
    const types = { 'io.k8s.api.core.v1.ServiceStatus': () => ({ loadBalancer: {} }) }
    const service = new Filler({ share: 1, fields, types }).object(Service, { metadata: { name: 'web' } })
    expect(service.metadata).toEqual({ name: 'web' })
    expect(service.spec?.ports?.map(({ port }) => port)).toEqual(service.spec?.ports?.map(() => 80))
    expect(service.spec).not.toHaveProperty('clusterIP')
    expect(service.status).toEqual({ loadBalancer: {} })
  })

  test('recursive types come to an end', async () => {
    const { CustomResourceDefinition } = await import('../../src/api/apiextensions/v1/index.js')
    expect(JSON.stringify(new Filler({ share: 1, maxDepth: 8 }).object(CustomResourceDefinition)).length).toBeLessThan(
      5e6,
    )
  })
})
