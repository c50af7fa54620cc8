import { describe, expect, it } from 'vitest'
import { createTwoWayMergePatch, patchMetaFromOpenAPI, strategicMergePatch } from '../../src/patch/index.js'

const container = { type: 'object', properties: { name: { type: 'string' }, image: { type: 'string' } } }
const merged = { 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-patch-merge-key': 'name' }
const retained = { 'x-kubernetes-patch-strategy': 'retainKeys' }

function properties(prefix: string): Record<string, object> {
  return {
    containers: { type: 'array', items: { $ref: `${prefix}Container` }, ...merged },
    sidecars: { type: 'array', items: { default: {}, allOf: [{ $ref: `${prefix}Container` }] }, ...merged },
    strategy: { allOf: [{ $ref: `${prefix}Strategy` }], ...retained },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    circular: { $ref: `${prefix}Circular` },
    broken: { $ref: `${prefix}Nowhere` },
    elsewhere: { $ref: 'http://x/Pod' },
    bad: { type: 'object', 'x-kubernetes-patch-strategy': 1 },
  }
}

function schemas(prefix: string): Record<string, object> {
  return {
    Pod: { type: 'object', properties: properties(prefix) },
    Container: container,
    Strategy: { type: 'object', properties: { type: {}, rolling: { type: 'object' } } },
    Circular: { $ref: `${prefix}Circular` },
  }
}

const documents = [
  ['version 2', '#/definitions/', { definitions: schemas('#/definitions/') }],
  ['version 3', '#/components/schemas/', { components: { schemas: schemas('#/components/schemas/') } }],
] as const

describe.each(documents)('patch metadata of OpenAPI %s', (_, prefix, document) => {
  const pod = () => patchMetaFromOpenAPI(document as never, 'Pod')

  it('merges lists by key, through references', () => {
    for (const list of ['containers', 'sidecars']) {
      const before = { [list]: [{ name: 'a', image: '1' }, { name: 'b' }] }
      const patch = createTwoWayMergePatch(before, { [list]: [{ name: 'a', image: '2' }, { name: 'b' }] }, pod())
      expect(patch).toEqual({
        [list]: [{ name: 'a', image: '2' }],
        [`$setElementOrder/${list}`]: [{ name: 'a' }, { name: 'b' }],
      })
      expect(strategicMergePatch(before, patch, pod())).toEqual({ [list]: [{ name: 'a', image: '2' }, { name: 'b' }] })
    }
  })

  it('retains keys', () => {
    expect(createTwoWayMergePatch({ strategy: { rolling: {} } }, { strategy: { type: 'x' } }, pod())).toEqual({
      strategy: { $retainKeys: ['type'], rolling: null, type: 'x' },
    })
  })

  it('takes maps of scalars', () => {
    expect(strategicMergePatch({ labels: { a: '1' } }, { labels: { b: '2' } }, pod())).toEqual({
      labels: { a: '1', b: '2' },
    })
  })

  it.each([
    [{ nope: {} }, 'unable to find api field "nope"'],
    [{ labels: { a: {} } }, 'unable to find api field "a"'],
    [{ circular: {} }, 'references in OpenAPI go in circles'],
    [{ broken: {} }, 'unable to resolve'],
    [{ elsewhere: {} }, 'unable to resolve http://x/Pod in OpenAPI'],
    [{ bad: {} }, 'expected a string, but received a number'],
  ])('%j: %s', (value, message) => {
    expect(() => strategicMergePatch(value, value, pod())).toThrow(message)
  })

  it('takes long chains of references', () => {
    const link = (i: number) => [`Link${i}`, i === 0 ? container : { $ref: `${prefix}Link${i - 1}` }] as const
    const links = Object.fromEntries(Array.from({ length: 40 }, (_, i) => link(i)))
    const meta = (length: number) => {
      const chain = { ...links, Thing: { properties: { name: { $ref: `${prefix}Link${length}` } } } }
      const long = prefix.startsWith('#/d') ? { definitions: chain } : { components: { schemas: chain } }
      return patchMetaFromOpenAPI(long as never, 'Thing')
    }
    expect(strategicMergePatch({ name: { name: 'a' } }, { name: { image: 'b' } }, meta(20))).toEqual({
      name: { name: 'a', image: 'b' },
    })
  })
})

it('the type must be there', () => {
  expect(() => patchMetaFromOpenAPI({}, 'Pod')).toThrow(
    expect.objectContaining({ code: 'PatchFieldNotFound', message: 'unable to find Pod in the OpenAPI document' }),
  )
  expect(() => patchMetaFromOpenAPI({ definitions: {} }, 'toString')).toThrow('unable to find toString')
  expect(() => patchMetaFromOpenAPI({ definitions: [], components: 5 } as never, 'Pod')).toThrow('unable to find Pod')
})
