import { describe, expect, test } from 'vitest'
import { compareKeys } from '../../../../src/runtime/serializer/yaml/key-order.js'

describe('compareKeys', () => {
  test.each([
    [
      ['a10', 'a9', 'a1'],
      ['a1', 'a9', 'a10'],
    ],
    [
      ['b', 'a-b', 'a.b', 'a', 'B'],
      ['B', 'a', 'a-b', 'a.b', 'b'],
    ],
    [
      ['1', '01', '001', '10', '2'],
      ['1', '01', '001', '2', '10'],
    ],
    [
      ['x100', 'x1000', 'x10'],
      ['x10', 'x100', 'x1000'],
    ],
    [
      ['é', 'z', '_', '中'],
      ['_', 'z', 'é', '中'],
    ],
    [
      ['😀', '\uffee'],
      ['\uffee', '😀'],
    ],
  ])('orders %j', (keys, ordered) => {
    expect([...keys].sort(compareKeys)).toEqual(ordered)
  })
})
