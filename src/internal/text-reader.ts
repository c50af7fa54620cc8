import { readText, type TextBytes, textBytes } from './escaped-text.js'
import { longestShared, type StringTable, sharedStrings } from './string-table.js'

/** Reads text out of bytes, short strings shared with those read before. */
export class TextReader {
  readonly bytes: Uint8Array
  private readonly native: TextBytes | undefined
  private readonly table: StringTable

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.native = textBytes(bytes)
    this.table = sharedStrings()
  }

  /** The text between two offsets. */
  text(start: number, stop: number): string {
    const length = stop - start
    if (length === 0) return ''
    if (length > longestShared) return this.longText(start, stop)
    const { bytes, table } = this
    const slot = table.slot(bytes, start, stop)
    if (table.lengthAt(slot) === length) {
      const known = table.find(slot, bytes, start)
      if (known !== undefined) return known
    }
    let bits = 0
    for (let i = start; i < stop; i++) bits |= bytes[i] as number
    if (bits > 127) return this.longText(start, stop)
    const own = bytes.subarray(start, stop)
    const text = this.native === undefined ? String.fromCharCode(...own) : this.native.latin1Slice(start, stop)
    table.keep(slot, own, text)
    return text
  }

  /** As {@link text}, for text that is not worth sharing. */
  longText(start: number, stop: number): string {
    if (this.native === undefined) return readText(this.bytes.subarray(start, stop))
    const text = this.native.utf8Slice(start, stop)
    return text.includes('\ufffd') ? readText(this.bytes.subarray(start, stop)) : text
  }
}
