import { describe, expect, test } from 'vitest'
import { addToScheme, Pod, Service } from '../../src/api/core/v1/index.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
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
