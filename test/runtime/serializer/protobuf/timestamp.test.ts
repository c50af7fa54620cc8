import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSeconds, timeText } from '../../../../src/runtime/serializer/protobuf/timestamp.js'
import { timeFromProto } from '../../../../src/scalar/time.js'

const seconds = fc.oneof(
  fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }),
  fc.constantFrom(0, -1, 1, 86_399, 86_400, 253_402_300_799, -62_135_596_800, 951_782_400),
)

test('moments are written as the general writer writes them, and read back', () => {
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 20 }), (moments) => {
      for (const moment of [...moments, ...moments]) {
        const text = timeText(moment)
        expect(text).toBe(timeFromProto(moment))
        const quick = text === null ? undefined : parseSeconds(text)
        if (quick !== undefined) expect(quick).toBe(moment)
      }
    }),
  )
})
