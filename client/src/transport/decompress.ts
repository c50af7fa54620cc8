import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type HeaderFields, headerOf } from './transport.js'

/** The stream without its content encoding, and the length that is known of it. */
export function decompressed(
  stream: Readable,
  headers: HeaderFields,
): { stream: Readable; length: number | undefined } {
  if (headerOf(headers, 'content-encoding') === 'gzip') {
    // What goes wrong is reported by the stream that is read.
    stream.on('error', () => undefined)
    // Each flushed piece is given on at once: a watch may be compressed, too.
    const gunzip = createGunzip({ flush: 2, chunkSize: 64 * 1024 })
    return { stream: pipeline(stream, gunzip, () => undefined), length: undefined }
  }
  const length = headerOf(headers, 'content-length')
  return { stream, length: length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined }
}
