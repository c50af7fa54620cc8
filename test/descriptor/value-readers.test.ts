import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDefaults } from '../../src/descriptor/apply-defaults.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { deepEqual } from '../../src/descriptor/deep-equal.js'
import { canonicalize, toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { StructDescriptor } from '../../src/descriptor/types.js'
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

describe('deepEqual', () => {
  test.each([
    [{}, { name: '', ports: [], limits: {}, when: null, data: '' }],
    [{ limits: { cpu: '0.5' } }, { limits: { cpu: '500m' } }],
    [{ when: '2020-01-01T00:00:00Z' }, { when: '2020-01-01T01:00:00+01:00' }],
    [{ data: 'YQ==' }, { data: 'YR==' }],
    [{}, { main: { port: 0 } }],
    [{ child: { ports: null } }, { child: {} }],
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    [{ timeout: '90s' }, { timeout: '1m30s' }],
  ])('%j equals %j', (a, b) => {
    expect(deepEqual(node, a, b)).toBe(true)
    expect(deepEqual(node, b, a)).toBe(true)
  })

  test.each([
    [{}, { replicas: 0 }],
    [{}, { backup: {} }],
    [{}, { child: {} }],
    [{ limits: { cpu: '1' } }, { limits: { memory: '1' } }],
    [{ ports: [{ port: 1 }] }, { ports: [{ port: 1 }, {}] }],
    [{ when: '2020-01-01T00:00:00Z' }, {}],
    [{ limits: { cpu: 'x' } }, { limits: { cpu: 'y' } }],
    [{}, { unknown: 1 }],
  ])('%j differs from %j', (a, b) => {
    expect(deepEqual(node, a, b)).toBe(false)
    expect(deepEqual(node, b, a)).toBe(false)
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
})

describe('zero values', () => {
  test('are what Go writes', () => {
    expect(zeroValue(node)).toEqual({ main: { port: 0 } })
    expect(zeroValue(scalar('quantity'))).toBe('0')
    expect(toCanonicalJSON(node, {})).toBe('{"main":{"port":0}}')
  })

  test('are recognised', () => {
    expect(isZero(node, { main: { port: 0, protocol: '' }, when: null })).toBe(true)
    expect(isZero(node, { replicas: 0 })).toBe(false)
    expect(isZero(scalar('duration'), '0s')).toBe(true)
  })
})

test('canonicalize changes nothing in place and is idempotent', () => {
  const value = Object.freeze({ limits: Object.freeze({ b: '1.5', a: '1' }), name: 'n', gone: undefined as never })
  const once = canonicalize(node, value)
  expect(JSON.stringify(once)).toBe('{"name":"n","limits":{"a":"1","b":"1500m"},"main":{"port":0}}')
  expect(canonicalize(node, once)).toBe(once)
})

test('canonicalize says what is wrong', () => {
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

test('walk visits parents first, with paths, and leaves out what the visitor does not want', () => {
  const paths: string[] = []
  walk(node, { ports: [{ port: 1 }], child: { name: 'x' }, limits: { cpu: '1' }, unknown: {} }, ({ path }) => {
    paths.push(path)
    return path === 'child' ? false : undefined
  })
  expect(paths).toEqual(['', 'ports', 'ports[0]', 'ports[0].port', 'child', 'limits', 'limits.cpu'])
})
