import { describe, expect, test } from 'vitest'
import { applyDefaults } from '../../src/descriptor/apply-defaults.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { deepEqual } from '../../src/descriptor/deep-equal.js'
import { walk } from '../../src/descriptor/walk.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'

const any = scalar('any')
const tree = struct('Tree', () => [
  ['child', 1, tree, '*?'],
  ['labels', 2, map(scalar('string')), '?'],
  ['trees', 3, list(tree), '?'],
  ['size', 4, scalar('int32'), '?', { default: 1 }],
])

function nested(depth: number): object {
  let value = {}
  for (let i = 0; i < depth; i++) value = { child: value }
  return value
}

const endless: Record<string, unknown> = { x: [1] }
endless.self = { again: [endless] }

const tooDeep = expect.objectContaining({ code: 'TooDeep' })

describe('values nested deeper than the stack', () => {
  test.each([
    ['deepEqual', () => deepEqual(tree, nested(100_000), nested(100_000))],
    ['deepEqual, untyped', () => deepEqual(any, nested(100_000), nested(100_000))],
    ['walk', () => walk(tree, nested(100_000), () => undefined)],
    ['applyDefaults', () => applyDefaults(tree, nested(100_000))],
  ])('%s says so', (_, run) => {
    expect(run).toThrow(tooDeep)
  })

  test('are copied and written', () => {
    const value = nested(50_000)
    expect(stringifyJSON(deepCopy(value))).toBe(stringifyJSON(value))
  })
})

describe('values that hold themselves', () => {
  test('are copied with their parents', () => {
    const copy = deepCopy(endless) as { self: { again: [unknown] }; x: number[] }
    expect(copy.self.again[0]).toBe(copy)
    expect(copy).not.toBe(endless)
    expect(copy.x).not.toBe(endless.x)
  })

  test('cannot be written', () => {
    expect(() => stringifyJSON(endless)).toThrow(expect.objectContaining({ code: 'UnsupportedValue' }))
  })
})
