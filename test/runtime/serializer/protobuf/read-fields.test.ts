import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeUtf8 } from '../../../../src/internal/utf8.js'
import { readFields } from '../../../../src/runtime/serializer/protobuf/read-fields.js'
import { WireReader } from '../../../../src/runtime/serializer/protobuf/wire-reader.js'

function read(text: string): unknown {
  const bytes = encodeUtf8(`!${text}!`)
  return readFields(new WireReader(bytes), 1, bytes.length - 1)
}

const key = fc.oneof(
  fc.constantFrom('.', 'f:metadata', 'f:spec', 'v:"x"', 'k:{"name":"a\\\\b"}', 'k:{"uid":"1"}', 'constructor', 'f:'),
  fc.string({ minLength: 1 }),
)
const { fields } = fc.letrec<{ fields: Record<string, unknown> }>((tie) => ({
  fields: fc.dictionary(key, fc.oneof(fc.constant({}), tie('fields')), { maxKeys: 5, noNullPrototype: true }),
}))

describe('readFields', () => {
  test('reads what an API server writes', () => {
    const text = '{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"k:{\\"name\\":\\"a\\"}":{".":{}}}}'
    expect(read(text)).toEqual(JSON.parse(text))
    expect(JSON.stringify(read(text))).toBe(text)
  })

  test('reads as JSON.parse does, or leaves the text to the general parser', () => {
    fc.assert(
      fc.property(fields, (value) => {
        const text = JSON.stringify(value)
        const result = read(text)
        if (result !== undefined) expect(JSON.stringify(result)).toBe(text)
      }),
    )
  })

  test.each([
    '{"f:a":{},"f:a":{}}',
    '{"f:a":1}',
    '{"f:a": {}}',
    ' {}',
    '{} ',
    '{"f:\\u0041":{}}',
    '{"f:ä":{}}',
    '{"f:a":{}',
    '{"f:a"}',
    '{"f:a":{},}',
    '{"1":{}}',
    '{"__proto__":{}}',
    '{"constructor":{}}',
    '{"":{}}',
    '[]',
    '',
    `${'{"f:a":'.repeat(200)}{}${'}'.repeat(200)}`,
  ])('leaves %s to the general parser', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('objects read are independent of each other', () => {
    const changed = read('{"f:a":{}}') as { 'f:a': { changed?: boolean } }
    const other = read('{"f:a":{}}')
    changed['f:a'].changed = true
    expect(other).toEqual({ 'f:a': {} })
  })
})
