import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayRound } from '../../src/json/may-round.js'
import { parseJSON } from '../../src/json/parse-json.js'

describe('mayRound', () => {
  test.each(['9007199254740993', '-9007199254740993', '1e400', '[1E+999]', '{"a": 12e1000 }', `1${'0'.repeat(400)}.5`])(
    'sees that JSON.parse would not keep %s',
    (text) => expect(mayRound(text)).toBe(true),
  )

  test.each([
    '{"uid":"4e153d2a-6e12-4153-9e77-1e1234567890"}',
    '"registry.example.com/web@sha256:4e1537e12345678e99912345678901234567890123456789012345678901234f"',
    '[1.5e10, 0.25, 123456789012345]',
  ])('takes no text for a number: %s', (text) => expect(mayRound(text)).toBe(false))

  test('says nothing against a text only when JSON.parse keeps every number finite and every integer exact', () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,24})$/)
    const exponent = fc.integer({ min: 0, max: 1200 })
    fc.assert(
      fc.property(digits, fc.option(exponent), fc.boolean(), (whole, power, fraction) => {
        const number = whole + (fraction ? '.5' : '') + (power === null ? '' : `e${power}`)
        const text = `{"padding":"${whole}","value":${number}}`
        if (mayRound(text)) return
        const value = (JSON.parse(text) as { value: number }).value
        expect(Number.isFinite(value)).toBe(true)
        if (power === null && !fraction) expect(BigInt(value)).toBe(BigInt(number))
      }),
    )
  })
})

test('a number beyond float64 is refused whatever its shape', () => {
  for (const text of ['1e400', '-1E+400', `${'9'.repeat(400)}.5`, `${'9'.repeat(250)}.5e99`]) {
    expect(() => parseJSON(text), text.slice(0, 20)).toThrowError(expect.objectContaining({ code: 'NumberOutOfRange' }))
  }
})
