import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDefaults } from '../../src/descriptor/apply-defaults.js'
import { type FieldTuple, list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { goTypeName } from '../../src/descriptor/go-type-name.js'
import { canonicalize, toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { JSONValue, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import { walk } from '../../src/descriptor/walk.js'
import { isZero, zeroValue } from '../../src/descriptor/zero-value.js'

const port: StructDescriptor = struct('v1.Port', () => [
  ['port', 1, scalar('int32'), ''],
  ['protocol', 2, scalar('string'), '?', { default: 'TCP' }],
])
const node: StructDescriptor = struct('v1.Node', () => [
  ['name', 1, scalar('string'), '?'],
  ['replicas', 2, scalar('int32'), '*?', { default: 1 }],
  ['ports', 3, list(port), '?'],
  ['limits', 4, map(scalar('quantity')), '?'],
  ['when', 5, scalar('time'), '?z'],
  ['data', 6, scalar('bytes'), '?'],
  ['main', 7, port, '?'],
  ['backup', 8, port, '*?'],
  ['child', 9, node, '*?'],
  ['children', 10, map(node), '?'],
  ['template', 11, scalar('any'), '?', { default: { a: [1] } }],
  ['timeout', 12, scalar('duration'), '*?'],
])

describe('deepCopy', () => {
  test('copies any JSON, sharing nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = deepCopy(value)
        expect(copy).toEqual(value)
        if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value)
      }),
    )
  })

  test('keeps classes, __proto__ keys, bigint, undefined and bytes', () => {
    class Kind {
      spec = { a: 1n, b: undefined }
      raw = Uint8Array.of(1)
    }
    const value = new Kind()
    const copy = deepCopy(value)
    expect(copy).toBeInstanceOf(Kind)
    expect(copy).toEqual(value)
    expect(copy.spec).not.toBe(value.spec)
    expect(copy.raw).not.toBe(value.raw)
    const odd = JSON.parse('{"a":{"__proto__":{"x":1}}}')
    expect(JSON.stringify(deepCopy(odd))).toBe('{"a":{"__proto__":{"x":1}}}')
    expect(Object.getPrototypeOf(deepCopy(odd).a)).toBe(Object.prototype)
  })

  test('has no limit of depth', () => {
    let value: unknown[] = []
    for (let i = 0; i < 100_000; i++) value = [value]
    let copy: unknown = deepCopy(value)
    let depth = 0
    for (; Array.isArray(copy) && copy.length > 0; copy = copy[0]) depth++
    expect(depth).toBe(100_000)
  })
})

