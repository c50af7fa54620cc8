/** Position of the value of a member in bytes of JSON. */
export interface MemberSlice {
  readonly start: number
  /** Behind its last byte. */
  readonly end: number
}

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * Finds an object among the members of a JSON object without white space, as encoders write it; `name` holds no escapes.
 *
 * @param length - of the value, where that is known.
 */
export function memberSlice(json: Uint8Array, name: string, length?: number): MemberSlice | undefined {
  if (json[0] !== openBrace) return undefined
  const wanted = Buffer.from(`"${name}"`)
  let position = 1
  while (position < json.length && json[position] === quote) {
    const key = position
    position = endOfString(json, position)
    if (json[position] !== colon) return undefined
    const start = position + 1
    const found = start - 1 - key === wanted.length && wanted.equals(json.subarray(key, start - 1))
    const end = found && length !== undefined ? start + length : endOfValue(json, start)
    if (found) return isObject(json, start, end) ? { start, end } : undefined
    if (json[end] !== comma) return undefined
    position = end + 1
  }
  return undefined
}

/** An object that ends where something follows it. */
function isObject(json: Uint8Array, start: number, end: number): boolean {
  return json[start] === openBrace && json[end - 1] === closeBrace && (json[end] === comma || json[end] === closeBrace)
}

function endOfString(json: Uint8Array, start: number): number {
  let position = start + 1
  for (;;) {
    const end = json.indexOf(quote, position)
    if (end < 0) return json.length
    let escapes = 0
    while (json[end - 1 - escapes] === backslash) escapes++
    if (escapes % 2 === 0) return end + 1
    position = end + 1
  }
}

function endOfValue(json: Uint8Array, start: number): number {
  let depth = 0
  let position = start
  while (position < json.length) {
    const byte = json[position]
    if (byte === quote) {
      position = endOfString(json, position)
      if (depth === 0) return position
      continue
    }
    if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return position
      depth--
      if (depth === 0) return position + 1
    } else if (byte === comma && depth === 0) return position
    position++
  }
  return position
}
