import { encodeUtf8, tryDecodeUtf8 } from '../../../internal/utf8.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { FrameTooLargeError } from '../framing/frame-error.js'
import { PendingBytes } from '../framing/frame-reader.js'

const newline = 0x0a
/** Most bytes of one UTF-16 unit. */
const mostBytesPerUnit = 3

/**
 * Lines of a stream of text. Whole chunks are decoded, not single lines: most lines are short, and each call of a decoder
 * costs more than what it decodes.
 */
export class LineReader {
  readonly #limit: number
  /** The bytes after the last newline. */
  readonly #tail = new PendingBytes()
  /** The line that began in an earlier chunk. */
  #first: string | undefined
  #text = ''
  #at = 0
  #broken: Uint8Array[] = []

  /** `limit` is the longest line that is read, in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Takes a chunk, once {@link next} has no line any more. @throws FrameTooLargeError */
  push(chunk: Uint8Array): void {
    const end = chunk.lastIndexOf(newline) + 1
    if (end > 0) this.#takeLines(chunk.subarray(0, end))
    if (end < chunk.length) this.#tail.append(chunk.subarray(end))
    if (this.#tail.length > this.#limit) throw new FrameTooLargeError(this.#limit)
  }

  /** The next line without its newline; `undefined` when none is complete. @throws FrameTooLargeError */
  next(): string | undefined {
    const line = this.#nextLine()
    if (line === undefined || line.length * mostBytesPerUnit <= this.#limit) return line
    if (utf8Length(line) > this.#limit) throw new FrameTooLargeError(this.#limit)
    return line
  }

  /** Reports whether there were bytes that are not UTF-8: {@link rest} has them and those before them. */
  get broken(): boolean {
    return this.#broken.length > 0
  }

  /** The bytes after the last complete line. */
  get tail(): Uint8Array {
    return this.#tail.bytes
  }

  /** Takes bytes off the start of the tail. */
  takeTail(length: number): Uint8Array {
    return this.#tail.take(length)
  }

  /** Everything that was not read, preceded by `line`, which could not be used. Empties the reader. */
  rest(line?: string): Uint8Array[] {
    const texts = [line === undefined ? '' : `${line}\n`, this.#first ?? '', this.#text.slice(this.#at)]
    const parts = [
      ...texts.filter((text) => text !== '').map(encodeUtf8),
      ...this.#broken,
      ...(this.#tail.length === 0 ? [] : [this.#tail.take(this.#tail.length)]),
    ]
    this.#first = undefined
    this.#text = ''
    this.#at = 0
    this.#broken = []
    return parts
  }

  #takeLines(lines: Uint8Array): void {
    const end = this.#tail.length === 0 ? 0 : lines.indexOf(newline) + 1
    if (end > 0) this.#tail.append(lines.subarray(0, end))
    const begun = this.#tail.take(this.#tail.length)
    const others = lines.subarray(end)
    const first = tryDecodeUtf8(begun)
    const text = tryDecodeUtf8(others)
    const sound = first !== undefined && text !== undefined
    this.#broken = sound ? [] : [begun, others]
    this.#first = sound && first !== '' ? first : undefined
    this.#text = sound ? text : ''
    this.#at = 0
  }

  #nextLine(): string | undefined {
    if (this.#first !== undefined) {
      const line = this.#first.slice(0, -1)
      this.#first = undefined
      return line
    }
    const start = this.#at
    const end = this.#text.indexOf('\n', start)
    if (end < 0) return undefined
    this.#at = end + 1
    return this.#text.slice(start, end)
  }
}
