import { expect, it } from 'vitest'
import { deepCopy } from '../../src/descriptor/deep-copy.js'
import { canonicalize } from '../../src/descriptor/to-canonical-json.js'

const count = 3000
const members = (value: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":${value(index)}`).join(',')

it.each([
  ['texts', (index: number) => `"v${index}"`],
  ['objects', (index: number) => `{"a":[${index},{"b":null}]}`],
  ['lists', (index: number) => `[${index},[]]`],
])('copies a map of thousands of %s with all names, in their order, and shares nothing', (_form, value) => {
  const source = JSON.parse(`{"__proto__":{"polluted":1},"9":1,${members(value)}}`) as Record<string, unknown>
  const copy = deepCopy(source)
  expect(Object.keys(copy)).toEqual(Object.keys(source))
  expect(JSON.stringify(copy)).toBe(JSON.stringify(source))
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect((copy as { polluted?: number }).polluted).toBeUndefined()
  for (const name of Object.keys(source)) {
    const member = source[name]
    if (typeof member === 'object')
      expect(Object.is(Object.getOwnPropertyDescriptor(copy, name)?.value, member)).toBe(false)
  }
})

it('keeps every member of a map with thousands of names, and sorts what is no integer', () => {
  const type = { kind: 'map', value: { kind: 'string' }, pointerValues: false } as const
  const texts = JSON.parse(`{${members(() => '"x"')},"10":"a","9":"b","9a":"c","-1":"d"}`) as Record<string, string>
  const canonical = canonicalize(type, texts) as Record<string, string>
  expect(Object.keys(canonical).length).toBe(count + 4)
  expect(Object.entries(canonical).sort()).toEqual(Object.entries(texts).sort())
  const named = Object.keys(canonical).filter((name) => !/^\d+$/.test(name))
  expect(named).toEqual([...named].sort())
})
