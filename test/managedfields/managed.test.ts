import { describe, expect, it } from 'vitest'
import type { JSONObject, JSONValue } from '../../src/json/json-value.js'
import { describeManager } from '../../src/managedfields/field-manager/conflict-error.js'
import { buildManagerIdentifier, parseManagerIdentifier } from '../../src/managedfields/field-manager/managed.js'
import { checkManagedFields, decodeManagedFields, encodeManagedFields } from '../../src/managedfields/index.js'

const whole = { manager: 'alpha', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }

describe('entries', () => {
  it.each<[JSONValue, string]>([
    ['x', 'expected a list'],
    [[1], 'expected an object'],
    [[{ ...whole, manager: 1 }], 'expected a string'],
    [[{ ...whole, operation: '' }], 'operation must be `Apply` or `Update`'],
    [[{ ...whole, operation: 'Patch' }], 'operation must be `Apply` or `Update`'],
    [[{ ...whole, apiVersion: '' }], 'apiVersion must not be empty'],
    [[whole, { ...whole, fieldsType: '' }], 'missing fieldsType in managed fields entry 1'],
    [[{ ...whole, fieldsType: 'V2' }], 'invalid fieldsType "V2" in managed fields entry 0'],
    [
      [{ ...whole, fieldsV1: { bad: {} } }],
      'error decoding versioned set from entry 0: error decoding set: parsing key as path element: missing colon: bad',
    ],
  ])('are refused: %j', (entries, message) => {
    expect(() => checkManagedFields(entries)).toThrow(
      expect.objectContaining({ code: 'InvalidManagedFields', message }),
    )
  })

  it('are refused as a whole with the path of the list', () => {
    expect(() => checkManagedFields({})).toThrow(expect.objectContaining({ path: 'metadata.managedFields' }))
  })

  it('have a time or none', () => {
    const time = '2001-02-03T04:05:06Z'
    expect([...decodeManagedFields([whole]).times]).toEqual([])
    expect([...decodeManagedFields([{ ...whole, time }]).times.values()]).toEqual([time])
    expect([...decodeManagedFields([{ ...whole, time }, whole]).times]).toEqual([])
  })

  it('are refused with a time that is none', () => {
    expect(() => checkManagedFields([{ ...whole, time: 'now' }])).toThrow(
      expect.objectContaining({ code: 'InvalidManagedFields', path: 'metadata.managedFields[0].time' }),
    )
  })

  it('may be absent', () => {
    expect(decodeManagedFields(undefined).fields.size).toBe(0)
    expect(decodeManagedFields(null).fields.size).toBe(0)
    expect(encodeManagedFields(decodeManagedFields([]))).toBeUndefined()
  })

  it('are ordered by operation, time, manager, version and subresource', () => {
    const short = (operation: string, manager: string, others: JSONObject = {}): JSONObject => ({
      manager,
      operation,
      apiVersion: 'v1',
      ...(others.time === undefined ? {} : { time: others.time }),
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:a': {} },
      ...others,
    })
    const ordered = [
      short('Apply', 'b'),
      short('Apply', 'c', { time: '2001-01-01T00:00:00Z' }),
      short('Apply', 'a', { time: '2001-01-02T00:00:00Z' }),
      short('Update', 'a'),
      short('Update', 'a', { subresource: 'scale' }),
      short('Update', 'a', { subresource: 'status' }),
      short('Update', 'a', { apiVersion: 'v2' }),
      short('Update', 'b'),
      short('Update', 'a', { time: '2001-01-01T00:00:00+01:00', apiVersion: 'v3' }),
      short('Update', 'a', { time: '2001-01-01T00:00:00Z', apiVersion: 'v4' }),
    ]
    expect(encodeManagedFields(decodeManagedFields([...ordered].reverse()))).toEqual(ordered)
  })
})

describe('manager identifiers', () => {
  it.each([
    [
      { manager: 'foo', operation: 'Update', apiVersion: 'v1', time: '2001-02-03T04:05:06Z', fieldsV1: {} },
      '{"manager":"foo","operation":"Update","apiVersion":"v1"}',
      '"foo" using v1',
    ],
    [{ manager: 'foo', operation: 'Apply', apiVersion: 'v1' }, '{"manager":"foo","operation":"Apply"}', '"foo"'],
    [
      { manager: '<a&b>', operation: 'Update', apiVersion: 'v1', subresource: 'scale' },
      '{"manager":"\\u003ca\\u0026b\\u003e","operation":"Update","apiVersion":"v1","subresource":"scale"}',
      '"<a&b>" with subresource "scale" using v1',
    ],
  ])('name, operation, version of updates and subresource: %j', (entry, identifier, shown) => {
    expect(buildManagerIdentifier(entry)).toBe(identifier)
    expect(describeManager(identifier)).toBe(shown)
    expect(buildManagerIdentifier(parseManagerIdentifier(identifier))).toBe(identifier)
  })

  it('show when, if they say so, and are shown as they are if they are no identifiers', () => {
    const identifier = '{"manager":"foo","operation":"Update","apiVersion":"v1","time":"2001-02-03T05:05:06+01:00"}'
    expect(describeManager(identifier)).toBe('"foo" using v1 at 2001-02-03T04:05:06Z')
    expect(describeManager('default')).toBe('"default"')
    expect(() => parseManagerIdentifier('default')).toThrow('error unmarshalling manager identifier default')
  })
})
