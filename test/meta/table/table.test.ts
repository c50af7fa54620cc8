import { describe, expect, test } from 'vitest'
import * as core from '../../../src/api/core/v1/index.js'
import { humanAge, newDefaultTableConvertor, newTableConvertor, printColumnsOfCRD } from '../../../src/meta/index.js'
import { unstructuredFromContent } from '../../../src/runtime/objects/unstructured.js'
import { thrown } from '../../thrown.js'

const now = new Date('2024-01-02T12:30:00Z')

const data = {
  text: 'foo',
  whole: 42,
  part: 3.14,
  yes: true,
  nil: null,
  list: ['a', '<b>'],
  map: { b: 1, a: 2 },
  servers: [{ hosts: ['foo'] }, { hosts: ['bar', 'baz'] }],
  numbers: [{ bar: [1] }, { bar: [2, 3] }],
  times: { past: '2024-01-02T00:00:00Z', future: '2024-01-03T12:30:00Z', empty: '', zero: '0001-01-01T00:00:00Z' },
  big: 9007199254740993n,
}

function cell(type: string, jsonPath: string): unknown {
  const object = unstructuredFromContent({ apiVersion: 'x/v1', kind: 'X', metadata: { name: 'blah' }, spec: data })
  const table = newTableConvertor([{ name: 'c', type, jsonPath }]).convertToTable(object, { now })
  return table.rows[0]?.cells[1]
}

test.each([
  ['integer', 'whole', 42],
  ['integer', 'part', 3],
  ['integer', 'big', 9007199254740993n],
  ['integer', 'yes', null],
  ['integer', 'text', null],
  ['number', 'whole', 42],
  ['number', 'part', 3.14],
  ['number', 'text', null],
  ['boolean', 'yes', true],
  ['boolean', 'whole', null],
  ['string', 'text', 'foo'],
  ['string', 'whole', '42'],
  ['string', 'yes', 'true'],
  ['string', 'nil', '<no value>'],
  ['string', 'list', '["a","\\u003cb\\u003e"]'],
  ['string', 'map', '{"a":2,"b":1}'],
  ['string', 'missing', null],
  ['string', 'list[5]', null],
  ['string', 'servers[0].hosts[0]', 'foo'],
  ['string', 'servers[1].hosts', '["bar","baz"]'],
  // The first of several results, as in the API server.
  ['string', 'servers[*].hosts', '["foo"]'],
  ['string', 'numbers[1].bar', '[2,3]'],
  ['date', 'times.past', '12h'],
  ['date', 'times.future', '<invalid>'],
  ['date', 'times.empty', '<unknown>'],
  ['date', 'times.zero', '<unknown>'],
  ['date', 'text', '<invalid>'],
  ['date', 'whole', null],
  ['unknown', 'text', null],
])('a cell of type %s for %s', (type, path, expected) => {
  expect(cell(type, `.spec.${path}`)).toEqual(expected)
})

test('a column whose path cannot be read', () => {
  const error = thrown(() => newTableConvertor([{ name: 'c', type: 'string', jsonPath: '.a[' }]))
  expect(error.message).toBe('unrecognized column definition ".a["')
})

