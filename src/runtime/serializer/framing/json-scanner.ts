import { isSpace, JSONValueScanner } from '../../../json/json-value-scanner.js'
import { unexpectedEnd } from './frame-error.js'
import type { FrameScanner } from './frame-reader.js'

/** Finds JSON values one after another. */
export class JSONScanner implements FrameScanner {
  readonly #value = new JSONValueScanner()
  #at = 0
  /** Where the value begins after white space; −1 before it was found. */
  #start = -1

  findEnd(frame: Uint8Array): number {
    if (this.#start < 0) {
      while (this.#at < frame.length && isSpace(frame[this.#at]!)) this.#at++
      if (this.#at === frame.length) return -1
      this.#start = this.#at
    }
    return this.#value.findEnd(frame, this.#start)
  }

  contentOf(frame: Uint8Array): Uint8Array {
    const content = frame.subarray(this.#start)
    this.#at = 0
    this.#start = -1
    return content
  }

  finish(rest: Uint8Array): Uint8Array | undefined {
    if (this.#start < 0) return undefined
    if (!this.#value.bare) throw unexpectedEnd()
    return rest.subarray(this.#start)
  }
}
