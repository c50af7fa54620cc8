import { setImmediate } from 'node:timers/promises'
import type { Exchange } from '../request/http.js'
import { type AnswerHead, acceptsGzip, gzipThreshold, writeBytes } from './write-bytes.js'

/** Small pieces are copied together: each write has its price. */
const mostTogether = 256 * 1024

/** Milliseconds after which other requests get their turn. */
const longestTurn = 5

/**
 * Responds with pieces that are created one after another. A small response is sent as a whole, with its length; a large one is sent
 * while the rest is made, and does not keep others waiting.
 */
export async function writePieces(exchange: Exchange, head: AnswerHead, pieces: Iterable<Uint8Array>): Promise<void> {
  const chunks = chunksOf(pieces)
  const first = chunks.next()
  if (first.done === true) return writeBytes(exchange, head, [])
  if (first.value.length < mostTogether || (first.value.length > gzipThreshold && acceptsGzip(exchange.request))) {
    return writeBytes(exchange, head, [first.value, ...(await collected(chunks))])
  }
  const { request, response } = exchange
  response.writeHead(head.code, { 'content-type': head.mediaType })
  let turn = performance.now()
  const write = async (chunk: Uint8Array): Promise<void> => {
    const start = performance.now()
    if (!response.write(chunk)) await response.drained()
    request.latencies.add('response-write', performance.now() - start)
  }
  for (let chunk: IteratorResult<Uint8Array, undefined> = first; chunk.done !== true; chunk = chunks.next()) {
    if (response.closed) return
    await write(chunk.value)
    if (performance.now() - turn < longestTurn) continue
    await setImmediate()
    turn = performance.now()
  }
  response.end()
}

async function collected(chunks: Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  let turn = performance.now()
  for (const chunk of chunks) {
    all.push(chunk)
    if (performance.now() - turn < longestTurn) continue
    await setImmediate()
    turn = performance.now()
  }
  return all
}

function* chunksOf(pieces: Iterable<Uint8Array>): Generator<Uint8Array, undefined> {
  let pending: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    pending.push(piece)
    size += piece.length
    if (size < mostTogether) continue
    yield Buffer.concat(pending, size)
    pending = []
    size = 0
  }
  if (pending.length > 0) yield Buffer.concat(pending, size)
  return undefined
}
