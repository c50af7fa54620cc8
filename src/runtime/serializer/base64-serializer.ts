import { encodeBase64 } from '../../internal/base64.js'
import { decodeBase64 } from '../../scalar/base64.js'
import type { Decoded, DecodeOptions, Decoder, Encoder, Serializer } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'

/** Wraps the bytes of another serializer in base64 text. */
export class Base64Serializer implements Serializer {
  readonly identifier: string
  readonly #encoder: Encoder
  readonly #decoder: Decoder

  constructor({ encoder, decoder }: { readonly encoder: Encoder; readonly decoder: Decoder }) {
    this.identifier = JSON.stringify({ encoder: encoder.identifier, name: 'base64' })
    this.#encoder = encoder
    this.#decoder = decoder
  }

  encode(object: KubernetesObject): Uint8Array {
    return new TextEncoder().encode(encodeBase64(this.#encoder.encode(object)))
  }

  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options?: DecodeOptions<T>,
  ): Decoded<T> {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
    return this.#decoder.decode(decodeBase64(text), options)
  }
}
