import { MachineryError } from '../errors/machinery-error.js'
import { tryDecodeUtf8 } from '../internal/utf8.js'

/**
 * Decodes the bytes of a text document; a byte order mark stays in the text.
 *
 * @throws MachineryError `InvalidUTF8` naming the first broken byte.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = tryDecodeUtf8(bytes)
  if (text === undefined) throw new MachineryError('InvalidUTF8', `invalid UTF-8 at byte ${firstInvalidByte(bytes)}`)
  return text
}

/** Halves the range in which the longest well-formed beginning ends. */
function firstInvalidByte(bytes: Uint8Array): number {
  let good = 0
  let bad = bytes.length
  while (good < bad) {
    const middle = (good + bad + 1) >> 1
    if (hasValidStart(bytes.subarray(0, middle))) good = middle
    else bad = middle - 1
  }
  return good
}

function hasValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
