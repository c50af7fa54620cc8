/** Source: types_encryption.go of k8s.io/apiserver/pkg/apis/apiserver/v1. */
export interface EncryptionConfiguration {
  readonly apiVersion: string
  readonly kind: string
  readonly resources?: readonly ResourceConfiguration[] | null
}

export interface ResourceConfiguration {
  /** `secrets`, `deployments.apps`, `*.apps`, `*.` for the core group, `*.*`. */
  readonly resources?: readonly string[] | null
  /** The first encrypts, all decrypt. */
  readonly providers?: readonly ProviderConfiguration[] | null
}

export interface ProviderConfiguration {
  readonly aesgcm?: KeysConfiguration | null
  readonly aescbc?: KeysConfiguration | null
  readonly secretbox?: KeysConfiguration | null
  readonly identity?: object | null
  readonly kms?: KMSConfiguration | null
}

export interface KeysConfiguration {
  readonly keys?: readonly KeyConfiguration[] | null
}

export interface KeyConfiguration {
  readonly name?: string
  /** In base64. */
  readonly secret?: string
}

export interface KMSConfiguration {
  readonly apiVersion?: string
  readonly name?: string
  readonly cachesize?: number
  readonly endpoint?: string
  /** A duration such as `3s`. */
  readonly timeout?: string
}
