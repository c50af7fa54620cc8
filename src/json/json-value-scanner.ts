const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [opens, closes, quotes] = [1, 2, 3]
/** Strings are searched byte by byte up to this length; beyond it a native search is faster. */
const shortString = 32

/** The role of a byte of JSON; 0 for one that is neither a bracket nor a quotation mark. */
const roles: Uint8Array = /* @__PURE__ */ rolesOfBytes()

function rolesOfBytes(): Uint8Array {
  const table = new Uint8Array(256)
  for (const open of '{[') table[open.charCodeAt(0)] = opens
  for (const close of '}]') table[close.charCodeAt(0)] = closes
  table[quote] = quotes
  return table
}

/** Reports whether a byte is white space in JSON. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Where the string ends, after its quote; where to continue, as a negative number, when it does not end here. */
function endOfString(bytes: Uint8Array, start: number): number {
  const near = Math.min(bytes.length, start + shortString)
  let at = start
  while (at < near) {
    const byte = bytes[at++] as number
    if (byte === quote) return at
    if (byte === backslash) at++
  }
  return at < bytes.length ? endOfLongString(bytes, at) : -at
}

function endOfLongString(bytes: Uint8Array, start: number): number {
  for (let from = start; ; ) {
    const found = bytes.indexOf(quote, from)
    const end = found < 0 ? bytes.length : found
    let escaping = end
    while (escaping > start && bytes[escaping - 1] === backslash) escaping--
    const isEscaped = (end - escaping) % 2 === 1
    if (found < 0) return isEscaped ? -end - 1 : -end
    if (!isEscaped) return end + 1
    from = end + 1
  }
}

/**
 * Finds the ends of JSON values in bytes, which may come in pieces. It looks only at brackets, strings and commas: what is not
 * JSON is split somewhere, and rejected when it is read. Where the text is complete and has to be JSON, `JSONCursor` passes over it.
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
      const role = roles[bytes[start] as number]
      this.#bare = role !== opens && role !== quotes
      this.#at = this.#bare ? start + 1 : start
    }
    const end = this.#bare ? this.#endOfBare(bytes) : this.#endOfNested(bytes)
    if (end >= 0) this.reset()
    return end
  }

  /** Whether the value is a number or a word, which only what follows ends. */
  get bare(): boolean {
    return this.#bare
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
      const role = roles[bytes[at++] as number] as number
      if (role === 0) continue
      if (role === quotes) inString = true
      else if (role === opens) depth++
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
      if (byte === comma || roles[byte] !== 0 || isSpace(byte)) return at
      at++
    }
    this.#at = at
    return -1
  }
}
