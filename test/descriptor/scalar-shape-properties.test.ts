import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAnyQuantity, isDurationText, isMicroTimeText, isTimeText } from '../../src/descriptor/scalar-shape.js'
import { isBase64Text } from '../../src/internal/base64-text.js'
import { canonicalQuantity } from '../../src/resource/quantity-json.js'
import { decodeBase64 } from '../../src/scalar/base64.js'
import { parseDuration } from '../../src/scalar/duration.js'
import { parseMicroTime } from '../../src/scalar/micro-time.js'
import { parseTime } from '../../src/scalar/time.js'
import { rounds } from '../rounds.js'

function takes(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts close to what a grammar accepts: its pieces in any order, and good examples with one change. */
function near(pieces: readonly string[], examples: readonly string[]): fc.Arbitrary<string> {
  const random = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
  const changed = fc
    .tuple(fc.constantFrom(...examples), fc.nat(40), fc.nat(2), fc.constantFrom(...pieces, ''))
    .map(([text, at, drop, piece]) => text.slice(0, at) + piece + text.slice(at + drop))
  return fc.oneof(random, changed, fc.constantFrom(...examples))
}

const digits = ['0', '1', '5', '9', '00', '24', '60', '29', '31']
const runs = rounds(20_000)

describe('the shape of a scalar says what its exact reader says', () => {
  test('quantities', () => {
    const pieces = [
      ...digits,
      '.',
      '+',
      '-',
      'e',
      'E',
      'k',
      'K',
      'm',
      'n',
      'u',
      'i',
      'M',
      'Gi',
      'Pi',
      'Ei',
      ' ',
      '\u00a0',
    ]
    const examples = [
      '0.5',
      '100n',
      '1e3',
      '1E-9',
      '12.5Gi',
      '.5',
      '-1',
      '+1u',
      '.',
      'k',
      'Ei',
      'e-10',
      '1e10001',
      '',
      '٣',
    ]
    fc.assert(
      fc.property(near(pieces, examples), (text) => {
        expect(isAnyQuantity(text), text).toBe(takes(canonicalQuantity, text))
      }),
      { numRuns: runs },
    )
    for (const text of ['9'.repeat(10_000), '9'.repeat(10_001), `1${'0'.repeat(9_997)}Ei`]) {
      expect(isAnyQuantity(text)).toBe(takes(canonicalQuantity, text))
    }
  })

  test('times', () => {
    const pieces = [...digits, '-', ':', '.', ',', 'T', 't', 'Z', 'z', '+', ' ', '.5', '+24:60', '-07:00', '\u0661']
    const examples = [
      '2024-02-29T23:59:59Z',
      '2023-02-29T00:00:00Z',
      '1900-02-28T00:00:00.123456Z',
      '2024-05-31T1:02:03,5+02:00',
      '2024-12-31T01:02:03.000001-24:60',
      '2024-12-31T01:02:03.+00001Z',
      '2024-12-31T01:02:03.-00000Z',
      '2024-12-31T01:02:03.-00001Z',
      '0001-01-01T00:00:00Z',
      '2024-05-00T00:00:00.5Z',
    ]
    fc.assert(
      fc.property(near(pieces, examples), (text) => {
        expect(isTimeText(text), text).toBe(takes(parseTime, text))
        expect(isMicroTimeText(text), text).toBe(takes(parseMicroTime, text))
      }),
      { numRuns: runs, examples: examples.map((text): [string] => [text]) },
    )
  })

  test('durations', () => {
    const pieces = [...digits, '.', '+', '-', 'h', 'm', 's', 'ms', 'us', '\u00b5s', '\u03bcs', 'ns', 'd', ' ']
    const examples = ['1h30m', '1.5s', '-2ms', '0', '.5h', '1.h', '9223372036854775807ns', '-9223372036854775808ns', '']
    fc.assert(
      fc.property(near(pieces, examples), (text) => {
        expect(isDurationText(text), text).toBe(takes(parseDuration, text))
      }),
      { numRuns: runs },
    )
  })

  test('base64', () => {
    const pieces = ['A', 'b', '9', '+', '/', '=', '==', '\n', '\r', '-', '_', 'QUJD', ' ', 'é']
    fc.assert(
      fc.property(near(pieces, ['QUJD', 'QUI=', 'QQ==', 'QQ=\n=\n', 'QR==', 'QQ', 'Q===']), (text) => {
        expect(isBase64Text(text), text).toBe(takes(decodeBase64, text))
      }),
      { numRuns: runs },
    )
  })
})