describe('tables', () => {
  const pods = new core.PodList({
    metadata: { resourceVersion: '7', continue: 'token', remainingItemCount: 3 },
    items: ['a', 'b'].map(
      (name) =>
        new core.Pod({ metadata: { name, creationTimestamp: '2024-01-02T12:00:00Z' }, spec: { containers: [] } }),
    ),
  })
  const convertor = newTableConvertor()

  test('of a typed list', () => {
    const table = convertor.convertToTable(pods, { now })
    expect(table.apiVersion).toBe('meta.k8s.io/v1')
    expect(table.kind).toBe('Table')
    expect(table.metadata).toEqual({ resourceVersion: '7', continue: 'token', remainingItemCount: 3 })
    expect(table.columnDefinitions.map(({ name, type, format }) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Age', 'date', ''],
    ])
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['a', '30m'],
      ['b', '30m'],
    ])
    expect(JSON.parse(JSON.stringify(table.rows[0]?.object))).toEqual({
      apiVersion: 'meta.k8s.io/v1',
      kind: 'PartialObjectMetadata',
      metadata: { name: 'a', creationTimestamp: '2024-01-02T12:00:00Z' },
    })
  })

  test('of one object', () => {
    const [pod] = pods.items
    const table = convertor.convertToTable(pod as core.Pod, { now, includeObject: 'Object', noHeaders: true })
    expect(table.columnDefinitions).toEqual([])
    expect(table.rows).toHaveLength(1)
    expect(table.rows[0]?.object).toBe(pod)
    expect(convertor.convertToTable(pod as core.Pod, { includeObject: 'None' }).rows[0]).not.toHaveProperty('object')
  })

  test('for kinds without columns', () => {
    const table = newDefaultTableConvertor().convertToTable(pods)
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Created At'])
    expect(table.rows[1]?.cells).toEqual(['b', '2024-01-02T12:00:00Z'])
  })

  test('without a time, without headers, and with the version of the object itself', () => {
    const object = { apiVersion: 'a/v1', kind: 'X', metadata: { name: 'x', resourceVersion: '9' } }
    const table = newDefaultTableConvertor().convertToTable(object as never)
    expect(table.rows[0]?.cells).toEqual(['x', '0001-01-01T00:00:00Z'])
    expect(table.metadata).toEqual({ resourceVersion: '9' })
    expect(table.columnDefinitions[1]).toMatchObject({ type: 'date', format: '', priority: 0 })
    expect(newDefaultTableConvertor().convertToTable(object as never, { noHeaders: true }).columnDefinitions).toEqual(
      [],
    )
    const bare = { apiVersion: 'a/v1', kind: 'X', metadata: { name: 'x' } }
    expect(newDefaultTableConvertor().convertToTable(bare as never).metadata).toEqual({})
  })

  test('a column names its source, unless it has a description', () => {
    const headerOf = (more: object) =>
      newTableConvertor([{ name: 'c', type: 'string', jsonPath: '.a', ...more }]).convertToTable({
        apiVersion: 'a/v1',
        kind: 'X',
        metadata: { name: 'x' },
      } as never).columnDefinitions[1]
    expect(headerOf({})).toEqual({
      name: 'c',
      type: 'string',
      format: '',
      description: 'Custom resource definition column (in JSONPath format): .a',
      priority: 0,
    })
    expect(headerOf({ description: 'D', priority: 2, format: 'int32' })).toMatchObject({
      description: 'D',
      priority: 2,
      format: 'int32',
    })
  })

  test.each([
    ['2024-01-02T12:00:00+02:00', '2024-01-02T10:00:00Z'],
    ['yesterday', '0001-01-01T00:00:00Z'],
  ])('the time %s as Go shows it: %s', (creationTimestamp, shown) => {
    const object = { apiVersion: 'a/v1', kind: 'X', metadata: { name: 'x', creationTimestamp } }
    expect(newDefaultTableConvertor().convertToTable(object as never).rows[0]?.cells).toEqual(['x', shown])
  })

  test('of what has no metadata', () => {
    const error = thrown(() =>
      convertor.convertToTable({ apiVersion: 'v1', kind: 'X', items: [{ kind: 'List', items: [] }] } as never),
    )
    expect(error.message).toBe('object does not implement the Object interfaces')
  })
})

describe('columns of a CustomResourceDefinition', () => {
  const crd = {
    spec: {
      versions: [
        {
          name: 'v1',
          additionalPrinterColumns: [
            { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec', priority: 1, description: 'When' },
          ],
        },
        { name: 'v1beta1' },
      ],
    },
  }
  test('declared ones', () => {
    expect(printColumnsOfCRD(crd, 'v1')).toEqual([
      { name: 'Spec', type: 'string', format: '', description: 'When', priority: 1, jsonPath: '.spec.cronSpec' },
    ])
  })
  test('none declared', () => {
    expect(printColumnsOfCRD(crd, 'v1beta1').map(({ name }) => name)).toEqual(['Age'])
  })
  test('no such version', () => {
    expect(thrown(() => printColumnsOfCRD(crd, 'v2')).message).toBe(
      'version "v2" not found in CustomResourceDefinition',
    )
  })
  test('of the time before v1', () => {
    const old = { spec: { version: 'v1', additionalPrinterColumns: [{ name: 'A', type: 'date', JSONPath: '.a' }] } }
    expect(printColumnsOfCRD(old, 'v1')[0]).toMatchObject({ name: 'A', jsonPath: '.a' })
  })
})

test.each([
  [undefined, '<unknown>'],
  [null, '<unknown>'],
  ['2024-01-02T12:29:15Z', '45s'],
  ['2024-01-02T12:30:01Z', '0s'],
  ['0001-01-01T00:00:01Z', '292y'],
  ['0001-01-01T00:00:00Z', '<unknown>'],
  ['', '<unknown>'],
  ['null', '<unknown>'],
  ['x', '<invalid>'],
  ['2024-01-02T12:31:00Z', '<invalid>'],
  ['9999-01-01T00:00:00Z', '<invalid>'],
])('the age of %s', (timestamp, expected) => {
  expect(humanAge(timestamp, now)).toBe(expected)
})
