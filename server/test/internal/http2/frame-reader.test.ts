import { describe, expect, it } from 'vitest'
import { contentOf, type Frame, frameFlag, frameOf, frameType } from '../../../src/internal/http2/frame.js'
import { FrameReader } from '../../../src/internal/http2/frame-reader.js'
import { Http2Error } from '../../../src/internal/http2/http2-error.js'

const frames: readonly Frame[] = [0, 1, 300, 5, 0].map((size, at) => ({
  type: at,
  flags: at,
  stream: at * 2 + 1,
  payload: Buffer.alloc(size, at),
}))

describe('frames', () => {
  it('are found, however the bytes are cut', () => {
    const bytes = Buffer.concat(frames.map(frameOf))
    for (let first = 0; first <= bytes.length; first++) {
      for (const size of [1, 2, 9, 17, 400]) {
        const found: Frame[] = []
        const reader = new FrameReader((frame) => found.push(frame))
        reader.read(bytes.subarray(0, first))
        // One start is enough for the slowest.
        if (size < 9 && first > 20) continue
        for (let at = first; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size))
        if (found.length !== frames.length) expect({ first, size, found }).toBe(frames)
        expect(Buffer.concat(found.map(frameOf)).equals(bytes)).toBe(true)
      }
    }
  })

  it('that are too large are refused before they are there', () => {
    const reader = new FrameReader(() => undefined)
    expect(() => reader.read(Buffer.from('00400100000000000100', 'hex'))).toThrow(Http2Error)
  })

  it('are read without padding and priority', () => {
    const frame = (type: number, flags: number, payload: string) =>
      contentOf({ type, flags, stream: 1, payload: Buffer.from(payload, 'hex') }).toString('hex')
    const { PADDED, PRIORITY } = frameFlag
    expect(frame(frameType.DATA, PADDED, '02aabb0000')).toBe('aabb')
    expect(frame(frameType.HEADERS, PADDED | PRIORITY, '010000000010aa00')).toBe('aa')
    expect(frame(frameType.HEADERS, PRIORITY, '0000000010aa')).toBe('aa')
    // What is priority in headers is content in data.
    expect(frame(frameType.DATA, PRIORITY, '0000000010aa')).toBe('0000000010aa')
    expect(() => frame(frameType.DATA, PADDED, '0500')).toThrow(Http2Error)
    expect(() => frame(frameType.DATA, PADDED, '')).toThrow(Http2Error)
  })
})
