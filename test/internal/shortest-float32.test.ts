import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortestFloat32 } from '../../src/internal/shortest-float32.js'
import { rounds } from '../rounds.js'

test.each([
  [Math.fround(0.1), 0.1],
  [Math.fround(16777216), 16777216],
  [Math.fround(3.4028234663852886e38), 3.4028235e38],
  [Math.fround(1e-45), 1e-45],
  [-0, -0],
])('%d is %d', (value, shortest) => expect(shortestFloat32(value)).toBe(shortest))

test('the same 32 bits, and no shorter number has them', () => {
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const found = shortestFloat32(value)
      expect(Math.fround(found)).toBe(value)
      const digits = String(found)
        .replace(/e.*/, '')
        .replaceAll(/[^0-9]/g, '')
        .replace(/^0+|0+$/g, '').length
      if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value)
    }),
    { numRuns: rounds(2000) },
  )
})
