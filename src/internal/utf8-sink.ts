import { encodeUtf8 } from './utf8.js'

/** Texts up to this length are kept until there is more. */
const shortText = 0x1_0000
/** The largest buffer made in advance. */
const mostInAdvance = 0x100_0000

let encoder: TextEncoder | undefined
/** How much room the last text took that was longer than {@link shortText}. */
let lastRoom = 0

/**
 * Writes texts as UTF-8 one after another: a long list need not be one string, nor its parts be kept, before it is bytes.
 * Each text must be well-formed.
 */
export class Utf8Sink {
  /** What is not in the buffer yet. */
  #text = ''
  #buffer: Uint8Array | undefined
  #end = 0

  append(text: string): void {
    this.#text += text
    if (this.#text.length > shortText) this.#flush()
  }

  /** Forgets what has been written. */
  clear(): void {
    this.#text = ''
    this.#end = 0
  }

  /** The bytes written, in a memory block of their own. */
  finish(): Uint8Array {
    if (this.#end === 0) return encodeUtf8(this.#text)
    this.#flush()
    lastRoom = this.#end
    return this.#buffer!.slice(0, this.#end)
  }

  #flush(): void {
    encoder ??= new TextEncoder()
    let text = this.#text
    this.#text = ''
    while (text !== '') {
      this.#buffer ??= new Uint8Array(Math.min(Math.max(lastRoom, text.length) + shortText, mostInAdvance))
      const { read, written } = encoder.encodeInto(text, this.#buffer.subarray(this.#end))
      this.#end += written
      text = text.slice(read)
      if (text !== '') this.#grow(text.length)
    }
  }

  #grow(size: number): void {
    const { length } = this.#buffer!
    const grown = new Uint8Array(Math.max(length * 2, length + size + shortText))
    grown.set(this.#buffer!.subarray(0, this.#end))
    this.#buffer = grown
  }
}
