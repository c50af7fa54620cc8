import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { expect, it } from 'vitest'
import { storedKind } from '../../src/customresources/stored-kind.js'

const versionOf = (name: string, storage: boolean) => ({ name, served: true, storage })
const definition = (versions: object[], acceptedKind?: string) =>
  ({
    spec: { group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, versions },
    ...(acceptedKind !== undefined && { status: { acceptedNames: { plural: 'widgets', kind: acceptedKind } } }),
  }) as unknown as CustomResourceDefinition

it('objects of a definition are stored in the version that says so, wherever it stands', () => {
  const text = (versions: object[], kind?: string) => storedKind(definition(versions, kind)).toString()
  expect(text([versionOf('v1', true), versionOf('v2', false)])).toBe('example.com/v1, Kind=Widget')
  expect(text([versionOf('v1', false), versionOf('v2', true)])).toBe('example.com/v2, Kind=Widget')
  expect(text([versionOf('v1', false)])).toBe('example.com/, Kind=Widget')
})

it('objects of a definition have the kind that was accepted', () => {
  const kindOf = (accepted?: string) => storedKind(definition([versionOf('v1', true)], accepted)).kind
  expect(kindOf('Accepted')).toBe('Accepted')
  expect(kindOf('')).toBe('Widget')
  expect(kindOf()).toBe('Widget')
})
