import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Exchange, IdentifiedRequest, ReceivedRequest } from '../request/http.js'
import { headerText } from './output-format.js'

const compress = promisify(gzip)

/** Shorter answers are not worth compressing. Source: `defaultGzipThresholdBytes` of k8s.io/apiserver. */
export const gzipThreshold: number = 128 * 1024

/** Fast rather than small, as upstream. */
const gzipOptions = { level: 1 } as const

/** Status and media type of an answer. */
export interface AnswerHead {
  readonly code: number
  readonly mediaType: string
}

/** Answers with bytes, compressed where they are many and the client can read that. */
export async function writeBytes(
  exchange: Exchange<IdentifiedRequest>,
  head: AnswerHead,
  chunks: readonly Uint8Array[],
): Promise<void> {
  const start = performance.now()
  try {
    await send(exchange, head, chunks)
  } finally {
    exchange.request.latencies.add('response-write', performance.now() - start)
  }
}

async function send(
  { request, response }: Exchange<IdentifiedRequest>,
  { code, mediaType }: AnswerHead,
  chunks: readonly Uint8Array[],
): Promise<void> {
  let size = 0
  for (const chunk of chunks) size += chunk.length
  if (size > gzipThreshold && acceptsGzip(request)) {
    const packed = await compress(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), gzipOptions)
    response.appendHeader('vary', 'Accept-Encoding')
    response.writeHead(code, {
      'content-type': mediaType,
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
    })
    response.end(packed)
    return
  }
  response.writeHead(code, { 'content-type': mediaType, 'content-length': String(size) })
  if (chunks.length === 1) {
    response.end(chunks[0])
    return
  }
  for (const chunk of chunks) {
    if (response.closed) return
    if (!response.write(chunk)) await response.drained()
  }
  response.end()
}

/** Source: `responseContentEncodingSupported` of k8s.io/apiserver. */
export function acceptsGzip({ headers }: Pick<ReceivedRequest, 'headers'>): boolean {
  const encodings = headerText(headers, 'accept-encoding')
  if (encodings === undefined) return false
  return encodings.split(',').some((token) => token.trim() === 'gzip')
}
