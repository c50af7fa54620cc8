import { describe, expect, it } from 'vitest'
import { Pod } from '../../src/api/core/v1/index.js'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { newSchemeTypeConverter } from '../../src/managedfields/index.js'
import { kindsOfDefinition } from '../../src/managedfields/schema/from-openapi.js'
import { deducedParseableType } from '../../src/managedfields/typed/parseable-type.js'
import { Scheme, Unstructured } from '../../src/runtime/index.js'

describe('kindsOfDefinition', () => {
  const kind = { group: 'g', version: 'v1', kind: 'K' }
  const next = { ...kind, version: 'v2' }

  it.each<[JSONValue | undefined, JSONValue[]]>([
    [undefined, []],
    ['x', []],
    [{}, []],
    [{ 'x-kubernetes-group-version-kind': kind }, []],
    [{ 'x-kubernetes-group-version-kind': [kind, { ...next, more: 1 }] }, [kind, next]],
    [{ 'x-kubernetes-group-version-kind': [{ ...kind, group: '' }] }, [{ ...kind, group: '' }]],
    [
      {
        'x-kubernetes-group-version-kind': [
          ...['x', null, { ...kind, group: 1 }, { ...kind, version: 1 }, { ...kind, kind: 1 }, { ...kind, kind: '' }],
        ],
      },
      [],
    ],
  ])('of %j', (definition, kinds) => {
    expect(kindsOfDefinition(definition)).toEqual(kinds)
  })
})

describe('converters of types', () => {
  const scheme = new Scheme({ name: 'here' })
  scheme.addKinds(Pod)
  const converter = newSchemeTypeConverter(scheme)

  it('refuse kinds that are not registered, and values that are no objects', () => {
    const crewObject = new Unstructured({ apiVersion: 'example.com/v1', kind: 'Crew' })
    expect(() => converter.objectToTyped(crewObject)).toThrow(
      'no kind "Crew" is registered for version "example.com/v1" in scheme "here"',
    )
    expect(() => converter.typedToObject(deducedParseableType.fromValue('x'))).toThrow(
      expect.objectContaining({
        code: 'InvalidObject',
        message: 'failed to convert value to unstructured for type string',
      }),
    )
    const foreign = deducedParseableType.fromValue({ apiVersion: 'example.com/v1', kind: 'Crew', empty: {} })
    expect(converter.typedToObject(foreign)).toEqual(new Unstructured(foreign.value as JSONObject))
  })

  it('leave out what is empty in a struct', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { labels: {} } }
    const made = converter.typedToObject(converter.objectToTyped(new Unstructured(pod)))
    expect(made).not.toHaveProperty('metadata.labels')
  })
})
