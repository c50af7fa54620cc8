import { describe, expect, it } from 'vitest'
import { newConflictError } from '../../src/managedfields/field-manager/conflict-error.js'
import { VersionedSet } from '../../src/managedfields/field-path/managed-fields.js'
import {
  type FieldSet,
  fieldSetOf,
  fieldSetToJSON,
  keyElement,
  type ManagedFields,
  makePath,
  newExcludeSetFilter,
  parseSchema,
} from '../../src/managedfields/index.js'
import { Conflicts, conflictsFromManagers } from '../../src/managedfields/merge/conflicts.js'
import { Comparison } from '../../src/managedfields/typed/comparison.js'
import { ensureNamedFieldsAreMembers } from '../../src/managedfields/typed/ensure-named-fields.js'

/** A set of fields at the root. */
const fields = (...names: string[]): FieldSet => fieldSetOf(...names.map((name) => [name]))

/** `{ one: ['v1', 'a', 'b'] }`: managers with their version and their fields. */
function managers(owners: Readonly<Record<string, readonly string[]>>): ManagedFields {
  return new Map(
    Object.entries(owners).map(([name, [version = '', ...names]]) => [
      name,
      new VersionedSet(fields(...names), version, false),
    ]),
  )
}

describe('conflicts', () => {
  it('are listed by manager, then by field', () => {
    const conflicts = conflictsFromManagers(managers({ bob: ['v1', 'b', 'a'], ann: ['v1', 'c'], eve: ['v1'] }))
    expect(conflicts.conflicts.map(({ manager, path }) => manager + path.join(''))).toEqual(['ann.c', 'bob.a', 'bob.b'])
    expect(fieldSetToJSON(conflicts.toSet())).toBe('{"f:a":{},"f:b":{},"f:c":{}}')
    expect(conflicts.message).toBe('conflicts with "ann":\n- .c\nconflicts with "bob":\n- .a\n- .b')
  })

  it('are an answer with status 409 that names operation, version and time of updates', () => {
    const update = { manager: 'foo', operation: 'Update', apiVersion: 'v1', time: '2001-02-03T04:05:06Z' }
    const apply = { manager: 'bar', operation: 'Apply', apiVersion: 'v1', subresource: 'status' }
    const conflicts = [update, apply].map((entry, i) => ({
      manager: JSON.stringify(entry),
      path: makePath('spec', keyElement({ port: i }), 'name'),
    }))
    const { status, message } = newConflictError(new Conflicts(conflicts))
    expect(status).toMatchObject({ code: 409, reason: 'Conflict', status: 'Failure' })
    const [foo, bar] = ['"foo" using v1 at 2001-02-03T04:05:06Z', '"bar" with subresource "status"']
    expect(status.details?.causes).toEqual([
      { reason: 'FieldManagerConflict', message: `conflict with ${foo}`, field: '.spec[port=0].name' },
      { reason: 'FieldManagerConflict', message: `conflict with ${bar}`, field: '.spec[port=1].name' },
    ])
    expect(message.split('\n').sort()).toEqual(
      [
        'Apply failed with 2 conflicts: conflicts with "bar" with subresource "status":',
        '- .spec[port=1].name',
        `conflicts with ${foo}:`,
        '- .spec[port=0].name',
      ].sort(),
    )
  })

  it('may be about any number of fields', () => {
    const many = fieldSetOf()
    for (let i = 0; i < 200_000; i++) many.insert(makePath(`field${String(i).padStart(6, '0')}`))
    const conflicts = conflictsFromManagers(new Map([['one', new VersionedSet(many, 'v1', false)]]))
    expect(conflicts.message.split('\n')).toHaveLength(200_001)
    expect(conflicts.toSet().size).toBe(200_000)
  })
})

describe('comparisons', () => {
  const compared = new Comparison(
    fieldSetOf(['a'], ['a', 'b'], ['c']),
    fieldSetOf(['a', 'x'], ['c', 'y']),
    fieldSetOf(['ab'], ['c']),
  )
  const shown = ({ removed, modified, added }: Comparison): string[] => [removed, modified, added].map(fieldSetToJSON)

  it('leave out fields with all that is below them', () => {
    expect(shown(compared.excludeFields(fieldSetOf(['a'])))).toEqual([
      '{"f:c":{}}',
      '{"f:c":{"f:y":{}}}',
      '{"f:ab":{},"f:c":{}}',
    ])
    expect(compared.excludeFields(fieldSetOf(['a'], ['ab'], ['c'])).isSame).toBe(true)
    expect(compared.excludeFields(undefined)).toBe(compared)
    expect(compared.excludeFields(fieldSetOf())).toBe(compared)
  })

  it('leave out what a filter does', () => {
    const filter = newExcludeSetFilter(fieldSetOf(['c']))
    expect(shown(compared.filterFields(filter))).toEqual([
      '{"f:a":{".":{},"f:b":{}}}',
      '{"f:a":{"f:x":{}}}',
      '{"f:ab":{}}',
    ])
    expect(compared.filterFields(undefined)).toBe(compared)
  })
})

describe('the declared fields on the way to the members of a set', () => {
  const schema = parseSchema({
    types: [
      {
        name: 'node',
        map: {
          elementType: { namedType: 'node' },
          fields: [
            { name: 'declared', type: { namedType: 'node' } },
            {
              name: 'list',
              type: { list: { elementRelationship: 'associative', keys: ['id'], elementType: { namedType: 'node' } } },
            },
            { name: 'value', type: { scalar: 'numeric' } },
          ],
        },
      },
    ],
  })
  const item = keyElement({ id: 1 })

  it.each<[string, (string | typeof item)[], (string | typeof item)[][]]>([
    ['fields of structs are', ['declared', 'declared', 'value'], [['declared'], ['declared', 'declared']]],
    ['keys of maps are not', ['other', 'declared', 'value'], [['other', 'declared']]],
    ['what is below a scalar is not', ['value', 'a', 'b'], [['value']]],
    ['what is below no type is not', ['declared', item, 'declared', 'value'], [['declared']]],
    ['items of lists are not', ['list', item, 'declared', 'value'], [['list'], ['list', item, 'declared']]],
  ])('%s members', (_, path, more) => {
    const named = ensureNamedFieldsAreMembers(fieldSetOf(path), schema, { namedType: 'node' })
    expect(fieldSetToJSON(named)).toBe(fieldSetToJSON(fieldSetOf(path, ...more)))
  })
})
