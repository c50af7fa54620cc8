import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeUtf8 } from '../../../../src/internal/utf8.js'
import { isFieldsText } from '../../../../src/runtime/serializer/protobuf/fields-text.js'
import { rounds } from '../../../rounds.js'

/** Whether a text in the middle of others can wait. */
function canWait(text: string): boolean {
  const before = encodeUtf8('{"f:x":')
  const bytes = encodeUtf8(text)
  const around = encodeUtf8(`{"f:x":${text}}}},"f:y":{}}`)
  return isFieldsText(around, before.length, before.length + bytes.length)
}

const key = fc.oneof(
  fc.constantFrom('.', 'f:metadata', 'f:spec', 'v:"x"', 'k:{"name":"a\\\\b"}', 'k:{"uid":"1"}', 'constructor', 'f:'),
  fc.string({ minLength: 1 }),
)
const { fields } = fc.letrec<{ fields: Record<string, unknown> }>((tie) => ({
  fields: fc.dictionary(key, fc.oneof(fc.constant({}), tie('fields')), { maxKeys: 5, noNullPrototype: true }),
}))

describe('isFieldsText', () => {
  test.each([
    '{}',
    '{"f:metadata":{"f:labels":{".":{},"f:app":{}}},"f:spec":{"k:{\\"name\\":\\"a\\"}":{".":{}}}}',
    `${'{"f:a":'.repeat(100)}{}${'}'.repeat(100)}`,
  ])('knows what an API server writes: %s', (text) => {
    expect(canWait(text)).toBe(true)
  })

  test.each([
    ['{"a":{}}', true],
    ['{"z":{}}', true],
    ['{"`":{}}', false],
    ['{"{":{}}', false],
    ['{"f: ~":{}}', true],
    ['{"f:\u001f":{}}', false],
    ['{"f:\u007f":{}}', false],
    ['{"f:\u00e9":{}}', false],
  ])('keys begin with a small letter and are printable ASCII: %j', (text, expected) => {
    expect(canWait(text)).toBe(expected)
  })

  test('says yes only to what JSON.parse reads and JSON.stringify writes again', () => {
    let waiting = 0
    fc.assert(
      fc.property(
        fields,
        fc.nat(),
        fc.constantFrom('', '{', '}', '"', ',', ':', 'a', ' ', '{}'),
        (value, place, noise) => {
          const text = JSON.stringify(value)
          const at = place % (text.length + 1)
          for (const each of [text, text.slice(0, at) + noise + text.slice(at), text.slice(0, at)]) {
            if (!canWait(each)) continue
            waiting++
            // Only keys that repeat are not written again.
            if (JSON.stringify(JSON.parse(each)) !== each) expect(each).toMatch(/"([^"]+)":.*"\1":/)
          }
        },
      ),
      { numRuns: rounds(2000) },
    )
    expect(waiting).toBeGreaterThan(100)
  })

  test.each([
    '{"f:a":1}',
    '{"f:a": {}}',
    ' {}',
    '{} ',
    '{"f:\\u0041":{}}',
    '{"f:ä":{}}',
    '{"f:a":{}',
    '{"f:a"}',
    '{"f:a":{},}',
    '{"f:a":{}}}',
    '{"f:a":{},"f:b"}',
    '{"f:a":[]}',
    '{"1":{}}',
    '{"__proto__":{}}',
    '{"":{}}',
    '[]',
    '',
    `${'{"f:a":'.repeat(200)}{}${'}'.repeat(200)}`,
  ])('leaves %s to the general parser', (text) => {
    expect(canWait(text)).toBe(false)
  })
})
