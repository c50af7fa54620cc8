import { plainObjects } from '../surfaces/objects.mjs'
import { fill, many, members, nest } from './parts.mjs'

const [deployment] = plainObjects
const deep = (depth) => nest(depth, (a) => ({ a }), {})
const list = (count, make) => ({ ...deployment, spec: { template: { spec: { containers: many(count, make) } } } })
const named = (i) => ({ name: `c${i}`, image: 'x' })

/** Patches and sets of fields. */
export const patches = {
  'json patch': () => ({
    'ten thousand operations': [{ a: [] }, many(10_000, (i) => ({ op: 'add', path: '/a/0', value: i }))],
    'more operations': [{ a: [] }, many(20_000, () => ({ op: 'test', path: '/a', value: [] }))],
    'copies of copies': [{ a: [1] }, many(1000, () => ({ op: 'copy', from: '/a', path: '/a/-' }))],
    'additions at the front': [
      { a: many(100_000, (i) => i) },
      many(5000, () => ({ op: 'add', path: '/a/0', value: 0 })),
    ],
    'removals at the front': [{ a: many(100_000, (i) => i) }, many(5000, () => ({ op: 'remove', path: '/a/0' }))],
    moves: [{ a: many(50_000, (i) => i) }, many(5000, () => ({ op: 'move', from: '/a/0', path: '/a/-' }))],
    'a long pointer': [{}, [{ op: 'add', path: fill('/a'), value: 1 }]],
    'a deep value': [{}, [{ op: 'add', path: '/a', value: deep(4000) }]],
    'tests of a large value': [
      { a: many(2000, (i) => i) },
      many(2000, () => ({ op: 'test', path: '/a', value: many(20, (i) => i) })),
    ],
    escapes: [{}, [{ op: 'add', path: `/${fill('~1~0')}`, value: 1 }]],
  }),
  'merge patch': () => ({
    'many members': [members(50_000, (i) => [`k${i}`, i]), members(50_000, (i) => [`k${i}`, null])],
    'a deep patch': [deep(4000), deep(4000)],
    'a deep patch of nothing': [{}, nest(4000, (each) => ({ a: each }), { a: null })],
  }),
  'strategic patch': () => ({
    'a large list and a large patch': [list(8000, named), list(8000, named)],
    'a large list turned round': [list(5000, named), list(5000, (i) => named(4999 - i))],
    'items that delete': [list(5000, named), list(5000, (i) => ({ $patch: 'delete', name: `c${i}` }))],
    'an order': [
      list(5000, named),
      {
        spec: {
          template: {
            spec: {
              '$setElementOrder/containers': many(5000, (i) => ({ name: `c${4999 - i}` })),
              containers: many(5000, named),
            },
          },
        },
      },
    ],
    'one key over and over': [list(3000, () => named(0)), list(3000, () => named(0))],
    'values deleted from a list': [
      { ...deployment, metadata: { finalizers: many(20_000, (i) => `f${i}`) } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': many(20_000, (i) => `f${i}`) } },
    ],
    'an order of values': [
      { ...deployment, metadata: { finalizers: many(20_000, (i) => `f${i}`) } },
      {
        metadata: {
          '$setElementOrder/finalizers': many(20_000, (i) => `f${19_999 - i}`),
          finalizers: many(20_000, (i) => `f${i}`),
        },
      },
    ],
    deep: [deep(4000), deep(4000)],
  }),
  'patches between objects': () => ({
    'large lists': [list(4000, named), list(4000, (i) => ({ name: `c${i}`, image: 'y' }))],
    'lists that have nothing in common': [list(4000, named), list(4000, (i) => ({ name: `d${i}` }))],
    'lists turned round': [list(4000, named), list(4000, (i) => named(3999 - i))],
    'long lists of values': [
      { ...deployment, a: many(50_000, (i) => i) },
      { ...deployment, a: many(50_000, (i) => 50_000 - i) },
    ],
    'values turned round': [
      { ...deployment, metadata: { finalizers: many(10_000, (i) => `f${i}`) } },
      { ...deployment, metadata: { finalizers: many(10_000, (i) => `f${9999 - i}`) } },
    ],
    'many members': [{ ...deployment, ...members(30_000, (i) => [`k${i}`, i]) }, deployment],
    deep: [deep(4000), deep(4000)],
  }),
  apply: () => ({
    'a large list': [deployment, { apiVersion: 'apps/v1', kind: 'Deployment', ...list(3000, named) }],
    'many labels': [
      deployment,
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { labels: members(30_000, (i) => [`k${i}`, 'v']) } },
    ],
    'one key over and over': [deployment, { apiVersion: 'apps/v1', kind: 'Deployment', ...list(3000, () => named(0)) }],
    'many managers': [
      {
        ...deployment,
        metadata: {
          managedFields: many(3000, (i) => ({
            manager: `m${i}`,
            operation: 'Update',
            apiVersion: 'apps/v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:spec': { 'f:replicas': {} } },
          })),
        },
      },
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 1 } },
    ],
    'a deep object': [deployment, { apiVersion: 'apps/v1', kind: 'Deployment', x: deep(4000) }],
    'long lists of values': [
      deployment,
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { finalizers: many(30_000, (i) => `f${i}`) } },
    ],
    'a large set of fields': [
      {
        ...deployment,
        metadata: {
          managedFields: [
            {
              manager: 'm',
              operation: 'Update',
              apiVersion: 'apps/v1',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:metadata': { 'f:labels': members(30_000, (i) => [`f:k${i}`, {}]) } },
            },
          ],
        },
      },
      { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 1 } },
    ],
  }),
  'set of fields': () => ({
    'a large list': { 'f:l': members(20_000, (i) => [`k:{"name":"c${i}"}`, { '.': {}, 'f:a': {} }]) },
    'many fields': members(60_000, (i) => [`f:k${i}`, {}]),
    'many values': members(60_000, (i) => [`v:${i}`, {}]),
    'many indexes': members(60_000, (i) => [`i:${i}`, {}]),
    'long keys': members(200, (i) => [`k:{${many(200, (k) => `"n${k}":"${i}"`)}}`, {}]),
    'a long number': { [`v:${fill('9')}`]: {} },
    'a deep value': { [`v:${fill('[', 400_000)}${fill(']', 400_000)}`]: {} },
    deep: nest(4000, (each) => ({ 'f:a': each }), {}),
  }),
  'schema of fields': () => ({
    'many types': { types: many(20_000, (i) => ({ name: `t${i}`, scalar: 'string' })) },
    'deep types': {
      types: [
        {
          name: 'a',
          ...nest(3000, (elementType) => ({ list: { elementType, elementRelationship: 'atomic' } }), {
            scalar: 'string',
          }),
        },
      ],
    },
    'many references': members(20_000, (i) => [`t${i}`, { $ref: `#/definitions/t${i + 1}` }]),
    'a circle': { a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } },
    deep: { a: nest(3000, (items) => ({ type: 'array', items }), { type: 'string' }) },
  }),
}
