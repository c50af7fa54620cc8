import { expect, test } from 'vitest'
import { Pod } from '../../src/api/core/v1/types.gen.js'
import { withMembers, withoutMembers } from '../../src/runtime/objects/shallow-copy.js'

const pod = new Pod({ metadata: { name: 'p' }, spec: { containers: [] } })

test('a copy is of the same class and shares what is below', () => {
  const copy = withMembers(pod, { status: { phase: 'Running' } })
  expect(copy).toBeInstanceOf(Pod)
  expect(copy.spec).toBe(pod.spec)
  expect(copy.status).toEqual({ phase: 'Running' })
  expect(pod.status).toBeUndefined()
})

test('members that are replaced stay where they are', () => {
  expect(Object.keys(withMembers({ a: 1, b: 2 }, { a: 3 }))).toEqual(['a', 'b'])
})

test('members are left out', () => {
  const copy = withoutMembers(pod, 'spec', 'kind')
  expect(copy).toBeInstanceOf(Pod)
  expect(Object.keys(copy)).toEqual(Object.keys(pod).filter((name) => name !== 'spec' && name !== 'kind'))
})

test('a member named __proto__ is one like any other', () => {
  const odd = JSON.parse('{"a":1,"__proto__":{"b":2}}') as object
  const copies = [
    withoutMembers(odd, 'a'),
    withMembers(odd, JSON.parse('{"__proto__":3}') as object as Record<string, unknown>),
  ]
  for (const copy of copies) expect(Object.hasOwn(copy, '__proto__')).toBe(true)
  expect(Object.getPrototypeOf(copies[0])).toBe(Object.prototype)
})
