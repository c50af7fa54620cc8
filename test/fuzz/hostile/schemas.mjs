import { fill, many, members, nest } from './parts.mjs'

const deep = (depth) => nest(depth, (a) => ({ a }), {})
const crd = (schema) => ({
  spec: {
    group: 'example.com',
    names: { plural: 'foos', kind: 'Foo' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
})
const property = (schema) => ({ type: 'object', properties: { spec: schema } })
const foo = (spec) => ({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'a' }, spec })

/** Schemas, definitions of custom resources, and objects. */
export const schemas = {
  schema: () => ({
    'many properties': { type: 'object', properties: members(30_000, (i) => [`p${i}`, { type: 'string' }]) },
    deep: nest(5000, (a) => ({ type: 'object', properties: { a } }), { type: 'string' }),
    'deep alternatives': nest(200, (each) => ({ anyOf: [each, each === undefined ? {} : { type: 'string' }] }), {}),
    'many alternatives': property({ anyOf: many(20_000, (i) => ({ required: [`r${i}`] })) }),
    'exactly one of many': property({ type: 'object', oneOf: many(20_000, (i) => ({ required: [`r${i}`] })) }),
    'many required': { type: 'object', required: many(60_000, (i) => `r${i}`) },
    'a long enumeration': property({ type: 'object', enum: many(60_000, (i) => i) }),
    'a large default': property({ type: 'object', default: members(30_000, (i) => [`k${i}`, {}]) }),
    'a default at every property': property({
      type: 'object',
      default: {},
      properties: members(10_000, (i) => [
        `p${i}`,
        { type: 'object', default: { a: 1 }, properties: { a: { type: 'integer' } } },
      ]),
    }),
    'defaults in defaults': nest(
      120,
      (a) => ({ type: 'object', default: {}, properties: { a, b: { type: 'object', default: { c: {} } } } }),
      { type: 'string' },
    ),
    'many rules': property({ type: 'object', 'x-kubernetes-validations': many(5000, () => ({ rule: 'true' })) }),
    'rules that cost much': property({
      type: 'object',
      'x-kubernetes-validations': many(300, () => ({
        rule: nest(4, (each) => `[1,2,3,4,5,6,7,8,9].all(x, ${each})`, 'true'),
      })),
    }),
    'messages that grow': property({
      type: 'object',
      'x-kubernetes-validations': [
        { rule: 'false', messageExpression: `${nest(30, (each) => `[${each}].map(x, x + x)[0]`, '"aaaa"')}` },
      ],
    }),
    'many patterns': {
      type: 'object',
      properties: {
        metadata: {
          type: 'object',
          properties: members(2000, (i) => [`p${i}`, { type: 'string', pattern: `^(a|b)*${i}$` }]),
        },
      },
    },
    'many list keys': property({
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': many(30_000, (i) => `k${i}`),
      items: { type: 'object' },
    }),
  }),
  'object of a schema': () => ({
    'a long list': [
      foo({ items: many(20_000, (i) => ({ name: `n${i}` })) }),
      foo({ items: many(20_000, (i) => ({ name: `n${i}` })) }),
    ],
    'one key over and over': [foo({ items: many(20_000, () => ({ name: 'a' })) }), foo({ items: [] })],
    'lists turned round': [
      foo({ items: many(10_000, (i) => ({ name: `n${i}` })) }),
      foo({ items: many(10_000, (i) => ({ name: `n${9999 - i}` })) }),
    ],
    'unknown fields': [foo(members(40_000, (i) => [`k${i}`, {}])), foo({})],
    'a deep unknown field': [foo({ free: deep(4000) }), foo({ free: deep(4000) })],
    'a large map': [
      foo({ map: members(40_000, (i) => [`k${i}`, i]) }),
      foo({ map: members(40_000, (i) => [`k${i}`, i + 1]) }),
    ],
    'wrong values': [foo({ map: members(40_000, (i) => [`k${i}`, 'x']) }), foo({})],
    'many labels': [{ ...foo({}), metadata: { name: 'a', labels: members(40_000, (i) => [`k${i}`, 'v']) } }, foo({})],
    'a long text': [foo({ kind: fill('a'), when: fill('1'), port: fill('9') }), foo({})],
  }),
  definition: () => ({
    'many versions': {
      spec: { ...crd({}).spec, versions: many(2000, (i) => ({ name: `v${i}`, served: true, storage: i === 0 })) },
    },
    'many properties': crd(
      property({ type: 'object', properties: members(20_000, (i) => [`p${i}`, { type: 'string', default: 'x' }]) }),
    ),
  }),
}
