import { expect, test } from 'vitest'
import type { JSONValue } from '../../src/json/json-value.js'
import { VersionedSet } from '../../src/managedfields/field-path/managed-fields.js'
import {
  fieldSetOf,
  fieldSetToJSON,
  type ManagedFields,
  ParseableType,
  parseSchema,
  type TypedValue,
} from '../../src/managedfields/index.js'
import { Updater } from '../../src/managedfields/merge/updater.js'

const names = ['a', 'b', 'c']
const schema = parseSchema({
  types: ['v1', 'v2'].map((name) => ({
    name,
    map: { fields: names.map((field) => ({ name: field, type: { scalar: 'numeric' } })) },
  })),
})
const typed = (version: string, value: JSONValue): TypedValue => ParseableType.named(schema, version).fromValue(value)

class Gone extends Error {}

/** What `one`, who applied `a` and `b` in v2, gets for applying `a` in v1, when the conversion of number `failing` fails. */
function applied(failing: number, error: Error = new Error('broken')) {
  let conversions = 0
  const converter = {
    convert(value: TypedValue, version: string): TypedValue {
      if (value.typeRef.namedType === version) return value
      if (conversions++ === failing) throw error
      return typed(version, value.value)
    },
    isMissingVersionError: (thrown: unknown) => thrown instanceof Gone,
  }
  const managers: ManagedFields = new Map([
    ['one', new VersionedSet(fieldSetOf(['a'], ['b']), 'v2', true)],
    ['two', new VersionedSet(fieldSetOf(['c']), 'v2', true)],
  ])
  const request = { version: 'v1', manager: 'one', managers, force: false }
  const { object, managers: owners } = new Updater({ converter }).apply({
    ...request,
    live: typed('v1', { a: 1, b: 1, c: 1 }),
    config: typed('v1', { a: 1 }),
  })
  return { object: object?.value, owners: [...owners].map(([name, { set }]) => name + fieldSetToJSON(set)) }
}

function messageOf(failing: number): string {
  try {
    applied(failing)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test('an error of a conversion says for what the object was converted, in the words of Go', () => {
  expect(applied(-1)).toEqual({ object: { a: 1, c: 1 }, owners: ['one{"f:a":{}}', 'two{"f:c":{}}'] })
  const messages = Array.from({ length: 20 }, (_, failing) => messageOf(failing)).filter((message) => message !== '')
  const prune = 'failed to prune fields: '
  expect([...new Set(messages)]).toEqual([
    'broken',
    `${prune}failed to convert merged object to last applied version: broken`,
    `${prune}failed add back owned items: failed to convert merged object at version v1: broken`,
    `${prune}failed add back owned items: failed to convert pruned object at version v1: broken`,
    `${prune}failed add back dangling items: failed to convert pruned object to last applied version: broken`,
    `${prune}broken`,
    'failed to convert old object: broken',
    'failed to convert new object: broken',
  ])
})

/** Go's answers (v6.4.2) where the version is gone for the conversion of this number; the fifth, of number 4, ends Go. */
const gone: readonly [failing: number, object: JSONValue | undefined, ...owners: string[]][] = [
  [0, undefined, 'one{"f:a":{}}', 'two{"f:c":{}}'],
  [1, { a: 1, c: 1 }, 'one{"f:a":{}}'],
  [2, undefined, 'one{"f:a":{}}', 'two{"f:c":{}}'],
  [3, { c: 1 }, 'one{"f:a":{}}', 'two{"f:c":{}}'],
  [5, undefined, 'one{"f:a":{}}', 'two{"f:c":{}}'],
  [7, { a: 1, c: 1 }, 'one{"f:a":{}}'],
  [8, { a: 1, c: 1 }, 'one{"f:a":{}}'],
]

test.each(gone)('a version that is gone when conversion %i asks for it is no error', (failing, object, ...owners) => {
  const answer = applied(failing, new Gone('gone'))
  expect({ ...answer, owners: answer.owners.sort() }).toEqual({ object, owners })
})

test('the version of the request may not be gone', () => {
  expect(() => applied(6, new Gone('gone'))).toThrow('failed to prune fields: gone')
})
