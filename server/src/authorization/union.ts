import { asError, newAggregate } from 'apimachinery/errors'
import type { Cancellable } from '../request/cancellation.js'
import type {
  AuthorizationAttributes,
  AuthorizationResult,
  Authorizer,
  ResolvedRules,
  RuleResolver,
} from './authorizer.js'

/** Calls authorizers in turn until one decides. Source: k8s.io/apiserver/pkg/authorization/union. */
export function unionAuthorizer(...members: readonly Authorizer[]): Authorizer {
  return {
    async authorize(attributes: AuthorizationAttributes, request?: Cancellable): Promise<AuthorizationResult> {
      const reasons: string[] = []
      const errors: Error[] = []
      for (const member of members) {
        const result = await member.authorize(attributes, request)
        if (result.error !== undefined) errors.push(asError(result.error))
        if (result.reason !== '') reasons.push(result.reason)
        if (result.decision !== 'no-opinion') return result
      }
      const reason = reasons.join('\n')
      return { decision: 'no-opinion', reason, error: newAggregate(errors) }
    },
  }
}

/** The rules of all resolvers together. */
export function unionRuleResolver(...members: readonly RuleResolver[]): RuleResolver {
  return {
    async rulesFor(user, namespace): Promise<ResolvedRules> {
      const found = await Promise.all(members.map((member) => member.rulesFor(user, namespace)))
      return {
        resourceRules: found.flatMap(({ resourceRules }) => resourceRules),
        nonResourceRules: found.flatMap(({ nonResourceRules }) => nonResourceRules),
        incomplete: found.some(({ incomplete }) => incomplete),
        errors: found.flatMap(({ errors }) => errors),
      }
    },
  }
}
