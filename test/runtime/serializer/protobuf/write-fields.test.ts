import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JSONValue } from '../../../../src/json/json-value.js'
import { WireWriter } from '../../../../src/runtime/serializer/protobuf/wire-writer.js'
import { writeFields } from '../../../../src/runtime/serializer/protobuf/write-fields.js'

const keys = fc.oneof(fc.string(), fc.constantFrom('f:a', 'k:{"name":"b"}', '.', 'v:"\\\\"', '7'))
const fieldSets = fc.array(fc.array(keys, { maxLength: 4 }), { maxLength: 6 }).map((paths) => {
  const set: Record<string, unknown> = Object.create(Object.prototype)
  for (const path of paths) {
    let at = set
    for (const key of path) {
      if (!Object.hasOwn(at, key)) Object.defineProperty(at, key, { value: {}, enumerable: true, configurable: true })
      at = at[key] as Record<string, unknown>
    }
  }
  return set
})

function write(value: unknown): string | undefined {
  const writer = new WireWriter()
  writer.string('behind')
  return writeFields(writer, value as JSONValue) ? Buffer.from(writer.finish()).toString('utf8') : undefined
}

test('field sets are written as JSON.stringify writes them, or not at all', () => {
  fc.assert(
    fc.property(fieldSets, (set) => {
      const text = JSON.stringify(set)
      const plain = /^[ -~]*$/.test(text) && !/\\[^"\\]/.test(text.replace(/\\\\/g, ''))
      if (plain) expect(write(set)).toBe(`${text}\u0006behind`)
      else expect([`${text}\u0006behind`, undefined]).toContain(write(set))
    }),
  )
})

test.each([null, 'f:a', [{}], { a: 1 }, { a: undefined }, { a: [] }, new Date(0), { ü: {} }, { 'a\n': {} }])(
  'leaves %j to the general writer',
  (value) => {
    expect(write(value)).toBeUndefined()
  },
)

test('leaves nothing of a write that failed', () => {
  const writer = new WireWriter()
  writer.string('behind')
  expect(writeFields(writer, { a: {}, b: { c: 1 }, d: {} })).toBe(false)
  expect(Buffer.from(writer.finish()).toString()).toBe('\u0006behind')
})

test('deep nesting is left to the general writer', () => {
  let value: JSONValue = {}
  for (let i = 0; i < 20_000; i++) value = { a: value }
  expect(write(value)).toBeUndefined()
})
