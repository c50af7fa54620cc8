import { describe, expect, it } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { schemaFromOpenAPI } from '../../src/managedfields/index.js'

describe('extensions of OpenAPI schemas', () => {
  // Go takes each of them, beside the strategies, and skips keys that are no text.
  it.each<[Record<string, JSONValue>, object]>([
    [{ 'x-kubernetes-list-type': 'atomic', 'x-kubernetes-patch-strategy': 'merge' }, { elementRelationship: 'atomic' }],
    [
      { 'x-kubernetes-patch-strategy': 'retainKeys', 'x-kubernetes-patch-merge-key': 'a' },
      { elementRelationship: 'atomic' },
    ],
    [{ 'x-kubernetes-patch-merge-key': 'a' }, { elementRelationship: 'atomic' }],
    [{ 'x-kubernetes-patch-strategy': 'merge' }, { elementRelationship: 'associative' }],
    [
      { 'x-kubernetes-patch-strategy': 'merge,retainKeys', 'x-kubernetes-patch-merge-key': 'a' },
      { elementRelationship: 'associative', keys: ['a'] },
    ],
    [
      { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b', 1, 'a'] },
      { elementRelationship: 'associative', keys: ['b', 'a'] },
    ],
  ])('merge lists by %j', (extensions, want) => {
    const schema = schemaFromOpenAPI({ T: { type: 'array', items: { type: 'string' }, ...extensions } })
    expect(schema.resolve({ namedType: 'T' })?.list).toEqual({
      elementType: { inlined: { scalar: 'string' } },
      ...want,
    })
  })

  it('take maps as granular where they say so', () => {
    const type = { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'granular' }
    expect(schemaFromOpenAPI({ T: type }).resolve({ namedType: 'T' })?.map?.elementRelationship).toBe('separable')
  })

  it.each<[string, JSONValue, string]>([
    [
      'keys that are no list',
      { type: 'array', items: {}, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': { a: 'b' } },
      'T: uninterpreted map keys: {"a":"b"}',
    ],
    [
      'a merge key that is no text',
      { type: 'array', items: {}, 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-patch-merge-key': ['a'] },
      'T: uninterpreted merge key: ["a"]',
    ],
  ])('refuse %s', (_, definition, message) => {
    expect(() => schemaFromOpenAPI({ T: definition })).toThrow(
      expect.objectContaining({ code: 'InvalidOpenAPISchema', message }),
    )
  })
})
