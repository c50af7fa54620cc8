import { WellKnownUser } from '../../authentication/authenticator.js'
import type { RequestUser } from '../../request/context.js'

const prefix = 'system:node:'

/**
 * The name of the node that a user is, `''` where it has none; `undefined` for users who are no nodes.
 * Source: pkg/auth/nodeidentifier of Kubernetes.
 */
export function nodeIdentity({ name, groups }: RequestUser): string | undefined {
  return name.startsWith(prefix) && groups.includes(WellKnownUser.nodesGroup) ? name.slice(prefix.length) : undefined
}
