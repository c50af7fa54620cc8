import { readText } from './escaped-text.js'
import { type TextBytes, textBytes } from './native-text.js'
import { longestShared, type StringTable, sharedStrings } from './string-table.js'

/** Reads text out of bytes, short strings shared with those read before. */
export class TextReader {
  bytes: Uint8Array
  /** The same bytes, for reading several at once. */
  view: DataView
  private native: TextBytes | undefined
  private readonly table: StringTable

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.native = textBytes(bytes)
    this.table = sharedStrings()
  }

  /** Reads other bytes from now on. */
  protected readFrom(bytes: Uint8Array): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.native = textBytes(bytes)
  }

  /** The text between two offsets. */
  text(start: number, stop: number): string {
    const length = stop - start
    if (length === 0) return ''
    if (length > longestShared) return this.longText(start, stop)
    const { view, table } = this
    const hash = table.hash(view, start, length)
    return table.find(hash, view, start) ?? this.newText(hash, start, stop)
  }

  private newText(hash: number, start: number, stop: number): string {
    const { bytes } = this
    let bits = 0
    for (let i = start; i < stop; i++) bits |= bytes[i]!
    if (bits > 127) return this.longText(start, stop)
    const text = this.asciiText(start, stop)
    this.table.offer({ hash, bytes: this.view, start }, text)
    return text
  }

  /** The text of ASCII bytes. */
  asciiText(start: number, stop: number): string {
    // Stryker disable next-line all: both ways give the same text
    if (this.native !== undefined) return this.native.latin1Slice(start, stop)
    return String.fromCharCode(...this.bytes.subarray(start, stop))
  }

  /** As {@link text}, for text that is not worth sharing. */
  longText(start: number, stop: number): string {
    // Stryker disable next-line all: both ways give the same text
    if (this.native === undefined) return readText(this.bytes.subarray(start, stop))
    const text = this.native.utf8Slice(start, stop)
    return text.includes('\ufffd') ? readText(this.bytes.subarray(start, stop)) : text
  }
}
