import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { AuthenticationError } from '../authentication-error.js'

/** A public key that verifies tokens. */
export interface VerificationKey {
  readonly key: KeyObject
  /** Hash of the key, by which tokens name it. */
  readonly keyID: string
  readonly algorithm: string
  /** The documents for others do not have it. */
  readonly isUnpublished?: boolean | undefined
}

/** A private key that signs tokens. */
export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject
}

/**
 * The public keys of a PEM file: public keys, private keys and certificates. Throws `AuthenticationError` if there is none.
 *
 * Source: `PublicKeysFromFile` of k8s.io/client-go/util/keyutil.
 */
export function parseVerificationKeys(pem: string): VerificationKey[] {
  const keys: VerificationKey[] = []
  for (const block of pem.match(/-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g) ?? []) {
    const key = publicKeyOf(block)
    if (key !== undefined) keys.push(verificationKey(key))
  }
  if (keys.length === 0) throw new AuthenticationError('data does not contain any valid RSA or ECDSA public keys')
  return keys
}

/** The private key of a PEM file. Throws `AuthenticationError` for keys that are neither RSA nor ECDSA. */
export function parseSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem)
  return { ...verificationKey(createPublicKey(privateKey)), privateKey }
}

function publicKeyOf(block: string): KeyObject | undefined {
  try {
    const key = createPublicKey(block)
    return key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ec' ? key : undefined
  } catch {
    // Files of openssl have curve parameters and keys of other kinds beside keys.
    return undefined
  }
}

/** A public key with its name. Throws `AuthenticationError` for keys that are neither RSA nor ECDSA. */
export function verificationKey(key: KeyObject): VerificationKey {
  return { key, keyID: keyIDOf(key), algorithm: algorithmOf(key) }
}

/** Source: `keyIDFromPublicKey` of pkg/serviceaccount in Kubernetes. */
function keyIDOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
}

const algorithmOfCurve: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
}

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'rsa') return 'RS256'
  const algorithm = algorithmOfCurve[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (algorithm === undefined)
    throw new AuthenticationError('unknown private key type, must be *rsa.PrivateKey or *ecdsa.PrivateKey')
  return algorithm
}
