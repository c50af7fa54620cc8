import { describe, expect, it } from 'vitest'
import { refuseCycle } from '../../src/json/contains-itself.js'

describe('refuseCycle', () => {
  it('refuses a value that holds itself, directly or far below', () => {
    const list: unknown[] = []
    list.push(list)
    const deep: Record<string, unknown> = { first: {} }
    deep.second = { inside: [{ again: deep }] }
    for (const value of [list, deep, { outer: list }]) {
      expect(() => refuseCycle(value)).toThrow('json: unsupported value: encountered a cycle')
    }
  })

  it('accepts the same part in several places, and empty values', () => {
    const shared = { a: [1] }
    for (const value of [{ a: shared, b: shared, c: [shared, { shared }] }, null, 1, 'x', undefined]) {
      expect(() => refuseCycle(value)).not.toThrow()
    }
  })
})
