import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { VersionedSet } from '../../src/managedfields/field-path/managed-fields.js'
import {
  fieldSetOf,
  fieldSetToJSON,
  type ManagedFields,
  ParseableType,
  parseSchema,
  TypedValue,
  unstructuredMachinery,
} from '../../src/managedfields/index.js'
import { Updater } from '../../src/managedfields/merge/updater.js'
import { deducedParseableType } from '../../src/managedfields/typed/parseable-type.js'
import { Unstructured } from '../../src/runtime/index.js'
import { GroupVersion, GroupVersionKind } from '../../src/schema/index.js'

const schema = parseSchema({
  types: ['v1', 'v2'].map((name) => ({
    name,
    map: { fields: ['need', 'other', 'y'].map((field) => ({ name: field, type: { scalar: 'numeric' } })) },
  })),
})
const typed = (version: string, value: JSONValue): TypedValue => ParseableType.named(schema, version).fromValue(value)

/** Converts only objects that have the field `need`. */
const converter = {
  convert(value: TypedValue, version: string): TypedValue {
    if (value.typeRef.namedType !== version && !Object.hasOwn(value.value as JSONObject, 'need')) {
      throw new Error('need is missing')
    }
    return typed(version, value.value)
  },
  isMissingVersionError: () => false,
}

const live = { need: 1, other: 1, y: 1 }
const owns = (version: string, ...names: string[]): VersionedSet =>
  new VersionedSet(fieldSetOf(...names.map((name) => [name])), version, true)

/** What is left when `one` applies only `other`. */
function apply(managers: ManagedFields): { readonly object?: JSONValue; readonly owned: JSONObject } {
  const updater = new Updater({ converter })
  const config = typed('v1', { other: 1 })
  const applied = updater.apply({
    live: typed('v1', live),
    config,
    version: 'v1',
    manager: 'one',
    managers,
    force: false,
  })
  const owned = Object.fromEntries([...applied.managers].map(([name, { set }]) => [name, fieldSetToJSON(set)]))
  return { object: applied.object?.value ?? null, owned }
}

describe('fields that a manager gives up', () => {
  const one = ['one', owns('v1', 'need', 'other')] as const
  const two = ['two', owns('v1', 'need')] as const
  const zero = ['zero', owns('v2', 'y')] as const

  // Go restores fields in the pruned version first, because other versions may need them for a conversion.
  it.each([[[zero, one, two]], [[one, two, zero]], [[one, zero, two]], [[two, one, zero]]])(
    'come back in their version before other versions are looked at: %#',
    (managers) => {
      expect(apply(new Map(managers))).toEqual({
        object: null,
        owned: { one: '{"f:other":{}}', two: '{"f:need":{}}', zero: '{"f:y":{}}' },
      })
    },
  )

  it('end the request when the rest cannot be converted', () => {
    expect(() => apply(new Map([one, zero]))).toThrow(
      'failed to prune fields: failed add back owned items: failed to convert pruned object at version v2: need is missing',
    )
  })
})

describe('managers of another version', () => {
  const managers = new Map([['zero', owns('v2', 'y')]])
  const update = (before: JSONValue, after: JSONValue, others = {}) =>
    new Updater({ converter: { ...converter, ...others } }).update({
      ...{ live: typed('v1', before), next: typed('v1', after), version: 'v1', manager: 'one' },
      managers: new Map(managers),
    })

  it('cannot be asked when an object cannot be converted', () => {
    expect(() => update({ y: 1 }, { need: 1, y: 2 })).toThrow('need is missing')
    expect(() => update({ need: 1, y: 1 }, { y: 2 })).toThrow('failed to convert new object: need is missing')
    const invalid = new TypedValue({ y: 'x' }, schema, { namedType: 'v1' })
    const request = { live: invalid, next: invalid, version: 'v1', manager: 'one', managers: new Map() }
    expect(() => new Updater({ converter }).update(request)).toThrow('failed to compare objects: errors:\n  .y:')
  })

  it('are forgotten when the version is gone', () => {
    const isMissingVersionError = () => true
    for (const [before, after] of [
      [{ y: 1 }, { need: 1, y: 2 }],
      [{ need: 1, y: 1 }, { y: 2 }],
    ] as const) {
      expect([...update(before, after, { isMissingVersionError }).managers.keys()]).toEqual(['one'])
    }
    expect([...update({ need: 1, y: 1 }, { need: 2, y: 1 }).managers.keys()].sort()).toEqual(['one', 'zero'])
  })
})

describe('unstructuredMachinery', () => {
  it('sets another version of the same group, and no other', () => {
    const { convertor, creater } = unstructuredMachinery()
    const object = () => new Unstructured({ apiVersion: 'a/v1', kind: 'K', x: 1 })
    expect(convertor.convertToVersion(object(), new GroupVersion('a', 'v2'))).toMatchObject({
      apiVersion: 'a/v2',
      x: 1,
    })
    expect(convertor.convertToVersion(object(), new GroupVersion('b', 'v2'))).toMatchObject({ apiVersion: 'a/v1' })
    expect(creater.new(new GroupVersionKind('a', 'v1', 'K'))).toEqual(
      new Unstructured({ apiVersion: 'a/v1', kind: 'K' }),
    )
  })
})

it('finds the fields of deduced types', () => {
  const set = deducedParseableType.fromValue({ x: 1 }).toFieldSet()
  expect(set.equals(fieldSetOf(['x']))).toBe(true)
})
