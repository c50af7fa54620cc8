import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../../../src/descriptor/build.js'
import type { ScalarKind } from '../../../../src/descriptor/types.js'
import { isMachineryError, type MachineryError } from '../../../../src/errors/machinery-error.js'
import type { KubernetesObject } from '../../../../src/runtime/objects/typed-object.js'
import { TypedObject } from '../../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { FaithfulJSONSerializer } from '../../../../src/runtime/serializer/json/faithful-json-serializer.js'
import { JSONSerializer } from '../../../../src/runtime/serializer/json/json-serializer.js'
import { withUnstructured } from '../../../../src/runtime/serializer/unstructured-registry.js'
import { GroupVersionKind } from '../../../../src/schema/group-version-kind.js'
import { rounds } from '../../../rounds.js'

const kinds = [
  'string',
  'bool',
  'int32',
  'int64',
  'uint32',
  'uint64',
  'float',
  'double',
  'bytes',
  'time',
  'microTime',
  'duration',
  'quantity',
  'intOrString',
  'any',
  'rawExtension',
  'fieldsV1',
  'json',
] as const satisfies readonly ScalarKind[]
const schema = struct('x.v1.Schema', () => [
  ['type', 1, scalar('string'), '?'],
  ['items', 2, variant('orArray', schema), '*?'],
  ['open', 3, variant('orBool', schema), '*?'],
])
const spec = struct('x.v1.Spec', () => [
  ...kinds.map((kind, i) => [kind, i + 1, scalar(kind), '?'] as const),
  ['lists', 30, list(scalar('quantity')), '?'],
  ['maps', 31, map(scalar('int64')), '?'],
  ['schema', 32, schema, '*?'],
])

class Thing extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<Thing> = new GroupVersionKind('x', 'v1', 'Thing')
  static readonly descriptor = struct('x.v1.Thing', () => [['spec', 1, spec]])
}

class ThingList extends TypedObject {
  static readonly groupVersionKind: GroupVersionKind<ThingList> = new GroupVersionKind('x', 'v1', 'ThingList')
  static readonly descriptor = struct('x.v1.ThingList', () => [['items', 1, list(Thing.descriptor)]])
  static readonly itemClass = Thing
  declare items: Thing[]
}

const scheme = new Scheme().addKinds(Thing, ThingList)
const registry = withUnstructured(scheme)
const small = new FaithfulJSONSerializer(registry)
const full = new JSONSerializer(registry)
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const thing = (json: string): string => `{"apiVersion":"x/v1","kind":"Thing","spec":${json}}`

function outcome(serializer: FaithfulJSONSerializer | JSONSerializer, data: string): KubernetesObject | MachineryError {
  try {
    return serializer.decode(data).object
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return error
  }
}

const values = fc.oneof(
  fc.constantFrom(
    '"0.5"',
    '"100n"',
    '"1e3"',
    '".5"',
    '"x"',
    '" 1 "',
    '"2024-05-31T14:02:16+02:00"',
    '"2024-05-31T1:02:16.5Z"',
    '"2024-05-31T14:02:16.000001Z"',
    '"1h30m"',
    '"1.5s"',
    '"0"',
    '"QQ=="',
    '"QQ=\\n="',
    '"QQ"',
    '""',
    'null',
    'true',
    '0',
    '-1',
    '1.0',
    '1.5',
    '1e20',
    '1e400',
    '2147483648',
    '9007199254740993',
    '-9223372036854775808',
    '18446744073709551615',
    '123456789012345678901234567890',
    '[]',
    '[1,255,null]',
    '[256]',
    '["1",2]',
    '{}',
    '{"a":9007199254740993}',
    '{"a":[1e400]}',
    '{"__proto__":1}',
    '[{}]',
    '{"type":"a","items":[{"type":1}]}',
    '{"items":{"open":true}}',
    '{"open":1}',
    '{"open":null}',
  ),
  fc.json({ maxDepth: 2 }),
)
const documents = fc
  .array(fc.tuple(fc.constantFrom(...kinds, 'lists', 'maps', 'schema', 'unknown'), values), { maxLength: 3 })
  .map((members) => thing(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`))

describe('the small serializer', () => {
  test('takes what the full one takes, and makes the same of it', () => {
    fc.assert(
      fc.property(documents, (data) => {
        const [mine, theirs] = [outcome(small, data), outcome(full, data)]
        expect(isMachineryError(mine), data).toBe(isMachineryError(theirs))
        if (isMachineryError(mine) || isMachineryError(theirs)) {
          expect(mine).toMatchObject({ path: expect.stringContaining('spec.') })
          return
        }
        expect(mine).toEqual(theirs)
        expect(mine).toBeInstanceOf(Thing)
        // The full one escapes as Go does where it cannot use JSON.stringify.
        expect(JSON.parse(text(small.encode(mine)))).toEqual(JSON.parse(text(full.encode(theirs))))
      }),
      { numRuns: rounds(20_000) },
    )
  })

  test('keeps integers of unstructured objects digit for digit', () => {
    const other =
      '{"apiVersion":"y/v1","kind":"Other","n":[9223372036854775807,1.5,"\ue0001",{"a":-12345678901234567890}]}'
    expect(text(small.encode(small.decode(other).object))).toBe(`${other}\n`)
  })

  test.each([
    ['{"int32":"1"}', 'InvalidType', 'spec.int32', 'spec.int32: string 1 is no int32'],
    ['{"int64":9007199254740993}', 'UnsafeInteger', 'spec.int64', 'spec.int64: bigint 9007199254740993 is no int64'],
    ['{"lists":["1","x"]}', 'InvalidValue', 'spec.lists[1]', 'spec.lists[1]: string x is no quantity'],
    ['{"double":1e400}', 'NumberOutOfRange', 'spec.double', 'spec.double: number Infinity is no double'],
    ['[]', 'InvalidType', 'spec', 'spec: value is no struct'],
  ])('names the field: %s', (json, ...[code, path, message]) => {
    expect(outcome(small, thing(json))).toMatchObject({ code, path, message })
  })

  test.each(['', '{', '[1]', 'null', '5', '"a"', '{"kind":5}', '{"apiVersion":"a/b/c","kind":"K"}'])(
    'answers %j with a typed error',
    (data) => {
      for (const options of [{}, { into: ThingList, isolateItems: true }, { isolateItems: true }]) {
        try {
          expect(small.decode(data, options).object).toBeInstanceOf(ThingList)
        } catch (error) {
          expect(isMachineryError(error), String(error)).toBe(true)
        }
      }
    },
  )

  test('reads the good items of a list when asked to', () => {
    const items = ['{"spec":{}}', '{"spec":{"int32":"a"}}', 'null', '{"spec":{"any":9007199254740993}}']
    const data = `{"apiVersion":"x/v1","kind":"ThingList","items":[${items.join(',')}]}`
    expect(outcome(small, data)).toMatchObject({ path: 'items[1].spec.int32' })
    const { object, badItems } = small.decode<ThingList>(data, { into: ThingList, isolateItems: true })
    expect(object.items.map((item) => item instanceof Thing)).toEqual([true, true, true])
    expect(object.items[2]).toMatchObject({ spec: { any: 9007199254740993n } })
    expect(badItems).toMatchObject([{ index: 1, error: { path: 'spec.int32' }, item: { spec: { int32: 'a' } } }])
  })
})
