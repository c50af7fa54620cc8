import { describe, expect, it } from 'vitest'
import { CustomResourceDefinition } from '../../src/api/apiextensions/v1/index.js'
import { list, scalar, struct } from '../../src/descriptor/build.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'
import type { JSONValue } from '../../src/json/json-value.js'
import { isAlwaysSelectable } from '../../src/managedfields/schema/always-selectable.js'
import { DescriptorSchema } from '../../src/managedfields/schema/descriptor-schema.js'
import { ParseableType } from '../../src/managedfields/typed/parseable-type.js'
import { setManagedFields } from '../../src/runtime/index.js'
import { Filler } from '../../src/testing/filler.js'
import { scheme } from './pod-tracker.js'

const item = (omit: '' | '?' | '*?', options: { readonly default?: JSONValue } = {}): StructDescriptor =>
  struct('Item', () => [['key', 1, scalar('string'), omit, options]])

const holder = (element: Parameters<typeof list>[0], options: object): StructDescriptor =>
  struct('Holder', () => [['inner', 1, struct('Inner', () => [['items', 1, list(element), '?', options]])]])

const byKey = { listType: 'map', listMapKeys: ['key'] }

describe('lists whose items can always be selected', () => {
  it.each<[string, StructDescriptor, boolean]>([
    ['keys that are always written', holder(item(''), byKey), true],
    ['keys with a default', holder(item('?', { default: 'x' }), byKey), true],
    ['keys that may be absent', holder(item('?'), byKey), false],
    ['pointers', holder(item('*?'), byKey), false],
    ['no such key', holder(item(''), { ...byKey, listMapKeys: ['other'] }), false],
    ['merged by patches', holder(item('?'), { patchStrategy: 'merge', patchMergeKey: 'key' }), false],
    ['sets of texts', holder(scalar('string'), { listType: 'set' }), true],
    ['sets of structs', holder(item(''), { listType: 'set' }), false],
    ['atomic lists', holder(item('?'), { listType: 'atomic' }), true],
    ['definitions', CustomResourceDefinition.descriptor, true],
  ])('%s', (_, descriptor, expected) => {
    expect(isAlwaysSelectable(descriptor)).toBe(expected)
  })

  it('are in most kinds, whose random objects conform to their schemas', () => {
    const descriptors = new DescriptorSchema()
    const kinds = scheme.allKnownTypes().filter(({ type }) => type.resource !== undefined)
    const sure = kinds.filter(({ type }) => isAlwaysSelectable(type.descriptor))
    expect(sure.length).toBeGreaterThan(kinds.length / 2)
    for (const [seed, { type }] of sure.entries()) {
      const object = new Filler({ seed }).object(type)
      setManagedFields(object, undefined)
      const typed = new ParseableType(descriptors.schema, descriptors.typeRef(type.descriptor)).fromObject(object, {
        allowDuplicates: true,
        isOfClass: true,
      })
      expect(() => typed.validate({ allowDuplicates: true })).not.toThrow()
    }
  })
})
