import type { FrameScanner } from './frame-reader.js'

const newline = 0x0a
const dash = 0x2d
const separator: Uint8Array = /* @__PURE__ */ Uint8Array.of(dash, dash, dash, newline)
const separatorLength = 4

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === newline || byte === 0x0d || byte === 0x09)
}

/** Prefixes a document with the separator. */
export function frameYAML(data: Uint8Array): Uint8Array {
  const framed = new Uint8Array(separator.length + data.length)
  framed.set(separator)
  framed.set(data, separator.length)
  return framed
}

/** Finds lines that begin with `---`, as Go's `YAMLDecoder` does; documents of white space are omitted. */
export class YAMLScanner implements FrameScanner {
  /** Where the search continues. */
  #at = 0
  /** Position of the line break before the separator; −1 if not found yet. */
  #separator = -1

  findEnd(frame: Uint8Array): number {
    if (this.#separator < 0) this.#findSeparator(frame)
    if (this.#separator < 0) return -1
    const end = frame.indexOf(newline, this.#at)
    this.#at = end < 0 ? frame.length : end
    return end < 0 ? -1 : end + 1
  }

  contentOf(frame: Uint8Array): Uint8Array | undefined {
    const content = this.#textOf(frame)
    this.#at = 0
    this.#separator = -1
    return content
  }

  finish(rest: Uint8Array): Uint8Array | undefined {
    return this.#textOf(rest)
  }

  #textOf(frame: Uint8Array): Uint8Array | undefined {
    const text = this.#separator < 0 ? frame : frame.subarray(0, this.#separator)
    return isBlank(text) ? undefined : text
  }

  #findSeparator(frame: Uint8Array): void {
    for (let at = frame.indexOf(newline, this.#at); at >= 0; at = frame.indexOf(newline, at + 1)) {
      this.#at = at
      if (at + separatorLength > frame.length) return
      if (frame[at + 1] === dash && frame[at + 2] === dash && frame[at + 3] === dash) {
        this.#separator = at
        this.#at = at + separatorLength
        return
      }
    }
    if (frame[this.#at] !== newline || this.#at + separatorLength <= frame.length) this.#at = frame.length
  }
}
