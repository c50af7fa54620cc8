import { bracketRoles } from './bracket-roles.js'
import { unexpectedEnd } from './frame-error.js'
import type { FrameScanner } from './frame-reader.js'
import { isSpace } from './json-value-scanner.js'

const quote = 0x22
const backslash = 0x5c

/**
 * Finds the ends of JSON values. It looks only at brackets and strings: invalid JSON is split somewhere, and rejected when
 * the frame is read.
 */
export class JSONScanner implements FrameScanner {
  #at = 0
  #depth = 0
  #inString = false
  /** Where the value begins after white space; −1 before it was found. */
  #start = -1
  /** The value is a number or a word, which only what follows ends. */
  #bare = false

  findEnd(frame: Uint8Array): number {
    if (this.#start < 0 && !this.#findStart(frame)) return -1
    if (this.#bare) return this.#endOfBare(frame)
    return this.#endOfNested(frame)
  }

  /** The hot loop: fields are read once and written back at the end. */
  #endOfNested(frame: Uint8Array): number {
    const length = frame.length
    let at = this.#at
    let depth = this.#depth
    let inString = this.#inString
    while (at < length) {
      const byte = frame[at++] as number
      if (inString) {
        if (byte === backslash) at++
        else if (byte === quote) {
          inString = false
          if (depth === 0) return at
        }
      } else if (byte === quote) inString = true
      else if (byte > 0x5a) {
        const role = bracketRoles[byte]
        if (role === 1) depth++
        else if (role === 2 && --depth <= 0) return at
      }
    }
    // After a backslash the escaped character may be in the next chunk: the position is after it already.
    this.#at = at
    this.#depth = depth
    this.#inString = inString
    return -1
  }

  contentOf(frame: Uint8Array): Uint8Array {
    const content = frame.subarray(this.#start)
    this.#at = 0
    this.#depth = 0
    this.#inString = false
    this.#bare = false
    this.#start = -1
    return content
  }

  finish(rest: Uint8Array): Uint8Array | undefined {
    if (this.#start < 0) return undefined
    if (!this.#bare) throw unexpectedEnd()
    return rest.subarray(this.#start)
  }

  #findStart(frame: Uint8Array): boolean {
    let at = this.#at
    while (at < frame.length && isSpace(frame[at] as number)) at++
    this.#at = at
    if (at === frame.length) return false
    this.#start = at
    const role = bracketRoles[frame[at] as number]
    this.#bare = role === 0
    return true
  }

  #endOfBare(frame: Uint8Array): number {
    let at = this.#at
    while (at < frame.length && !isSpace(frame[at] as number) && bracketRoles[frame[at] as number] === 0) at++
    this.#at = at
    return at < frame.length ? at : -1
  }
}
