import { MachineryError } from '../../errors/machinery-error.js'
import type { Decoded, DecodeOptions, Decoder, KindRegistry, RecognizingDecoder } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'
import { isStrictDecodingError } from '../strict-decoding-error.js'
import { type FaithfulDecoder, faithfulKindsOf } from './faithful-decoder.js'

/**
 * Reads with the decoder that recognises the input. Decoders that can neither claim nor exclude it, and those that do not
 * look, are tried afterwards in their order.
 */
export class RecognizerDecoder implements RecognizingDecoder, FaithfulDecoder {
  /** JSON is left to the decoder for JSON. */
  readonly faithfulKinds: KindRegistry | undefined
  readonly #decoders: readonly Decoder[]

  constructor(decoders: readonly Decoder[]) {
    this.#decoders = decoders
    this.faithfulKinds = decoders.map(faithfulKindsOf).find((kinds) => kinds !== undefined)
  }

  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    const verdicts = this.#decoders.filter(isRecognizing).map((decoder) => decoder.recognizesData(data))
    if (verdicts.some(({ ok }) => ok)) return { ok: true, unknown: false }
    return { ok: false, unknown: verdicts.some(({ unknown }) => unknown) }
  }

  /** @throws what the last decoder threw, or {@link MachineryError} `UnrecognizedFormat` or `InvalidInput`. */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options?: DecodeOptions<T>,
  ): Decoded<T> {
    const start = typeof data === 'string' ? new TextEncoder().encode(data.slice(0, peekLength)) : checkedBytes(data)
    const candidates: Decoder[] = []
    for (const decoder of this.#decoders) {
      const verdict = isRecognizing(decoder) ? decoder.recognizesData(start) : { ok: false, unknown: true }
      if (verdict.unknown) candidates.push(decoder)
      else if (verdict.ok) return decoder.decode(data, options)
    }
    return decodeWithFirst(candidates, data, options)
  }
}

/** Callers without types pass what they have at hand: an `ArrayBuffer`, or JSON that is parsed already. */
function checkedBytes(data: Uint8Array): Uint8Array {
  if (ArrayBuffer.isView(data)) return data
  const hint = Object.prototype.toString.call(data) === '[object ArrayBuffer]' ? ': make it a Uint8Array' : ''
  throw new MachineryError('InvalidInput', `what is decoded has to be text or bytes, not ${typeName(data)}${hint}`)
}

function typeName(value: unknown): string {
  return value === null || value === undefined ? String(value) : (value as object).constructor?.name || typeof value
}

/** How much of a text the recognisers are shown, in UTF-16 units. */
const peekLength = 4096

function decodeWithFirst<T extends KubernetesObject>(
  candidates: readonly Decoder[],
  data: Uint8Array | string,
  options: DecodeOptions<T> | undefined,
): Decoded<T> {
  let lastError: unknown = new MachineryError('UnrecognizedFormat', 'no serialization format matched the provided data')
  for (const decoder of candidates) {
    try {
      return decoder.decode(data, options)
    } catch (error) {
      // An object with strict findings was understood all the same.
      if (isStrictDecodingError(error) && error.decoded !== undefined) throw error
      lastError = error
    }
  }
  throw lastError
}

function isRecognizing(decoder: Decoder): decoder is RecognizingDecoder {
  return typeof (decoder as Partial<RecognizingDecoder>).recognizesData === 'function'
}
