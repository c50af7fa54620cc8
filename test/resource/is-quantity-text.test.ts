import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantityFromJSON } from '../../src/resource/index.js'
import { isQuantityText, maxQuantityDigits } from '../../src/resource/is-quantity-text.js'
import { rounds } from '../rounds.js'

/** The result of the parser, which computes the quantity. */
function parses(text: string): boolean {
  try {
    quantityFromJSON(text)
    return true
  } catch {
    return false
  }
}

const units = [
  '',
  'n',
  'u',
  'm',
  'k',
  'M',
  'G',
  'T',
  'P',
  'E',
  'Ki',
  'Mi',
  'Gi',
  'Ti',
  'Pi',
  'Ei',
  'e3',
  'E-3',
  'e+9',
  'e-9',
  'e-10',
  'E',
]
const others = ['ki', 'mi', 'K', 'i', 'ni', 'e', 'e+', 'Eie', 'e1.5', ' Ki', 'KiB', 'x']
const digits = ['', '0', '1', '007', '12.', '.5', '1.5', '.', '1..2', '1.2.3']

describe('isQuantityText', () => {
  it('agrees with the parser on every form of sign, digits and unit', () => {
    for (const sign of ['', '+', '-', '--']) {
      for (const number of digits) {
        for (const unit of [...units, ...others]) {
          const text = `${sign}${number}${unit}`
          expect([text, isQuantityText(text)]).toEqual([text, parses(text)])
        }
      }
    }
  })

  it('agrees with the parser on texts at random', () => {
    const near = fc.stringMatching(/^[ +-]?[0-9]{0,20}\.?[0-9]{0,20}(Ki|Ei|[numkMGTPE]|[eE][+-]?[0-9]{1,3})? ?$/)
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), (text) => isQuantityText(text) === parses(text)),
      { numRuns: rounds(2000) },
    )
  })

  it('agrees with the parser on limits of size', () => {
    const least = '1'.repeat(maxQuantityDigits)
    for (const text of [
      least,
      `${least}1`,
      `1e${maxQuantityDigits}`,
      `1e${maxQuantityDigits + 1}`,
      `1e-${maxQuantityDigits}`,
      `1e-${maxQuantityDigits + 1}`,
    ]) {
      expect([text.slice(0, 12), text.length, isQuantityText(text)]).toEqual([
        text.slice(0, 12),
        text.length,
        parses(text),
      ])
    }
  })
})
