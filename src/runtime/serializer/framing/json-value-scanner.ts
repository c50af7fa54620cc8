import { bracketRoles } from './bracket-roles.js'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Where the string ends, after its quote; where to continue, as a negative number, when it does not end here. */
function endOfString(bytes: Uint8Array, start: number): number {
  const { length } = bytes
  let at = start
  while (at < length) {
    const byte = bytes[at++] as number
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return -at
}

/** Reports whether a byte is white space in JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function isOpening(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b
}

function isClosing(byte: number): boolean {
  return byte === 0x7d || byte === 0x5d
}

/**
 * Finds the end of a JSON value within an object or a list. It looks only at brackets, strings and commas; invalid JSON is
 * rejected when the value is read.
 */
export class JSONValueScanner {
  #depth = 0
  #inString = false
  #bare = false
  /** Position of the next byte to scan; past the end after a backslash. */
  #at = -1

  /** Where the value that begins at `start` ends; −1 when it is not complete, and the call is to be repeated. */
  findEnd(bytes: Uint8Array, start: number): number {
    if (this.#at < 0) {
      const first = bytes[start] as number
      this.#at = start
      this.#bare = first !== quote && !isOpening(first)
    }
    const end = this.#bare ? this.#endOfBare(bytes) : this.#endOfNested(bytes)
    if (end >= 0) this.reset()
    return end
  }

  /** Forgets the value. */
  reset(): void {
    this.#depth = 0
    this.#inString = false
    this.#at = -1
  }

  /** Bytes before the value were removed. */
  shift(length: number): void {
    if (this.#at >= 0) this.#at -= length
  }

  /** The hot loop: fields are read once and written back at the end, and strings have a loop of their own. */
  #endOfNested(bytes: Uint8Array): number {
    const { length } = bytes
    let at = this.#at
    let depth = this.#depth
    let inString = this.#inString
    while (at < length) {
      if (inString) {
        const end = endOfString(bytes, at)
        if (end < 0) {
          at = -end
          break
        }
        at = end
        inString = false
        if (depth === 0) return at
        continue
      }
      const role = bracketRoles[bytes[at++] as number] as number
      if (role === 0) continue
      if (role === 3) inString = true
      else if (role === 1) depth++
      else if (--depth <= 0) return at
    }
    this.#at = at
    this.#depth = depth
    this.#inString = inString
    return -1
  }

  #endOfBare(bytes: Uint8Array): number {
    let at = this.#at
    while (at < bytes.length) {
      const byte = bytes[at] as number
      if (byte === comma || isSpace(byte) || isClosing(byte)) return at
      at++
    }
    this.#at = at
    return -1
  }
}
