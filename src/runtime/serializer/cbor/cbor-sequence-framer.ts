import { asItIs, type FramerOptions, makeFramer } from '../framing/framer.js'
import type { Framer } from '../serializer-info.js'
import { CBORSequenceScanner } from './cbor-sequence-scanner.js'

/** CBOR data items one after another (RFC 8742). */
export function cborSequenceFramer(options: FramerOptions = {}): Framer {
  return makeFramer(() => new CBORSequenceScanner(), asItIs, options)
}
