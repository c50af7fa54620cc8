import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasLongInteger } from '../../src/json/has-long-integer.js'
import { parseJSON } from '../../src/json/parse-json.js'

test.each(['9007199254740993', '-9007199254740993', `1${'0'.repeat(400)}.5`])('sees that %s is long', (text) => {
  expect(hasLongInteger(text)).toBe(true)
})

test.each([
  '{"uid":"4e153d2a-6e12-4153-9e77-1e1234567890"}',
  '"registry.example.com/web@sha256:4e1537e12345678e99912345678901234567890123456789012345678901234f"',
  '[1.5e10, 0.25, 123456789012345]',
])('takes no text for a number: %s', (text) => expect(hasLongInteger(text)).toBe(false))

test('no integer without a long one is rounded', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/), (whole) => {
      const text = `{"padding":"${whole}","value":${whole}}`
      if (hasLongInteger(text)) return
      expect(BigInt((JSON.parse(text) as { value: number }).value)).toBe(BigInt(whole))
    }),
  )
})

test('a number beyond float64 is rejected in any notation', () => {
  for (const text of ['1e400', '-1E+400', `${'9'.repeat(400)}.5`, `${'9'.repeat(250)}.5e99`]) {
    expect(() => parseJSON(text), text.slice(0, 20)).toThrowError(expect.objectContaining({ code: 'NumberOutOfRange' }))
  }
})
