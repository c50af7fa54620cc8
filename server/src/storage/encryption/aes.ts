import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { TransformedValue, ValueTransformer } from '../value-transformer.js'
import { EncryptionError } from './encryption-error.js'

const nonceSize = 12
const tagSize = 16
const blockSize = 16
const tooShort = 'the stored data was shorter than the required size'

/**
 * AES-GCM with the key of the object as additional data: nonce, ciphertext, tag.
 * Source: aes.go of k8s.io/apiserver/pkg/storage/value/encrypt/aes.
 */
export class AESGCM implements ValueTransformer {
  readonly #key: Uint8Array
  readonly #nonce: () => Uint8Array

  /** `nonce` returns 12 new bytes on each call; default: random ones. */
  constructor(key: Uint8Array, nonce: () => Uint8Array = () => randomBytes(nonceSize)) {
    this.#key = key
    this.#nonce = nonce
  }

  fromStorage(value: Uint8Array, key: string): TransformedValue {
    if (value.length < nonceSize) throw new EncryptionError('InvalidValue', tooShort)
    if (value.length < nonceSize + tagSize)
      throw new EncryptionError('InvalidValue', 'cipher: message authentication failed')
    const decipher = createDecipheriv(
      `aes-${this.#key.length * 8}-gcm` as 'aes-256-gcm',
      this.#key,
      value.subarray(0, nonceSize),
    )
    decipher.setAAD(Buffer.from(key))
    decipher.setAuthTag(value.subarray(value.length - tagSize))
    const text = decipher.update(value.subarray(nonceSize, value.length - tagSize))
    try {
      decipher.final()
    } catch (cause) {
      throw new EncryptionError('InvalidValue', 'cipher: message authentication failed', { cause })
    }
    return { data: text, stale: false }
  }

  toStorage(data: Uint8Array, key: string): Uint8Array {
    const nonce = this.#nonce()
    const cipher = createCipheriv(`aes-${this.#key.length * 8}-gcm` as 'aes-256-gcm', this.#key, nonce)
    cipher.setAAD(Buffer.from(key))
    return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()])
  }
}

/** Nonces for a key that no other process has: four random bytes and a counter. */
export function countingNonce(): () => Uint8Array {
  let count = 1_000_000_000n
  return () => {
    const nonce = randomBytes(nonceSize)
    nonce.writeBigUInt64LE(++count, nonceSize - 8)
    return nonce
  }
}

/** AES-CBC with PKCS #7 padding: initialization vector, ciphertext. It does not notice changes of what is stored. */
export class AESCBC implements ValueTransformer {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  fromStorage(value: Uint8Array): TransformedValue {
    if (value.length < blockSize) throw new EncryptionError('InvalidValue', tooShort)
    if (value.length % blockSize !== 0)
      throw new EncryptionError('InvalidValue', 'the stored data is not a multiple of the block size')
    const vector = value.subarray(0, blockSize)
    const decipher = createDecipheriv(`aes-${this.#key.length * 8}-cbc`, this.#key, vector).setAutoPadding(false)
    const padded = Buffer.concat([decipher.update(value.subarray(blockSize)), decipher.final()])
    const padding = padded.at(-1) ?? 0
    if (padding === 0 || padding > padded.length)
      throw new EncryptionError('InvalidValue', 'invalid PKCS7 data (empty or not padded)')
    const size = padded.length - padding
    if (padded.subarray(size).some((byte) => byte !== padding))
      throw new EncryptionError('InvalidValue', 'invalid padding on input')
    return { data: padded.subarray(0, size), stale: false }
  }

  toStorage(data: Uint8Array): Uint8Array {
    const vector = randomBytes(blockSize)
    const cipher = createCipheriv(`aes-${this.#key.length * 8}-cbc`, this.#key, vector)
    return Buffer.concat([vector, cipher.update(data), cipher.final()])
  }
}
