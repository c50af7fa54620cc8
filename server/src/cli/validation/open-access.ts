import { UsageError } from '../../flags/flag.js'
import { type AccessOptions, allowsAll, isOpen } from '../../kubernetes/open-access.js'
import { isLoopback } from '../../serving/is-loopback.js'

/** Access by the flags, and the address that is bound. */
export interface BoundAccess extends AccessOptions {
  readonly host: string
}

/** Warns of access that nothing restricts. Throws `UsageError` where others than this machine would have it without credentials. */
export function checkOpenAccess({ host, ...access }: BoundAccess, warn: (text: string) => void): void {
  if (!allowsAll(access.authorizationModes)) return
  if (!isOpen(access)) {
    warn('--authorization-mode=AlwaysAllow: everybody with a credential may do everything; use RBAC')
    return
  }
  const open = 'requests without credentials may do everything'
  if (!isLoopback(host)) {
    const ways = 'set --authorization-mode=RBAC, --anonymous-auth=false, or --bind-address=127.0.0.1'
    throw new UsageError(`--bind-address=${host} is refused, since ${open}: ${ways}`)
  }
  warn(`${open}, from this machine: use --authorization-mode=RBAC`)
}
