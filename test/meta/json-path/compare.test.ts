import { describe, expect, test } from 'vitest'
import { JSONPath } from '../../../src/meta/index.js'
import { thrown } from '../../thrown.js'

const execute = (path: string, data: object): string => JSONPath.parse(path).execute(data)
const operators = ['<', '<=', '==', '!=', '>=', '>'] as const
/** The result of each operator for values that are less, equal and greater. */
const orders = { less: 'yy-y--', equal: '-yy-y-', greater: '---yyy' } as const

const big = 9007199254740993n

describe('filters compare values of one kind', () => {
  test.each<[unknown, unknown, keyof typeof orders]>([
    [1, 2, 'less'],
    [2, 2, 'equal'],
    [3, 2, 'greater'],
    [-1, 1, 'less'],
    [big, big, 'equal'],
    [big, big + 1n, 'less'],
    [big, 5, 'greater'],
    [1.25, 1.5, 'less'],
    [1.5, 1.5, 'equal'],
    [2.5, 1.5, 'greater'],
    ['a', 'b', 'less'],
    ['b', 'b', 'equal'],
    ['b', 'a', 'greater'],
    ['\uffff', '\u{10000}', 'less'],
  ])('%s and %s: %s', (x, y, order) => {
    const said = operators.map((operator) => execute(`{.l[?(@.x${operator}@.y)].n}`, { l: [{ x, y, n: 'y' }] }) || '-')
    expect(said.join('')).toBe(orders[order])
  })

  test('booleans are equal or not, and in no order', () => {
    const data = (x: boolean, y: boolean) => ({ l: [{ x, y, n: 'y' }] })
    expect(execute('{.l[?(@.x==@.y)].n}', data(true, true))).toBe('y')
    expect(execute('{.l[?(@.x==@.y)].n}', data(true, false))).toBe('')
    expect(execute('{.l[?(@.x!=@.y)].n}', data(true, false))).toBe('y')
    for (const operator of ['<', '<=', '>', '>='])
      expect(thrown(() => execute(`{.l[?(@.x${operator}@.y)].n}`, data(true, true))).message).toBe(
        'invalid type for comparison',
      )
  })

  test.each([
    [1, 'a'],
    [1, 1.5],
    [true, 1],
    ['1', 1],
  ])('%j and %j are of different kinds', (x, y) => {
    const error = thrown(() => execute('{.l[?(@.x==@.y)].n}', { l: [{ x, y }] }))
    expect(error.message).toBe('incompatible types for comparison')
  })

  test.each([[[]], [{}], [null]])('%j does not compare', (x) => {
    const error = thrown(() => execute('{.l[?(@.x==@.y)].n}', { l: [{ x, y: 1 }] }))
    expect(error.message).toBe('invalid type for comparison')
  })

  test('a number written with a fraction is not an integer', () => {
    expect(thrown(() => execute('{.l[?(@.x==1.0)].n}', { l: [{ x: 1 }] })).message).toBe(
      'incompatible types for comparison',
    )
    expect(execute('{.l[?(@.x==1)].n}', { l: [{ x: 1, n: 'y' }] })).toBe('y')
  })
})

describe('slices', () => {
  const data = { l: [0, 1, 2, 3, 4] }

  test.each([
    ['[0:2]', '0 1'],
    ['[:2]', '0 1'],
    ['[3:]', '3 4'],
    ['[:]', '0 1 2 3 4'],
    ['[-2:]', '3 4'],
    ['[:-1]', '0 1 2 3'],
    ['[-3:-1]', '2 3'],
    ['[0:5]', '0 1 2 3 4'],
    ['[0:5:2]', '0 2 4'],
    ['[1:4:3]', '1'],
    ['[2:2]', ''],
    ['[0:0]', ''],
    ['[4]', '4'],
    ['[-1]', '4'],
    ['[-5]', '0'],
  ])('%s is %j', (slice, expected) => {
    expect(execute(`{.l${slice}}`, data)).toBe(expected)
  })

  test.each([
    ['[5]', 'array index out of bounds: index 5, length 5'],
    ['[-6]', 'array index out of bounds: index -1, length 5'],
    ['[0:6]', 'array index out of bounds: index 5, length 5'],
    ['[0:-6]', 'array index out of bounds: index -2, length 5'],
    ['[3:1]', 'starting index 3 is greater than ending index 1'],
    ['[0:2:0]', 'step must be > 0'],
    ['[0:2:-1]', 'step must be > 0'],
  ])('%s is refused', (slice, message) => {
    expect(thrown(() => execute(`{.l${slice}}`, data)).message).toBe(message)
  })
})
