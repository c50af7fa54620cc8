import { AuthorizationError } from './authorization-error.js'
import type { Authorizer, RuleResolver } from './authorizer.js'

/** Allows everything. Source: `NewAlwaysAllowAuthorizer` of k8s.io/apiserver/pkg/authorization/authorizerfactory. */
export const alwaysAllow: Authorizer & RuleResolver = {
  authorize: async () => ({ decision: 'allow', reason: '' }),
  rulesFor: async () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
    errors: [],
  }),
}

/** Denies everything. */
export const alwaysDeny: Authorizer & RuleResolver = {
  authorize: async () => ({ decision: 'no-opinion', reason: 'Everything is forbidden.' }),
  rulesFor: async () => ({ resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] }),
}

/** Allows everything to members of some groups, and has no opinion of others. */
export function privilegedGroups(...groups: readonly string[]): Authorizer {
  const privileged = new Set(groups)
  return {
    authorize: async ({ user }) =>
      user.groups.some((group) => privileged.has(group))
        ? { decision: 'allow', reason: '' }
        : { decision: 'no-opinion', reason: '' },
  }
}

/**
 * Allows all users some paths, such as `/healthz`; a `*` at the end matches any suffix. Throws `AuthorizationError` for a `*` elsewhere.
 *
 * Source: k8s.io/apiserver/pkg/authorization/path.
 */
export function allowedPaths(paths: readonly string[]): Authorizer {
  for (const path of paths.map(withoutSlash)) {
    if (path.slice(0, -1).includes('*'))
      throw new AuthorizationError(`only trailing * allowed in ${JSON.stringify(path)}`)
  }
  const exact = new Set(paths.filter((path) => !path.endsWith('*')).map(withoutSlash))
  const prefixes = paths.filter((path) => path.endsWith('*')).map((path) => withoutSlash(path.slice(0, -1)))
  return {
    authorize: async ({ isResourceRequest, path }) => {
      const asked = withoutSlash(path)
      const allowed = !isResourceRequest && (exact.has(asked) || prefixes.some((prefix) => asked.startsWith(prefix)))
      return { decision: allowed ? 'allow' : 'no-opinion', reason: '' }
    },
  }
}

/** What everybody may read, by the role `system:public-info-viewer` of Kubernetes: whether the server is well, and its version. */
export const publicPaths: readonly string[] = ['/healthz', '/livez', '/readyz', '/version', '/version/']

function withoutSlash(path: string): string {
  return path.startsWith('/') ? path.slice(1) : path
}
