import type { JSONValue } from 'apimachinery/json'
import { type Instant, parseTime } from 'apimachinery/scalar'

/** Where a container wrote something. */
export type LogStream = 'stdout' | 'stderr'

/** What a container wrote at once: a line with its end, or a part of one. */
export interface LogLine {
  readonly instant: Instant
  /** RFC 3339, with nine digits after the second. */
  readonly time: string
  readonly stream: LogStream
  readonly content: Buffer
}

/** Reads one line of a file. @throws Error with what is wrong */
export type LineParser = (line: Buffer) => LogLine

/** The parser for a file, by its first line. @throws Error in the words of upstream */
export function parserFor(line: Buffer): LineParser {
  for (const parse of [parseRuntimeLine, parseJSONLine]) {
    try {
      parse(line)
      return parse
    } catch {
      // The next one may fit.
    }
  }
  throw new Error(`failed to get parse function: unsupported log format: ${JSON.stringify(line.toString())}`)
}

/** `2016-10-06T00:17:09.669794202Z stdout F log content`, as CRI has it; the third word begins with `P` for a part of a line. */
export function parseRuntimeLine(line: Buffer): LogLine {
  const [time, afterTime] = word(line, 0, 'timestamp is not found')
  const [stream, afterStream] = word(line, afterTime, 'stream type is not found')
  const [tags, start] = word(line, afterStream, 'log tag is not found')
  const isPart = tags.split(':')[0] === 'P'
  const end = isPart && line.at(-1) === newLine ? line.length - 1 : line.length
  return { ...timed(time), stream: streamOf(stream), content: line.subarray(start, end) }
}

/** `{"log":"content\n","stream":"stdout","time":"2016-10-20T18:39:20.57606443Z"}`, as Docker has it. */
export function parseJSONLine(line: Buffer): LogLine {
  const value = JSON.parse(line.toString()) as JSONValue
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('not an object')
  const { log = '', stream = '', time } = value
  if (typeof log !== 'string' || typeof stream !== 'string' || typeof time !== 'string') throw new Error('not a log')
  return { ...timed(time), stream: streamOf(stream), content: Buffer.from(log) }
}

const newLine = 10
const space = 32

function word(line: Buffer, from: number, missing: string): [word: string, next: number] {
  const end = line.indexOf(space, from)
  if (end < 0) throw new Error(missing)
  return [line.toString('latin1', from, end), end + 1]
}

function streamOf(text: string): LogStream {
  if (text !== 'stdout' && text !== 'stderr') throw new Error(`unexpected stream type ${JSON.stringify(text)}`)
  return text
}

/** A time with all its digits. @throws ScalarError */
export function timed(text: string): Pick<LogLine, 'instant' | 'time'> {
  const instant = parseTime(text)
  const [, seconds = text, zone = 'Z'] = /^([^.,Z+]*T[^.,Z+-]*)(?:[.,]\d*)?(.*)$/.exec(text) ?? []
  return { instant, time: `${seconds}.${String(instant.nanos).padStart(9, '0')}${zone}` }
}