describe('applyDefaults', () => {
  test('fills absent and null fields at every depth, each with a value of its own', () => {
    const value: Record<string, unknown> = {
      replicas: null,
      ports: [{ port: 1 }, { port: 2, protocol: 'UDP' }],
      child: {},
      children: { a: { replicas: 0 } },
    }
    applyDefaults(node, value)
    const filled = { main: { protocol: 'TCP' }, template: { a: [1] } }
    expect(value).toEqual({
      replicas: 1,
      ports: [
        { port: 1, protocol: 'TCP' },
        { port: 2, protocol: 'UDP' },
      ],
      child: { replicas: 1, ...filled },
      children: { a: { replicas: 0, ...filled } },
      ...filled,
    })
    expect(value.template).not.toBe((value.child as { template: unknown }).template)
  })

  const inner = struct('v1.Inner', () => [
    ['size', 1, scalar('int32'), '?', { default: 5 }],
    ['unit', 2, scalar('string'), '?'],
  ])
  const outer = struct('v1.Outer', () => [
    ['list', 1, list(inner), '?'],
    ['pointers', 2, list(inner, { pointerElements: true }), '?'],
    ['map', 3, map(inner), '?'],
    ['lists', 4, map(list(inner)), '?'],
    ['schema', 5, variant('orArray', inner), '*?'],
    ['bool', 6, variant('orBool', inner), '*?'],
    ['given', 7, inner, '?', { default: { unit: 'm' } }],
    ['plain', 8, port, '*?'],
    ['any', 9, scalar('any'), '?'],
    ['names', 10, list(scalar('string')), '?', { default: ['a'] }],
  ])
  const always = { given: { unit: 'm', size: 5 }, names: ['a'] }

  test.each<[what: string, value: object, filled: object]>([
    ['null among structs', { list: [null, {}] }, { list: [{ size: 5 }, { size: 5 }] }],
    ['null among pointers stays', { pointers: [null, {}] }, { pointers: [null, { size: 5 }] }],
    ['null in a map of structs', { map: { a: null, b: { size: 1 } } }, { map: { a: { size: 5 }, b: { size: 1 } } }],
    ['lists in maps', { lists: { a: [{}], b: null } }, { lists: { a: [{ size: 5 }], b: null } }],
    ['schemas', { schema: {}, bool: {} }, { schema: { size: 5 }, bool: { size: 5 } }],
    ['lists of schemas', { schema: [{}, null] }, { schema: [{ size: 5 }, { size: 5 }] }],
    ['a boolean in place of a schema', { bool: true }, { bool: true }],
    ['a default that has defaults', { given: null }, {}],
    ['a struct that is given', { given: {} }, { given: { size: 5 } }],
    ['a pointer that is absent stays so', { plain: null }, { plain: null }],
    ['untyped values', { any: { size: null } }, { any: { size: null } }],
    ['an empty list is given', { names: [] }, { names: [] }],
    ['a value of another type', { list: 'x', map: [{}] }, { list: 'x', map: [{ size: 5 }] }],
  ])('%s', (_, value, filled) => {
    applyDefaults(outer, value)
    expect(value).toEqual({ ...always, ...filled })
  })

  test('fills no member of Object.prototype', () => {
    const odd = struct('v1.Odd', () => [['constructor', 1, scalar('string'), '?', { default: 'x' }]])
    const value = {}
    applyDefaults(odd, value)
    expect(value).toEqual({ constructor: 'x' })
  })

  test.each([null, undefined, 5, 'x'])('leaves %s alone', (value) => {
    expect(() => applyDefaults(outer, value)).not.toThrow()
  })
})

const variants = ['orBool', 'orArray', 'orStringArray'] as const

describe('zero values', () => {
  test.each<[TypeDescriptor, JSONValue, zeros: unknown[], others: unknown[]]>([
    [scalar('string'), '', ['', null, undefined], ['a', '0', '0s']],
    [scalar('bool'), false, [false, null], [true]],
    [scalar('int32'), 0, [0, 0n, -0], [1, 1n, '0']],
    [scalar('double'), 0, [0], [0.5]],
    [scalar('bytes'), null, ['', null], ['QQ==']],
    [scalar('time'), null, [null, undefined], ['2020-01-01T00:00:00Z', '0s', '0']],
    [scalar('microTime'), null, [null], ['2020-01-01T00:00:00.000000Z']],
    [scalar('duration'), '0s', ['0s', null], ['1s', '0']],
    [scalar('quantity'), '0', ['0', null, 0], ['1', '0s']],
    [scalar('intOrString'), 0, [0, null], ['', '0', 1]],
    [scalar('any'), null, [null, undefined], ['', 0, false, [], {}]],
    [scalar('rawExtension'), null, [null], ['', {}, []]],
    [list(port), null, [[], null], [[null], [{}]]],
    [map(port), null, [{}, null], [{ a: {} }]],
    [variant('orBool', port), false, [false, null], [true, {}]],
    [variant('orArray', port), null, [null, []], [{}, [{}]]],
    [port, { port: 0 }, [{}, { port: 0, protocol: '' }, { port: null, x: undefined }], [{ port: 1 }, { x: null }]],
    [
      node,
      { main: { port: 0 } },
      [{ main: {}, when: null, data: '', replicas: null, child: undefined }],
      [{ replicas: 0 }, { child: {} }, { main: { port: 2 } }],
    ],
  ])('%j', (...[type, zero, zeros, others]) => {
    expect(zeroValue(type)).toEqual(zero)
    for (const value of zeros) expect([value, isZero(type, value)]).toEqual([value, true])
    for (const value of others) expect([value, isZero(type, value)]).toEqual([value, false])
  })

  test('are written as in Go', () => {
    expect(toCanonicalJSON(node, {})).toBe('{"main":{"port":0}}')
    const kinds = struct('v1.Kinds', () => variants.map((shape, i): FieldTuple => [shape, i + 1, variant(shape, port)]))
    expect(toCanonicalJSON(kinds, {})).toBe('{"orBool":false,"orArray":null,"orStringArray":null}')
  })

  test('are created again', () => {
    expect(zeroValue(node)).not.toBe(zeroValue(node))
  })
})

