import type { Decoder, KindRegistry } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'

/** A decoder for faithful JSON, which mostly needs only the result of `JSON.parse`; see `ParsedObjects`. */
export interface FaithfulDecoder extends Decoder {
  /** The kinds that it decodes. Undefined if it needs the text. */
  readonly faithfulKinds: KindRegistry | undefined
  /**
   * Completes an object after it was read; without this method it stays unchanged. Undefined if decoding the text does
   * more.
   */
  complete?(object: KubernetesObject): KubernetesObject | undefined
}

/** The kinds that a decoder reads faithfully; undefined for one that does not. */
export function faithfulKindsOf(decoder: Decoder | undefined): KindRegistry | undefined {
  return (decoder as Partial<FaithfulDecoder> | undefined)?.faithfulKinds
}
