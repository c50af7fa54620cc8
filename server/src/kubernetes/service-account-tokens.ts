import { generateKeyPairSync } from 'node:crypto'
import { getDeletionTimestamp, getUID } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import type { TokenAuthenticator } from '../authentication/authenticator.js'
import type { ExternalSigner } from '../authentication/service-account/external-signer.js'
import {
  type LegacyTokenKind,
  type LegacyTokenStore,
  legacyTokenAuthenticator,
} from '../authentication/service-account/legacy-token-authenticator.js'
import { serviceAccountAuthenticator } from '../authentication/service-account/service-account-authenticator.js'
import type { BoundObject, TokenGetter } from '../authentication/service-account/token-getter.js'
import { TokenIssuer } from '../authentication/service-account/token-issuer.js'
import {
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from '../authentication/service-account/token-keys.js'
import { unionTokenAuthenticator } from '../authentication/union.js'
import type { ServiceAccountKey } from '../certificates/certificate-files.js'
import { lazy } from '../internal/lazy.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import { liveObject } from '../kinds/live-object.js'

/** Tokens of service accounts, by the flags `--service-account-*` and `--api-audiences`. */
export interface ServiceAccountOptions {
  /** The first one signs, all are accepted; `https://kubernetes.default.svc.cluster.local` where absent. */
  readonly issuers?: readonly string[] | undefined
  /** PEM of the key that signs, or what makes it when it is first needed; one of its own, which ends with the process, where absent. */
  readonly signingKey?: ServiceAccountKey | undefined
  /** Who signs, and knows the keys that verify, in place of keys; it is closed with the server. */
  readonly externalSigner?: ExternalSigner | undefined
  /** PEM of the keys that verify; the public half of the signing key where absent. */
  readonly verificationKeys?: readonly string[] | undefined
  /** Audiences of the API server; the issuers where absent. */
  readonly audiences?: readonly string[] | undefined
  /** Whether what a token is bound to must still be there; default true. */
  readonly lookup?: boolean | undefined
  /** Seconds. */
  readonly maxTokenExpiration?: number | undefined
  readonly extendTokenExpiration?: boolean | undefined
  /** Where others find the keys, if not at this server's `/openid/v1/jwks`. */
  readonly jwksURI?: string | undefined
  /** Called for valid tokens. */
  readonly onToken?: ((kind: 'valid' | 'stale' | LegacyTokenKind) => void) | undefined
}

/** The parts of a server for tokens of service accounts. */
export interface ServiceAccountTokens {
  readonly issuers: readonly string[]
  readonly audiences: readonly string[]
  readonly keys: (keyID?: string) => Promise<readonly VerificationKey[]>
  /** Signs tokens; the `token` subresource of service accounts calls it. */
  readonly issuer: TokenIssuer
  readonly authenticator: TokenAuthenticator
}

/** What the server brings along. */
export interface ServiceAccountParts {
  readonly clock: PassiveClock
  /** The secrets that hold tokens. */
  readonly legacy: LegacyTokenStore
}

/** Reads the keys, and looks bound objects up in the stores. Throws `Error` for keys that cannot be read. */
export function serviceAccountTokens(
  stores: BuiltInStores,
  options: ServiceAccountOptions,
  { clock, legacy }: ServiceAccountParts,
): ServiceAccountTokens {
  const issuers = options.issuers?.length ? options.issuers : ['https://kubernetes.default.svc.cluster.local']
  const audiences = options.audiences?.length ? options.audiences : issuers
  const signing = signingKeyOf(options.externalSigner === undefined ? options.signingKey : async () => '')
  const given = distinct((options.verificationKeys ?? []).flatMap(parseVerificationKeys))
  const { externalSigner } = options
  const own = async (): Promise<readonly VerificationKey[]> => (given.length > 0 ? given : [await signing()])
  const keys = async (keyID?: string) => externalSigner?.keys(keyID) ?? own()
  const common = { keys, audiences, clock, onToken: options.onToken }
  return {
    issuers,
    audiences,
    keys,
    issuer: new TokenIssuer({
      issuer: issuers[0]!,
      key: externalSigner ?? signing,
      audiences,
      clock,
      maxExpirationSeconds: options.maxTokenExpiration,
      extendExpiration: options.extendTokenExpiration,
    }),
    authenticator: unionTokenAuthenticator(
      legacyTokenAuthenticator({ ...common, store: options.lookup !== false ? legacy : undefined }),
      serviceAccountAuthenticator({
        ...common,
        issuers,
        getter: options.lookup !== false ? storeTokenGetter(stores) : undefined,
      }),
    ),
  }
}

function signingKeyOf(given: ServiceAccountOptions['signingKey']): () => Promise<SigningKey> {
  // A key of its own takes milliseconds, and few tests ask for tokens.
  if (given === undefined) return lazy(async () => newSigningKey())
  if (typeof given === 'function') return lazy(() => given().then(parseSigningKey))
  const key = parseSigningKey(given)
  return async () => key
}

function distinct(keys: readonly VerificationKey[]): VerificationKey[] {
  return keys.filter(({ keyID }, index) => keys.findIndex((other) => other.keyID === keyID) === index)
}

function newSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  })
  return parseSigningKey(privateKey)
}

/** Looks bound objects up in the stores of the server itself. */
export function storeTokenGetter(stores: BuiltInStores): TokenGetter {
  const getter =
    (prefix: string) =>
    async (namespace: string, name: string): Promise<BoundObject | undefined> => {
      const object = await liveObject(stores.at(prefix), namespace, name)
      if (object === undefined) return undefined
      const deleted = getDeletionTimestamp(object)
      return { uid: getUID(object), deletionTimestamp: deleted !== undefined ? new Date(deleted) : undefined }
    }
  const node = getter('minions')
  return {
    serviceAccount: getter('serviceaccounts'),
    pod: getter('pods'),
    secret: getter('secrets'),
    node: (name) => node('', name),
  }
}
