/** Name and uid of an object in a token. */
export interface TokenReference {
  readonly name: string
  readonly uid?: string
}

/** The claim `kubernetes.io`. */
export interface KubernetesClaims {
  readonly namespace: string
  readonly node?: TokenReference
  readonly pod?: TokenReference
  readonly secret?: TokenReference
  readonly serviceaccount: TokenReference
  /** Seconds since the epoch after which use of the token is noted in the audit log. */
  readonly warnafter?: number
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

/** Reads claims that a signature has proven. Throws `Error` where they are not those of a service account. */
export function parseServiceAccountClaims(bytes: Uint8Array): ServiceAccountClaims {
  const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  if (!isObject(value)) throw new Error('token claims are not an object')
  const kubernetes = value['kubernetes.io']
  if (!isObject(kubernetes) || !isReference(kubernetes.serviceaccount) || typeof kubernetes.namespace !== 'string') {
    throw new Error('token claims name no service account')
  }
  for (const key of ['pod', 'secret', 'node']) {
    if (kubernetes[key] !== undefined && !isReference(kubernetes[key]))
      throw new Error(`token claim ${key} is not valid`)
  }
  const { aud } = value
  return {
    ...(value as unknown as ServiceAccountClaims),
    aud: audiencesOf(aud),
    exp: timeOf(value.exp),
    iat: timeOf(value.iat),
    nbf: timeOf(value.nbf),
  }
}

function audiencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function timeOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isReference(value: unknown): value is TokenReference {
  return isObject(value) && typeof value.name === 'string'
}
