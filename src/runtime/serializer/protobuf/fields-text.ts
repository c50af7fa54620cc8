/** `FieldsV1` nests as deep as the fields of an object. */
const maxDepth = 100

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Reports whether the bytes are the JSON text of a `FieldsV1` as API servers write it: objects in objects, the
 * innermost empty, no white space, nothing but ASCII. `JSON.parse` reads such a text, and `JSON.stringify` writes it
 * again, except for keys that repeat.
 */
export function isFieldsText(bytes: Uint8Array, start: number, stop: number): boolean {
  let depth = 0
  let at = start
  while (bytes[at++] === openBrace) {
    if (bytes[at] === closeBrace) {
      for (at++; bytes[at] === closeBrace && depth > 0; at++) depth--
      if (depth === 0) return at === stop
      if (bytes[at++] !== comma) return false
    } else if (++depth > maxDepth) {
      return false
    }
    at = behindKey(bytes, at)
  }
  return false
}

/** Position of the value whose key begins at `start`; past the end if there is no such key. */
function behindKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== quote || !isOrdinary(bytes[start + 1]!)) return bytes.length
  for (let at = start + 1; ; at++) {
    let byte = bytes[at]!
    if (byte === quote) return bytes[at + 1] === colon ? at + 2 : bytes.length
    if (byte === backslash) {
      byte = bytes[++at]!
      if (byte !== quote && byte !== backslash) return bytes.length
    }
    if (!(byte >= 0x20 && byte < 0x7f)) return bytes.length
  }
}

/** Keys that begin otherwise may be numbers, which JavaScript reorders, or names that objects inherit. */
function isOrdinary(first: number): boolean {
  return first === 0x2e || (first >= 0x61 && first <= 0x7a)
}
