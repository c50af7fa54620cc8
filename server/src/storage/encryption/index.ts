export { Encryption, type EncryptionOptions } from './encryption.js'
export { EncryptionError, type EncryptionErrorCode } from './encryption-error.js'
export type { Annotations, KMSCiphertext, KMSService, KMSStatus } from './kms-service.js'
