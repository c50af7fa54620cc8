import { list, map, scalar, struct, variant } from '../../../../src/descriptor/build.js'
import type { StructDescriptor } from '../../../../src/descriptor/types.js'

/** A type that contains itself. */
export const schema: StructDescriptor = struct('test.v1.Schema', () => [
  ['type', 1, scalar('string'), '?'],
  ['properties', 2, map(schema), '?'],
  ['items', 3, variant('orArray', schema, 'SchemaOrArray'), '*?'],
  ['additional', 4, variant('orBool', schema, 'SchemaOrBool'), '*?'],
  ['default', 5, scalar('json'), '*?'],
])

const source: StructDescriptor = struct('test.v1.Source', () => [
  ['path', 1, scalar('string'), '*?'],
  ['size', 2, scalar('quantity'), '*?'],
])

/** One field of every sort. */
export const everything: StructDescriptor = struct('test.v1.Everything', () => [
  ['name', 1, scalar('string'), '?'],
  ['always', 2, scalar('string')],
  ['count', 3, scalar('int32'), '?'],
  ['big', 4, scalar('int64'), '?'],
  ['unsigned', 5, scalar('uint64'), '?'],
  ['flag', 6, scalar('bool'), '*?'],
  ['ratio', 7, scalar('double'), '?'],
  ['data', 8, scalar('bytes'), '?'],
  ['Source', 9, source, '<'],
  ['time', 10, scalar('time')],
  ['micro', 11, scalar('microTime'), '*?'],
  ['wait', 12, scalar('duration'), '*?'],
  ['port', 13, scalar('intOrString'), '*?'],
  ['raw', 14, scalar('rawExtension')],
  ['names', 15, list(scalar('string')), '?'],
  ['numbers', 16, list(scalar('int64')), '?'],
  ['labels', 17, map(scalar('string')), '?'],
  ['blobs', 18, map(scalar('bytes')), '?'],
  ['extra', 19, map(list(scalar('string'), { message: 'ExtraValue' })), '?'],
  ['verbs', 20, list(scalar('string'), { message: 'Verbs' })],
  ['nested', 21, schema, '*?'],
  ['children', 22, list(schema), '?'],
  ['float', 23, scalar('float'), '?'],
  ['far', 2000, scalar('string'), '?'],
])

/** Canonical JSON of a message without fields. */
export const empty = { always: '', time: null, raw: null, verbs: null }
