import { describe, expect, it } from 'vitest'
import { opened, readBytes } from '../../../src/internal/grpc/wire.js'

/** A field of bytes with its length before it, inside of what was received with it. */
function received(length: number, around: number) {
  const buffer = Buffer.alloc(around + 1 + length, 7)
  buffer[around] = length
  return opened(buffer.subarray(around))
}

describe('bytes of a message', () => {
  it('do not keep what came with them', () => {
    const bytes = readBytes(received(100, 5000))
    expect([...bytes]).toEqual(Array(100).fill(7))
    expect(bytes.buffer.byteLength).toBe(100)
  })

  it('are not copied where they are most of it', () => {
    const reader = received(100, 50)
    const bytes = readBytes(reader)
    expect(bytes.buffer).toBe(reader.bytes.buffer)
    expect(reader.pos).toBe(101)
  })
})
