import { afterEach, expect, test, vi } from 'vitest'
import { empty, everything } from './types.js'

const texts = [
  '',
  'a',
  'ä',
  '😀',
  'x'.repeat(47),
  'x'.repeat(48),
  `${'x'.repeat(70)}é`,
  `${'世界'.repeat(40)}`,
  'a\udcff',
  `${'y'.repeat(60)}\udc80`,
]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('browsers, which have no Buffer, read and write the same bytes', async () => {
  const native = await import('../../../../src/runtime/serializer/protobuf/encode.js')
  const expected = texts.map((name) => native.toBinary(everything, { name }))
  vi.resetModules()
  vi.stubGlobal('Buffer', undefined)
  const { toBinary } = await import('../../../../src/runtime/serializer/protobuf/encode.js')
  const { fromBinary } = await import('../../../../src/runtime/serializer/protobuf/decode.js')
  for (const [i, name] of texts.entries()) {
    const bytes = toBinary(everything, { name })
    expect(bytes).toEqual(expected[i])
    expect(fromBinary(everything, bytes)).toEqual(name === '' ? empty : { ...empty, name })
  }
})
