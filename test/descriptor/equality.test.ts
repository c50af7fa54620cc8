import { expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { deepEqual } from '../../src/descriptor/deep-equal.js'
import type { StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'

const port = struct('v1.Port', () => [['port', 1, scalar('int32'), '']])
const node: StructDescriptor = struct('v1.Node', () => [
  ['name', 1, scalar('string'), '?'],
  ['replicas', 2, scalar('int32'), '*?'],
  ['ports', 3, list(port), '?'],
  ['limits', 4, map(scalar('quantity')), '?'],
  ['when', 5, scalar('time'), '?z'],
  ['data', 6, scalar('bytes'), '?'],
  ['main', 7, port, '?'],
  ['child', 8, node, '*?'],
  ['timeout', 9, scalar('duration'), '*?'],
])
const nothing = [undefined, null]
const proto = JSON.parse('{"__proto__":{}}') as object

/** A type, and values of it: those of one row equal each other, and none of another row. */
const classes: readonly (readonly [string, TypeDescriptor, readonly (readonly unknown[])[]])[] = [
  ['string', scalar('string'), [[...nothing, ''], ['a'], ['A'], ['0s'], ['2020-01-01T00:00:00Z'], [1n]]],
  ['bool', scalar('bool'), [[...nothing, false], [true]]],
  ['int32', scalar('int32'), [[...nothing, 0, 0n, -0], [1, 1n], [2], ['1']]],
  ['int64', scalar('int64'), [[...nothing, 0n], [1, 1n], [2 ** 53, 2n ** 53n], [2n ** 60n], [1.5], ['1'], [true]]],
  ['double', scalar('double'), [[...nothing, 0, -0], [1.5], [2]]],
  ['bytes', scalar('bytes'), [[...nothing, '', '\n'], ['YQ==', 'YR==', 'Y\nQ=='], ['Yg=='], ['YWI='], ['x'], ['y']]],
  [
    'time',
    scalar('time'),
    [
      [...nothing, '0001-01-01T00:00:00Z', '0001-01-01T01:00:00+01:00'],
      ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', '2020-01-01T00:00:00.0Z'],
      ...[['2020-01-01T00:00:01Z'], ['2020-01-01T00:00:00.5Z'], ['x'], ['y'], [5]],
    ],
  ],
  [
    'microTime',
    scalar('microTime'),
    [
      [...nothing, '0001-01-01T00:00:00.000000Z'],
      ['2020-01-01T00:00:00.123456Z', '2020-01-01T01:00:00.123456+01:00'],
      ...[['2020-01-01T00:00:00.123457Z'], ['2020-01-01T00:00:01.123456Z'], ['x'], ['y']],
    ],
  ],
  ['duration', scalar('duration'), [[...nothing, '0s', '0h', '0'], ['90s', '1m30s'], ['1h'], ['x'], ['y'], [5n]]],
  [
    'quantity',
    scalar('quantity'),
    [
      [...nothing, '0', 0, 0n, '0Ki', '-0'],
      ['500m', '0.5', 0.5],
      ['1', 1, 1n, '1000m'],
      [2n, '2'],
      ['x'],
      ['y'],
      [true],
    ],
  ],
  ['intOrString', scalar('intOrString'), [[...nothing, 0], [''], ['0'], [1], ['1']]],
  [
    'any',
    scalar('any'),
    [
      nothing,
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
        { a: 1n, b: 2n, c: undefined },
      ],
      ...[
        [{ a: 1 }],
        [{ a: 1, c: 2 }],
        [{ a: null }],
        [[1], [1n], [1, undefined]],
        [{ 0: 1 }],
        [[1, 2]],
        [[undefined, 1]],
        [1, 1n],
        [1.5],
        [2n ** 60n],
      ],
      ...[[0, 0n], [''], [false], ['1'], [proto], [{ x: {} }], [{}], [[]], [[null]]],
    ],
  ],
  ['rawExtension', scalar('rawExtension'), [nothing, [{}], [{ a: [1] }], [''], [0]]],
  [
    'list',
    list(port),
    [[...nothing, [], { 0: { port: 1 } }], [[{}], [null], [{ port: 0 }]], [[{ port: 1 }]], [[{ port: 1 }, {}]]],
  ],
  ['list of pointers', list(port, { pointerElements: true }), [[...nothing, []], [[{}], [{ port: 0 }]], [[null]]]],
  [
    'map',
    map(scalar('string')),
    [
      [...nothing, {}],
      [{ a: '' }, { a: null }],
      [
        { a: 'x', b: 'y' },
        { b: 'y', a: 'x' },
      ],
      ...[[{ a: 'x' }], [{ b: 'x' }], [{ a: 'x', b: 'z' }], [JSON.parse('{"__proto__":""}')], [{ b: '' }]],
    ],
  ],
  ['map of any', map(scalar('any')), [[...nothing, {}], [proto], [{ a: {} }], [{ toString: {} }]]],
  ['orBool', variant('orBool', port), [nothing, [true], [false], [{}, { port: 0 }], [{ port: 1 }]]],
  [
    'orArray',
    variant('orArray', port),
    [[...nothing, []], [{}, { port: 0 }], [[{}], [{ port: 0 }]], [{ port: 1 }], [[{ port: 1 }]], [{ 0: { port: 1 } }]],
  ],
  ['orStringArray', variant('orStringArray', port), [[...nothing, []], [['']], [['a']], [{}], [{ port: 1 }]]],
  [
    'struct',
    node,
    [
      [
        ...nothing,
        {},
        { name: '', ports: [], limits: {}, when: null, data: '' },
        { main: { port: 0 } },
        { main: null },
        { replicas: null },
        { child: null },
      ],
      [{ limits: { cpu: '0.5' } }, { limits: { cpu: '500m' } }],
      [{ limits: { cpu: null } }, { limits: { cpu: '0' } }],
      [{ child: { ports: null } }, { child: {} }],
      [{ timeout: '90s' }, { timeout: '1m30s' }],
      [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
      ...[[{ replicas: 0 }], [{ limits: { cpu: 'x' } }], [{ limits: { memory: '1' } }], [{ limits: { cpu: '1' } }]],
      ...[
        [{ child: { child: {} } }],
        [{ timeout: '0s' }],
        [{ unknown: 1 }],
        [proto],
        [{ when: '2020-01-01T00:00:00Z' }],
      ],
    ],
  ],
]

test.each(classes)('%s: values are equal that mean the same', (_, type, rows) => {
  const values = rows.flatMap((row, i) => row.map((value) => [i, value] as const))
  for (const [i, a] of values) {
    for (const [j, b] of values) expect([a, b, deepEqual(type, a, b)]).toEqual([a, b, i === j])
  }
})
