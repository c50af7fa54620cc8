import type { ValueTransformer } from '../value-transformer.js'
import { EncryptionError } from './encryption-error.js'

const encrypted = Buffer.from('k8s:enc:')

/**
 * Leaves values as they are, and refuses those that are encrypted.
 * Source: identity.go of k8s.io/apiserver/pkg/storage/value/encrypt.
 */
export const identityTransformer: ValueTransformer = {
  fromStorage(value) {
    if (encrypted.equals(value.subarray(0, encrypted.length)))
      throw new EncryptionError('InvalidValue', 'identity transformer tried to read encrypted data')
    return { data: value, stale: false }
  },
  toStorage: (data) => data,
}
