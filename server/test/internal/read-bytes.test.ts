import { describe, expect, test } from 'vitest'
import { readBytes } from '../../src/internal/read-bytes.js'

describe('readBytes', () => {
  test('joins all chunks without a limit', async () => {
    expect((await readBytes(chunks('abc', 'de'))).toString()).toBe('abcde')
    expect((await readBytes(chunks())).length).toBe(0)
  })

  test('accepts exactly as many bytes as the limit', async () => {
    const tooLarge = () => new Error('too large')
    expect((await readBytes(chunks('abc', 'de'), { limit: 5, tooLarge })).toString()).toBe('abcde')
  })

  test('throws the given error for one byte more, and ends the source', async () => {
    const source = chunks('abc', 'def', 'never read')
    await expect(readBytes(source, { limit: 5, tooLarge: () => new Error('too large') })).rejects.toThrow('too large')
    expect(await source.next()).toEqual({ done: true, value: undefined })
  })

  test('cuts the result at the limit when no error is given, and ends the source', async () => {
    const source = chunks('abc', 'def', 'never read')
    expect((await readBytes(source, { limit: 5 })).toString()).toBe('abcde')
    expect(await source.next()).toEqual({ done: true, value: undefined })
  })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array, undefined> {
  for (const text of texts) yield Buffer.from(text)
}
