import { expect, test } from 'vitest'
import { isRequestEntityTooLargeError } from '../../../../src/errors/predicates.js'
import { encodeUtf8 } from '../../../../src/internal/utf8.js'
import { readBody } from '../../../../src/runtime/serializer/streaming/read-body.js'

const refused = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

/** A source that counts its reads, and records whether it was cancelled. */
function source(chunks: readonly string[]) {
  const seen = { taken: 0, left: false }
  async function* iterate() {
    try {
      for (const chunk of chunks) {
        seen.taken++
        yield encodeUtf8(chunk)
      }
    } finally {
      seen.left = true
    }
  }
  return { seen, chunks: iterate() }
}

test('reads bodies up to the limit', async () => {
  expect(await readBody(source(['abc', 'de']).chunks, { limit: 5 })).toEqual(encodeUtf8('abcde'))
  expect(await readBody(new Blob(['abc']).stream(), { limit: 3 })).toEqual(encodeUtf8('abc'))
  expect(await readBody(null, { limit: 0 })).toEqual(new Uint8Array())
})

test('leaves a larger one with the words of Go', async () => {
  const { seen, chunks } = source(['abc', 'def', 'ghi', 'jkl'])
  const error = await refused(readBody(chunks, { limit: 5 }))
  expect(isRequestEntityTooLargeError(error)).toBe(true)
  expect(String(error)).toContain('Request entity too large: limit is 5')
  expect(seen).toEqual({ taken: 2, left: true })
})

test('does not begin to read what says that it is larger', async () => {
  const { seen, chunks } = source(['abc'])
  expect(isRequestEntityTooLargeError(await refused(readBody(chunks, { limit: 5, contentLength: '6' })))).toBe(true)
  expect(seen.taken).toBe(0)
})

test('ends with its signal without a chunk', async () => {
  const controller = new AbortController()
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
  const reading = refused(readBody(silent, { limit: 5, signal: controller.signal }))
  controller.abort(new Error('enough'))
  expect(String(await reading)).toContain('enough')
})

test('bodies without a limit are read to their end', async () => {
  expect(await readBody(source(['abc', 'de']).chunks)).toEqual(encodeUtf8('abcde'))
})

test('a body that is too large is refused with the given error, or cut, and its source ends', async () => {
  const tooLarge = () => new Error('too large')
  const [refusing, cutting] = [bodyOf('abc', 'def', 'never read'), bodyOf('abc', 'def', 'never read')]
  await expect(readBody(refusing, { limit: 5, tooLarge })).rejects.toThrow('too large')
  expect(await readBody(cutting, { limit: 5, truncate: true, contentLength: 16 })).toEqual(encodeUtf8('abcde'))
  for (const body of [refusing, cutting]) expect(await body.next()).toEqual({ done: true, value: undefined })
  expect(await readBody(bodyOf('abc', 'de'), { limit: 5, tooLarge })).toEqual(encodeUtf8('abcde'))
})

async function* bodyOf(...texts: string[]): AsyncGenerator<Uint8Array, undefined> {
  for (const text of texts) yield encodeUtf8(text)
}
