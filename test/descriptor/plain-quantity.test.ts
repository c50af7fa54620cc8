import { describe, expect, test } from 'vitest'
import { scalar, struct } from '../../src/descriptor/build.js'
import { isCanonicalQuantity, isPlainQuantity } from '../../src/descriptor/scalar-shape.js'
import { canonicalize } from '../../src/descriptor/to-canonical-json.js'
import { canonicalQuantity } from '../../src/resource/quantity-json.js'

const type = struct('T', () => [['size', 1, scalar('quantity'), '?']])
const suffixes = ['', 'm', 'k', 'M', 'G', 'T', 'Ki', 'Mi', 'Gi', 'Ti', 'i', 'K', 'mi', 'P', 'n', 'Km']
const numbers = [
  '',
  '0',
  '00',
  '01',
  '1',
  '9',
  '10',
  '100',
  '999',
  '1000',
  '1023',
  '1024',
  '1025',
  '2048',
  '10240',
  '1500',
]
const long = [
  '1000000',
  '1234567',
  '123456',
  '100000',
  '1048576',
  '123456789012345',
  '1234567890123456',
  '999000000000000',
]
const texts = [...numbers, ...long].flatMap((number) => suffixes.map((suffix) => number + suffix))

describe('a quantity of a few digits', () => {
  test('that passes for canonical is what Go writes for it', () => {
    const quick = texts.filter((text) => isPlainQuantity(text) && isCanonicalQuantity(text))
    expect(quick.map((text) => canonicalQuantity(text))).toEqual(quick)
  })

  test('is known to be canonical where it usually is', () => {
    for (const text of ['0', '1', '999', '1500', '100m', '1500m', '1k', '500M', '1Ki', '1025Ki', '512Mi', '123456Gi']) {
      expect([text, isPlainQuantity(text), isCanonicalQuantity(text)]).toEqual([text, true, true])
    }
    expect([isPlainQuantity('123456789012345'), isCanonicalQuantity('1234567m')]).toEqual([true, true])
  })

  test('is left to the exact reader where that must be asked', () => {
    for (const text of [
      '1234567890123456',
      '1i',
      '1K',
      '1mi',
      '1P',
      '1n',
      '1Km',
      '-1',
      '+1',
      '.5',
      '1e3',
      'Ki',
      'm',
      '',
    ]) {
      expect([text, isPlainQuantity(text)]).toEqual([text, false])
    }
    for (const text of ['00', '01', '1000', '1000m', '1000k', '1024Ki', '2048Mi', '1234567k', '1234567Ki']) {
      expect([text, isPlainQuantity(text), isCanonicalQuantity(text)]).toEqual([text, true, false])
    }
  })

  test('is canonical in a struct, whichever way is taken', () => {
    for (const text of texts.filter((each) => isPlainQuantity(each))) {
      expect(canonicalize(type, { size: text })).toEqual({ size: canonicalQuantity(text) })
    }
  })
})
