import type { Decoder, KindRegistry } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'

/** A decoder that reads JSON faithfully: what `JSON.parse` made of a text mostly tells it enough; see `ParsedObjects`. */
export interface FaithfulDecoder extends Decoder {
  /** The kinds it reads. Undefined when it has to look at the text. */
  readonly faithfulKinds: KindRegistry | undefined
  /**
   * What becomes of an object after it was read; without this method it stays as it is. Undefined where decoding the text
   * does more.
   */
  complete?(object: KubernetesObject): KubernetesObject | undefined
}

/** The kinds that a decoder reads faithfully; undefined for one that does not. */
export function faithfulKindsOf(decoder: Decoder | undefined): KindRegistry | undefined {
  return (decoder as Partial<FaithfulDecoder> | undefined)?.faithfulKinds
}
