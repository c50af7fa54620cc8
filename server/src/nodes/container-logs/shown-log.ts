import type { LogLine } from './log-line.js'
import { isBefore, type LogOptions } from './log-options.js'

const newLine = 10

/** What a client gets of the lines of a log; nothing, as an empty piece, where it is waited for more. */
export async function* shownLog(
  lines: AsyncIterable<LogLine | undefined>,
  { since, timestamps, limitBytes, stream }: Pick<LogOptions, 'since' | 'timestamps' | 'limitBytes' | 'stream'>,
): AsyncGenerator<Uint8Array> {
  let left = limitBytes ?? Number.POSITIVE_INFINITY
  let isNewLine = true
  for await (const line of lines) {
    if (line === undefined) {
      yield new Uint8Array()
      continue
    }
    const isShown =
      (since === undefined || !isBefore(line.instant, since)) && (stream === undefined || line.stream === stream)
    if (isShown) {
      const prefix = timestamps && isNewLine ? [Buffer.from(`${line.time} `)] : []
      const piece = Buffer.concat([...prefix, line.content])
      yield piece.subarray(0, Math.min(piece.length, left))
      left -= piece.length
      if (left <= 0) return
    }
    isNewLine = line.content.length === 0 || line.content.at(-1) === newLine
  }
}
