import { WellKnownUser } from '../../authentication/authenticator.js'
import type { RequestContext } from '../../request/request-context.js'

/** Whether nothing is to be asked: superusers, and requests of the server itself. Source: `EscalationAllowed` of pkg/registry/rbac. */
export function isSuperuser({ user }: Pick<RequestContext, 'user'>): boolean {
  return user === undefined || user.groups.includes(WellKnownUser.systemPrivilegedGroup)
}
