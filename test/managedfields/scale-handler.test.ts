import { describe, expect, it } from 'vitest'
import type { JSONObject } from '../../src/json/json-value.js'
import { makePath, ScaleHandler } from '../../src/managedfields/index.js'
import { GroupVersion } from '../../src/schema/index.js'

const replicas = makePath('spec', 'replicas')
const mappings = new Map([
  ['apps/v1', replicas],
  ['apps/v1beta1', replicas],
  ['apps/none', undefined],
])

/** An entry by name, operation, fields of `spec`, and other properties. */
type Short = readonly [manager: string, operation: 'Apply' | 'Update', fields: string, others?: JSONObject]

function entry([manager, operation, fields, others]: Short): JSONObject {
  const owned = Object.fromEntries(fields.split(' ').map((field) => [`f:${field}`, {}]))
  const fixed = { fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': owned } }
  return { manager, operation, apiVersion: 'apps/v1', ...fixed, ...others }
}

const handler = (entries: readonly Short[]): ScaleHandler =>
  new ScaleHandler(entries.map(entry), new GroupVersion('apps', 'v1'), mappings)
const scale = { apiVersion: 'autoscaling/v1' }
const byScale = { ...scale, subresource: 'scale' }
const time = { time: '2013-02-03T00:00:00Z' }

describe('entries of the scale subresource', () => {
  it.each<[string, Short[], Short[]]>([
    [
      'those who own the replicas, with their times',
      [
        ['a', 'Apply', 'another'],
        ['b', 'Apply', 'replicas', time],
      ],
      [['b', 'Apply', 'replicas', { ...scale, ...time }]],
    ],
    [
      'several',
      [
        ['a', 'Apply', 'replicas'],
        ['b', 'Update', 'replicas'],
        ['c', 'Apply', 'replicas', { subresource: 'scale' }],
      ],
      [
        ['a', 'Apply', 'replicas', scale],
        ['c', 'Apply', 'replicas', byScale],
        ['b', 'Update', 'replicas', scale],
      ],
    ],
  ])('are %s', (_, given, expected) => {
    expect(handler(given).toSubresource()).toEqual(expected.map(entry))
  })

  it('do not exist for versions without replicas and for unknown versions', () => {
    const given: Short[] = [
      ['a', 'Apply', 'replicas', { apiVersion: 'apps/v10' }],
      ['b', 'Apply', 'replicas', { apiVersion: 'apps/none' }],
    ]
    expect(handler(given).toSubresource()).toBeUndefined()
  })
})

describe('entries of the resource', () => {
  it.each<[string, Short[], Short[], Short[]]>([
    [
      'lose the replicas to another manager, with the operation of the request',
      [['test', 'Apply', 'replicas selector', time]],
      [['scale', 'Update', 'replicas', byScale]],
      [
        ['test', 'Apply', 'selector', time],
        ['scale', 'Update', 'replicas', { subresource: 'scale' }],
      ],
    ],
    [
      'go when nothing is left',
      [['test', 'Update', 'replicas']],
      [['scale', 'Apply', 'replicas', byScale]],
      [['scale', 'Apply', 'replicas', { subresource: 'scale' }]],
    ],
    [
      'stay when the same manager still has the replicas',
      [['test', 'Apply', 'replicas selector', time]],
      [
        ['test', 'Apply', 'replicas', scale],
        ['test', 'Apply', 'replicas', byScale],
      ],
      [
        ['test', 'Apply', 'replicas', { subresource: 'scale' }],
        ['test', 'Apply', 'replicas selector', time],
      ],
    ],
    [
      'stay when they have nothing to do with replicas, and are dropped in versions that nobody knows',
      [
        ['a', 'Apply', 'selector'],
        ['b', 'Apply', 'selector', { apiVersion: 'apps/v10' }],
        ['c', 'Apply', 'replicas', { apiVersion: 'apps/none' }],
      ],
      [],
      [
        ['a', 'Apply', 'selector'],
        ['c', 'Apply', 'replicas', { apiVersion: 'apps/none' }],
      ],
    ],
    [
      'take the replicas in the version of the request',
      [['test', 'Apply', 'replicas selector', { apiVersion: 'apps/v1beta1' }]],
      [
        ['scale', 'Update', 'replicas', byScale],
        ['other', 'Update', 'nothing', byScale],
      ],
      [
        ['test', 'Apply', 'selector', { apiVersion: 'apps/v1beta1' }],
        ['scale', 'Update', 'replicas', { subresource: 'scale' }],
      ],
    ],
  ])('%s', (...[, parent, subresource, expected]) => {
    expect(handler(parent).toParent(subresource.map(entry))).toEqual(expected.map(entry))
  })

  // As in Go, whose set of an empty path has no member.
  it('own nothing where the version of the request has no replicas', () => {
    const given = new ScaleHandler([], new GroupVersion('apps', 'v9'), mappings)
    expect(given.toParent([entry(['scale', 'Update', 'replicas', byScale])])).toEqual([
      {
        manager: 'scale',
        operation: 'Update',
        apiVersion: 'apps/v9',
        fieldsType: 'FieldsV1',
        fieldsV1: {},
        subresource: 'scale',
      },
    ])
  })

  it('refuse entries that cannot be read', () => {
    expect(() => handler([['a', 'Apply', 'replicas', { fieldsType: 'V0' }]])).toThrow(
      expect.objectContaining({
        code: 'InvalidManagedFields',
        message: 'invalid fieldsType "V0" in managed fields entry 0',
      }),
    )
  })
})
