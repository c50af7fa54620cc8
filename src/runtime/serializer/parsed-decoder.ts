import type { JSONValue } from '../../json/json-value.js'
import type { Decoded, Decoder } from '../interfaces.js'

/** A decoder of JSON that can go on from what `JSON.parse` made of a text, where that was done to find its end. */
export interface ParsedDecoder {
  /**
   * Decodes a parsed value, and takes it over. `rounded` says whether `JSON.parse` may have rounded integers of the text.
   * Undefined where only the text tells enough: decode that instead.
   */
  decodeParsed(value: JSONValue, rounded: () => boolean): Decoded | undefined
}

/** Reports whether a decoder is a {@link ParsedDecoder}. */
export function isParsedDecoder(decoder: Decoder): decoder is Decoder & ParsedDecoder {
  return typeof (decoder as Partial<ParsedDecoder>).decodeParsed === 'function'
}
