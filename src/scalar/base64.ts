import { MachineryError } from '../errors/machinery-error.js'
import { encodeBase64, tryDecodeBase64 } from '../internal/base64.js'

/**
 * Reads the text of a bytes field: padded standard base64, carriage returns and line feeds ignored, as Go reads `[]byte`.
 *
 * @throws MachineryError with code `InvalidBase64` for anything else, the URL-safe alphabet and missing padding included.
 */
export function decodeBase64(text: string): Uint8Array {
  const bytes = tryDecodeBase64(text)
  if (typeof bytes === 'number') {
    throw new MachineryError('InvalidBase64', `illegal base64 data at input byte ${bytes}`)
  }
  return bytes
}

/**
 * Converts the text of a bytes field to the form that Go writes.
 *
 * @throws MachineryError with code `InvalidBase64`.
 */
export function canonicalBase64(text: string): string {
  return encodeBase64(decodeBase64(text))
}
