import type { RequestUser } from '../request/context.js'
import {
  type AuthorizationAttributes,
  type Authorizer,
  isReadOnly,
  type ResourceRule,
  type RuleResolver,
} from './authorizer.js'
import type { AbacPolicy } from './parse-abac-policies.js'

/** An authorizer with a name and a type, for metrics. */
export type NamedAuthorizer = Authorizer & RuleResolver & { readonly name: string; readonly type: string }

/** Allows what one of a list of policies allows. Source: pkg/auth/authorizer/abac of Kubernetes. */
export function abacAuthorizer(policies: readonly AbacPolicy[]): NamedAuthorizer {
  return {
    type: 'ABAC',
    name: 'abac',
    async authorize(attributes) {
      const isAllowed = policies.some((policy) => matches(policy, attributes))
      return isAllowed ? { decision: 'allow', reason: '' } : { decision: 'no-opinion', reason: 'No policy matched.' }
    },
    async rulesFor(user, namespace) {
      const found = policies.filter(
        (policy) => matchesSubject(policy, user) && (policy.namespace === '*' || policy.namespace === namespace),
      )
      return {
        resourceRules: found.filter(({ resource }) => resource !== '').map(resourceRule),
        nonResourceRules: found
          .filter(({ nonResourcePath }) => nonResourcePath !== '')
          .map((policy) => ({ verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] })),
        incomplete: false,
        errors: [],
      }
    },
  }
}

function matches(policy: AbacPolicy, attributes: AuthorizationAttributes): boolean {
  if (!matchesSubject(policy, attributes.user)) return false
  if (policy.readonly && !isReadOnly(attributes.verb)) return false
  return attributes.isResourceRequest ? matchesResource(policy, attributes) : matchesPath(policy, attributes.path)
}

/** A policy without a user and a group applies to no request. */
function matchesSubject({ user, group }: AbacPolicy, { name, groups }: RequestUser): boolean {
  if (user === '' && group === '') return false
  const isUser = user === '' || user === '*' || user === name
  return isUser && (group === '' || group === '*' || groups.includes(group))
}

function matchesResource(policy: AbacPolicy, { namespace, resource, apiGroup }: AuthorizationAttributes): boolean {
  const is = (wanted: string, value: string): boolean => wanted === '*' || wanted === value
  return is(policy.namespace, namespace) && is(policy.resource, resource) && is(policy.apiGroup, apiGroup)
}

function matchesPath({ nonResourcePath }: AbacPolicy, path: string): boolean {
  if (nonResourcePath === '*' || nonResourcePath === path) return true
  return nonResourcePath.endsWith('*') && path.startsWith(nonResourcePath.replace(/(?<!\*)\*+$/, ''))
}

function resourceRule(policy: AbacPolicy): ResourceRule {
  return { verbs: verbsOf(policy), apiGroups: [policy.apiGroup], resources: [policy.resource] }
}

function verbsOf({ readonly }: AbacPolicy): readonly string[] {
  return readonly ? ['get', 'list', 'watch'] : ['*']
}
