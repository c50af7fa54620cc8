import { AuthenticationError } from '../authentication-error.js'

/** Name and uid of an object in a token. */
export interface TokenReference {
  readonly name: string
  readonly uid?: string | undefined
}

/** The claim `kubernetes.io`. */
export interface KubernetesClaims {
  readonly namespace: string
  readonly node?: TokenReference | undefined
  readonly pod?: TokenReference | undefined
  readonly secret?: TokenReference | undefined
  readonly serviceaccount: TokenReference
  /** Seconds since the epoch after which use of the token is noted in the audit log. */
  readonly warnafter?: number | undefined
}

/** Claims of the token of a service account. Times are seconds since the epoch. */
export interface ServiceAccountClaims {
  readonly aud: readonly string[]
  readonly exp: number
  readonly iat: number
  readonly iss: string
  readonly jti: string
  readonly 'kubernetes.io': KubernetesClaims
  readonly nbf: number
  readonly sub: string
}

/** `system:serviceaccount:<namespace>:<name>`. */
export function serviceAccountUsername(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`
}

/** The groups of all service accounts, and of those of a namespace. */
export function serviceAccountGroups(namespace: string): string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
}

/** Reads claims that a signature has proven. Throws `AuthenticationError` where they are not those of a service account. */
export function serviceAccountClaims(value: Readonly<Record<string, unknown>>): ServiceAccountClaims {
  const kubernetes = value['kubernetes.io']
  if (!isObject(kubernetes) || !isReference(kubernetes.serviceaccount) || typeof kubernetes.namespace !== 'string') {
    throw new AuthenticationError('token claims name no service account')
  }
  for (const key of ['pod', 'secret', 'node']) {
    if (kubernetes[key] !== undefined && !isReference(kubernetes[key]))
      throw new AuthenticationError(`token claim ${key} is not valid`)
  }
  const { warnafter } = kubernetes
  return {
    aud: audiencesOf(value.aud),
    exp: timeOf('exp', value.exp),
    iat: timeOf('iat', value.iat),
    iss: stringClaim('iss', value.iss),
    jti: stringClaim('jti', value.jti),
    // The loop above has looked at its members.
    'kubernetes.io': { ...(kubernetes as unknown as KubernetesClaims), warnafter: timeOf('warnafter', warnafter) },
    nbf: timeOf('nbf', value.nbf),
    sub: stringClaim('sub', value.sub),
  }
}

/** The audiences that a token names: none without the claim. Throws `AuthenticationError` for what names no audiences. */
export function audiencesOf(value: unknown): string[] {
  if (value === undefined) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw new AuthenticationError('go-jose/go-jose/jwt: expected string or array value to unmarshal to Audience')
}

/** Whole seconds; 0 without the claim. Beyond exact numbers nobody can say what time is meant. */
function timeOf(name: string, value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'number' || Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new AuthenticationError(
      `go-jose/go-jose/jwt: expected number value to unmarshal NumericDate of claim ${name}`,
    )
  }
  return Math.trunc(value)
}

/** A claim that is a text; empty where it is absent. */
export function stringClaim(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new AuthenticationError(`token claim ${name} is not a string`)
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isReference(value: unknown): value is TokenReference {
  if (!isObject(value) || typeof value.name !== 'string') return false
  return value.uid === undefined || typeof value.uid === 'string'
}
