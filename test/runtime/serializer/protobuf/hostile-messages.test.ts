import { describe, expect, test } from 'vitest'
import { fromBinary } from '../../../../src/runtime/serializer/protobuf/decode.js'
import { toBinary } from '../../../../src/runtime/serializer/protobuf/encode.js'
import { unknownFieldsOf } from '../../../../src/runtime/serializer/protobuf/unknown-fields.js'
import { everything, schema } from './types.js'

// Each of these took time in the square of its length, or without end. The timeout of a test is what notices.

function repeated(bytes: readonly number[], times: number): Uint8Array {
  const message = new Uint8Array(bytes.length * times)
  for (let i = 0; i < times; i++) message.set(bytes, i * bytes.length)
  return message
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}

describe('messages that take long to decode', () => {
  test('many unknown fields are kept, each in its place', () => {
    const input = repeated([0xa8, 0x06, 0x01, 0x0a, 0x00], 200_000)
    const object = fromBinary(everything, input, { unknownFields: 'keep' })
    expect(unknownFieldsOf(object)?.length).toBe(600_000)
    expect(toBinary(everything, object).subarray(-3)).toEqual(Uint8Array.of(0xa8, 0x06, 0x01))
  })

  test('a list in many parts', () => {
    const { names } = fromBinary(everything, repeated([0x7a, 0x00, 0x0a, 0x00], 250_000)) as { names: string[] }
    expect(names).toHaveLength(250_000)
  })

  test('map values that reach beyond their entries, inside each other', () => {
    let message: number[] = []
    for (let i = 0; i < 60; i++) {
      const length = varint(message.length)
      message = [0x12, 1 + length.length, 0x12, ...length, ...message]
    }
    expect(() => fromBinary(schema, Uint8Array.from(message))).toThrow(
      expect.objectContaining({
        code: 'ProtobufDecode',
        path: expect.stringMatching(/^properties\[\]/),
        message: 'proto: map values reach beyond their entries',
      }),
    )
  })

  test('one map value that reaches beyond its entry is read as in Go', () => {
    // labels: an entry of two bytes whose value includes the next field, which is then read as well
    const input = Uint8Array.of(0x8a, 0x01, 0x02, 0x12, 0x02, 0x0a, 0x00)
    expect(fromBinary(everything, input)).toMatchObject({ labels: { '': '\n\0' } })
  })
})
