export { Encryption, type EncryptionOptions } from './encryption.js'
export type { Annotations, KMSCiphertext, KMSService, KMSStatus } from './kms-service.js'
