import type { Secret } from 'apimachinery/api/core/v1'
import { getNamespace } from 'apimachinery/runtime'
import { timeToDate } from 'apimachinery/scalar'

/** Whether a secret holds a token by which nodes join. */
export function isBootstrapToken(secret: Secret): boolean {
  return secret.type === 'bootstrap.kubernetes.io/token' && getNamespace(secret) === 'kube-system'
}

/** An entry of a secret as text; empty where there is none. */
export function textOf({ data }: Secret, key: string): string {
  return Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
}

/**
 * Milliseconds until a token expires, 0 for one that has; undefined for one that does not expire. A time that cannot be read is over.
 *
 * Source: `GetExpiration` of k8s.io/cluster-bootstrap/util/secrets.
 */
export function expiresAfter(secret: Secret, now: number): number | undefined {
  const text = textOf(secret, 'expiration')
  if (text === '') return undefined
  try {
    return Math.max(0, timeToDate(text).getTime() - now)
  } catch {
    return 0
  }
}
