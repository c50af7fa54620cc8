import { createHmac, randomBytes } from 'node:crypto'
import type { TransformedValue, ValueTransformer } from '../value-transformer.js'
import { AESGCM } from './aes.js'
import { EncryptionError } from './encryption-error.js'

const infoSize = 32

/**
 * AES-GCM with a key of its own for each value, derived from a seed: information for the derivation, then what AES-GCM
 * makes. Source: aes_extended_nonce.go of k8s.io/apiserver/pkg/storage/value/encrypt/aes.
 */
export class ExtendedNonceGCM implements ValueTransformer {
  readonly #seed: Uint8Array

  constructor(seed: Uint8Array) {
    if (seed.length < infoSize)
      throw new EncryptionError('InvalidValue', `invalid seed length ${seed.length} used for key generation`)
    this.#seed = seed
  }

  fromStorage(value: Uint8Array, key: string): TransformedValue {
    if (value.length < infoSize)
      throw new EncryptionError('InvalidValue', 'the stored data was shorter than the required size')
    return new AESGCM(this.#derive(value.subarray(0, infoSize))).fromStorage(value.subarray(infoSize), key)
  }

  toStorage(data: Uint8Array, key: string): Uint8Array {
    const info = randomBytes(infoSize)
    return Buffer.concat([info, new AESGCM(this.#derive(info)).toStorage(data, key)])
  }

  /** The first block of HKDF's expansion with SHA-256 (RFC 5869), which is as long as the key. */
  #derive(info: Uint8Array): Uint8Array {
    return createHmac('sha256', this.#seed).update(info).update(Uint8Array.of(1)).digest()
  }
}
