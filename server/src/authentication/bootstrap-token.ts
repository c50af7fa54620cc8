import { timingSafeEqual } from 'node:crypto'
import { timeToDate } from 'apimachinery/scalar'
import type { PassiveClock } from 'apimachinery/wait'
import type { TokenAuthenticator } from './authenticator.js'

/** A secret, as far as tokens are concerned. */
export interface BootstrapSecret {
  readonly type: string
  readonly isDeleted: boolean
  /** Decoded. */
  readonly data: Readonly<Record<string, string>>
}

/** Input for the lookup of tokens. */
export interface BootstrapTokenOptions {
  /** A secret of `kube-system`; `undefined` if there is none. */
  readonly secret: (name: string) => Promise<BootstrapSecret | undefined>
  readonly clock: PassiveClock
}

const tokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})$/
const groupPattern = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/

/**
 * Tokens by which new nodes join: secrets `bootstrap-token-<id>` of `kube-system`.
 *
 * Source: plugin/pkg/auth/authenticator/token/bootstrap of Kubernetes.
 */
export function bootstrapTokenAuthenticator({ secret: find, clock }: BootstrapTokenOptions): TokenAuthenticator {
  return {
    async authenticateToken(token) {
      const [, id = '', value = ''] = tokenPattern.exec(token) ?? []
      if (id === '') return undefined
      const secret = await find(`bootstrap-token-${id}`)
      if (secret === undefined || secret.isDeleted || secret.type !== 'bootstrap.kubernetes.io/token') return undefined
      const { data } = secret
      if (!isSame(data['token-secret'] ?? '', value) || data['token-id'] !== id) return undefined
      if (isExpired(data.expiration, new Date(clock.now())) || data['usage-bootstrap-authentication'] !== 'true')
        return undefined
      const groups = groupsOf(data['auth-extra-groups'] ?? '')
      return groups && { user: { name: `system:bootstrap:${id}`, uid: '', groups, extra: {} } }
    },
  }
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** A time that is not written as RFC 3339 has it is over. */
function isExpired(text: string | undefined, now: Date): boolean {
  if (text === undefined || text === '') return false
  try {
    return timeToDate(text).getTime() <= now.getTime()
  } catch {
    return true
  }
}

/** `undefined` where one of the groups is not for bootstrapping. */
function groupsOf(text: string): string[] | undefined {
  const groups = new Set(['system:bootstrappers'])
  if (text === '') return [...groups]
  for (const group of text.split(',')) {
    if (!groupPattern.test(group)) return undefined
    groups.add(group)
  }
  return [...groups].sort()
}
