import type { FieldTuple } from '../../src/descriptor/build.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'

const text = scalar('string')
const integer = scalar('int32')
const byName = { patchStrategy: 'merge', patchMergeKey: 'name' }

const common: readonly FieldTuple[] = [
  ['name', 1, text, '?'],
  ['value', 2, text, '?'],
  ['other', 3, text, '?'],
  ['simpleMap', 4, map(text), '?'],
  ['mergingIntList', 5, list(integer), '?', { patchStrategy: 'merge' }],
]

/** A type with a field for every merge strategy. */
export const mergeItem: StructDescriptor = struct('test.MI', () => [
  ...common,
  ['mergingList', 6, list(mergeItem), '?', byName],
  ['nonMergingList', 7, list(mergeItem), '?'],
  ['nonMergingIntList', 8, list(integer), '?'],
  ['mergeItemPtr', 9, mergeItem, '*?', byName],
  ['replacingItem', 10, scalar('rawExtension'), '?', { patchStrategy: 'replace' }],
  ['retainKeysMap', 11, retainKeysItem, '?', { patchStrategy: 'retainKeys' }],
  ['retainKeysMergingList', 12, list(mergeItem), '?', { ...byName, patchStrategy: 'merge,retainKeys' }],
])

const retainKeysItem: StructDescriptor = struct('test.RetainKeysItem', () => [
  ...common,
  ['mergingList', 6, list(mergeItem), '?', byName],
  ['nonMergingList', 7, list(mergeItem), '?'],
])
