import { randomBytes } from 'node:crypto'
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js'
import type { TransformedValue, ValueTransformer } from '../value-transformer.js'
import { EncryptionError } from './encryption-error.js'

const nonceSize = 24
const overhead = 16

/**
 * XSalsa20 and Poly1305 with a key of 32 bytes: nonce, tag, ciphertext.
 * Source: secretbox.go of k8s.io/apiserver/pkg/storage/value/encrypt.
 */
export class Secretbox implements ValueTransformer {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  fromStorage(value: Uint8Array): TransformedValue {
    if (value.length < overhead + nonceSize)
      throw new EncryptionError('InvalidValue', 'the stored data was shorter than the required size')
    try {
      const data = xsalsa20poly1305(this.#key, value.subarray(0, nonceSize)).decrypt(value.subarray(nonceSize))
      return { data, stale: false }
    } catch (cause) {
      throw new EncryptionError('InvalidValue', 'output array was not large enough for encryption', { cause })
    }
  }

  toStorage(data: Uint8Array): Uint8Array {
    const nonce = randomBytes(nonceSize)
    return Buffer.concat([nonce, xsalsa20poly1305(this.#key, nonce).encrypt(data)])
  }
}
