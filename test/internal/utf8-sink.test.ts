import { describe, expect, it } from 'vitest'
import { Utf8Sink } from '../../src/internal/utf8-sink.js'

const long = 'part '.repeat(20_000)

function written(parts: readonly string[]): Uint8Array {
  const sink = new Utf8Sink()
  for (const part of parts) sink.append(part)
  return sink.finish()
}

describe('a sink of UTF-8', () => {
  it.each([
    ['nothing', []],
    ['short texts', ['a', 'é', '']],
    ['a long text', [long]],
    ['long texts', [long, 'b', long, long]],
    ['characters that need more room than units', ['é€'.repeat(70_000), 'a', '😀'.repeat(100_000), 'z']],
    ['short texts after a long one', ['😀', long, 'é', '\n']],
  ])('has the bytes of %s', (_, parts) => {
    const bytes = written(parts)
    expect(Buffer.from(parts.join('')).equals(bytes)).toBe(true)
    expect(bytes.byteOffset).toBe(0)
    expect(bytes.buffer.byteLength).toBe(bytes.length)
  })

  it('gives other bytes each time', () => {
    const [first, second] = [written([long]), written([long.replace('p', 'q')])]
    expect([first[0], second[0]]).toEqual([0x70, 0x71])
  })

  it('forgets what was written before', () => {
    const sink = new Utf8Sink()
    for (const part of [long, 'a']) sink.append(part)
    sink.clear()
    sink.append('b')
    expect([...sink.finish()]).toEqual([0x62])
    for (const part of [long, 'c', long]) sink.append(part)
    expect(Buffer.from(`b${long}c${long}`).equals(sink.finish())).toBe(true)
  })
})
