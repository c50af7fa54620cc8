/** Why encryption at rest failed. */
export type EncryptionErrorCode =
  /** The configuration file is not what upstream takes. */
  | 'InvalidConfiguration'
  /** A stored value cannot be decrypted with the keys of the configuration. */
  | 'InvalidValue'
  /** A KMS plugin does not answer, or not as it must. */
  | 'PluginFailed'

/** An error of encryption at rest, in upstream's words. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError'

  constructor(
    readonly code: EncryptionErrorCode,
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
  }
}
