import { WellKnownUser } from '../../authentication/authenticator.js'
import type { RequestContext } from '../../request/request-context.js'

/** Whether the user of a request needs no further right. Source: `EscalationAllowed` of pkg/registry/rbac. */
export function isSuperuser({ user }: Pick<RequestContext, 'user'>): boolean {
  return user?.groups.includes(WellKnownUser.systemPrivilegedGroup) ?? false
}
