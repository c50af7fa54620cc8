import { gzipSync } from 'node:zlib'

/** Lines of text as a gzip file: the same bytes on every system, for its header names neither a time nor the system. */
export function compressedLines(lines) {
  const bytes = gzipSync(`${lines.join('\n')}\n`, { level: 9 })
  bytes[9] = 0xff
  return bytes
}