test('canonicalize changes nothing in place and is idempotent', () => {
  const value = Object.freeze({ limits: Object.freeze({ b: '1.5', a: '1' }), name: 'n', gone: undefined as never })
  const once = canonicalize(node, value)
  expect(JSON.stringify(once)).toBe('{"name":"n","limits":{"a":"1","b":"1500m"},"main":{"port":0}}')
  expect(canonicalize(node, once)).toBe(once)
})

test('canonicalize keeps numbers without a type as they are', () => {
  const value = { main: { port: 0 }, template: { a: 2 ** 60 } }
  expect(canonicalize(node, value)).toBe(value)
})

test('canonicalize reports errors', () => {
  expect(() => canonicalize(node, { ports: [{ port: 'x' }] })).toThrowError(
    expect.objectContaining({ path: 'ports[0].port', code: 'InvalidType' }),
  )
})

test('pretty output is what JSON.stringify would indent', () => {
  const value = { name: '<', children: { 10: {}, 9: {} } }
  const compact = toCanonicalJSON(node, value)
  expect(compact).toBe(
    '{"name":"\\u003c","main":{"port":0},"children":{"10":{"main":{"port":0}},"9":{"main":{"port":0}}}}',
  )
  expect(toCanonicalJSON(node, value, { pretty: true }).replace(/\n */g, '').replaceAll('": ', '":')).toBe(compact)
})

describe('walk', () => {
  const schema: StructDescriptor = struct('v1.Schema', () => [
    ['node', 1, node, '*?'],
    ['schema', 2, variant('orArray', port), '?'],
    ['open', 3, variant('orBool', port), '?'],
    ['any', 4, scalar('any'), '?'],
    ['lists', 5, list(list(port)), '?'],
  ])

  test('visits parents first, with paths, types and fields, and leaves out what the visitor does not want', () => {
    const steps: string[] = []
    const value = { ports: [{ port: 1 }], child: { name: 'x' }, limits: { cpu: '1' }, unknown: {}, name: undefined }
    walk(node, value as never, ({ path, type, property, value: member }) => {
      steps.push(`${path} ${goTypeName(type)} ${property?.name ?? '-'} ${JSON.stringify(member).slice(0, 9)}`)
      return path === 'child' ? false : undefined
    })
    expect(steps).toEqual([
      ' v1.Node - {"ports":',
      'ports []v1.Port ports [{"port":',
      'ports[0] v1.Port - {"port":1',
      'ports[0].port int32 port 1',
      'child v1.Node child {"name":"',
      'limits map[string]resource.Quantity limits {"cpu":"1',
      'limits.cpu resource.Quantity - "1"',
    ])
  })

  test.each([
    [{ schema: { port: 1 } }, ['', 'schema', 'schema.port']],
    [{ schema: [{ port: 1 }, {}] }, ['', 'schema', 'schema[0]', 'schema[0].port', 'schema[1]']],
    [{ open: true }, ['', 'open']],
    [{ open: { port: 1 } }, ['', 'open', 'open.port']],
    [{ any: { a: [1] } }, ['', 'any']],
    [{ any: [1] }, ['', 'any']],
    [{ lists: [[{}], []] }, ['', 'lists', 'lists[0]', 'lists[0][0]', 'lists[1]']],
    [{ lists: { a: 1 }, node: null }, ['', 'lists', 'node']],
    [{ node: { limits: { 'a.b/c': '1' } } }, ['', 'node', 'node.limits', 'node.limits.a.b/c']],
    [null, ['']],
  ])('visits in %j', (value, wanted) => {
    const paths: string[] = []
    walk(schema, value, ({ path }) => {
      paths.push(path)
      return true
    })
    expect(paths).toEqual(wanted)
  })
})
