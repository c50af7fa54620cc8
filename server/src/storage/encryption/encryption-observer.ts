/** Whether a value is read from the store or written to it. */
export type TransformationType = 'from_storage' | 'to_storage'

/** One value that was changed, or could not be. */
export interface Transformation {
  /** `resource.group` of the value. */
  readonly resource: string
  readonly type: TransformationType
  /** Of the transformer; `identity` for values that are not encrypted, `unknown` where none fits. */
  readonly prefix: string
  readonly seconds: number
  readonly error?: unknown
}

/** One call of a KMS plugin. */
export interface KMSOperation {
  readonly provider: string
  readonly method: 'Status' | 'Encrypt' | 'Decrypt'
  readonly seconds: number
  readonly error?: unknown
}

/** Observes encryption at rest. */
export interface EncryptionObserver {
  transformed(transformation: Transformation): void
  kmsCalled(operation: KMSOperation): void
  /** A value was read or written with a key of a plugin. */
  keyUsed(type: TransformationType, provider: string, keyID: string): void
  /** A plugin named its key. */
  keyNamed(provider: string, keyID: string): void
  /** A plugin named a key that cannot be one. */
  keyRefused(provider: string, problem: 'empty' | 'too_long'): void
  /** A key had to be decrypted by the plugin. */
  cacheMissed(): void
  /** How many decrypted keys are remembered. */
  keysCached(provider: string, count: number): void
}
