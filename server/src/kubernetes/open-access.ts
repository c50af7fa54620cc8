import type { AnonymousOptions } from '../authentication/anonymous.js'
import { alwaysAllow } from '../authorization/always.js'
import type { AuthorizationModes } from './server-authorization.js'

/** Who may do what, as the options of a server have it. */
export interface AccessOptions {
  readonly authorizationModes: AuthorizationModes
  /** Absent where nobody has asked for it. */
  readonly anonymousAuth?: boolean | AnonymousOptions | undefined
}

/**
 * Anonymous requests are let in where something else than `AlwaysAllow` says what they may do, or where they were asked for.
 *
 * Source: `ApplyAuthorization` of pkg/kubeapiserver/options in Kubernetes, which turns them off with `AlwaysAllow` even then.
 */
export function anonymousAccess({ authorizationModes, anonymousAuth }: AccessOptions): boolean | AnonymousOptions {
  return anonymousAuth ?? !allowsAll(authorizationModes)
}

/** Whether requests without credentials may do everything. */
export function isOpen(options: AccessOptions): boolean {
  const anonymous = anonymousAccess(options)
  const everywhere = typeof anonymous === 'boolean' ? anonymous : anonymous.paths === undefined
  return everywhere && allowsAll(options.authorizationModes)
}

/** Whether every user whom the server knows may do everything. */
export function allowsAll(modes: AuthorizationModes): boolean {
  return modes.some((mode) => mode === 'AlwaysAllow' || mode === alwaysAllow)
}
