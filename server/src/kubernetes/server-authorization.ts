import { MachineryError } from 'apimachinery/errors'
import { WellKnownUser } from '../authentication/authenticator.js'
import { allowedPaths, alwaysAllow, alwaysDeny, privilegedGroups } from '../authorization/always.js'
import type {
  AuthorizationAttributes,
  AuthorizationResult,
  Authorizer,
  ResolvedRules,
  RuleResolver,
} from '../authorization/authorizer.js'
import { unionAuthorizer, unionRuleResolver } from '../authorization/union.js'
import type { Cancellable } from '../request/cancellation.js'
import type { RequestUser } from '../request/context.js'

/** How requests are allowed, by the names of `--authorization-mode`. */
export type AuthorizationMode = 'AlwaysAllow' | 'AlwaysDeny' | 'RBAC' | 'Node'

/** Authorizers that the server has itself. */
export interface OwnAuthorizers {
  readonly rbac: Authorizer & RuleResolver
  /** Absent without the mode `Node`. */
  readonly node: (Authorizer & RuleResolver) | undefined
  /** Paths for everybody, where no role of the cluster opens them. */
  readonly publicPaths?: readonly string[]
}

/** The authorizers, by name or as objects. */
export type AuthorizationModes = readonly (AuthorizationMode | Authorizer)[]

/** Called with the decision of an authorizer. */
export type DecisionObserver = (
  authorizer: { readonly type: string; readonly name: string },
  decision: AuthorizationResult['decision'],
) => void

/**
 * Calls authorizers in order: members of `system:masters` may do everything. Access to health checks is decided by RBAC.
 * The order may be replaced while the server runs.
 *
 * Source: `reloadableAuthorizerResolver` of pkg/kubeapiserver/authorizer in Kubernetes.
 */
export class ServerAuthorizer implements Authorizer, RuleResolver {
  readonly #own: OwnAuthorizers
  readonly #first: AuthorizationModes
  readonly #onDecision: DecisionObserver | undefined
  #authorizer: Authorizer
  #rules: RuleResolver

  constructor(modes: AuthorizationModes, own: OwnAuthorizers, onDecision?: DecisionObserver) {
    this.#own = own
    this.#onDecision = onDecision
    this.#first = modes
    ;[this.#authorizer, this.#rules] = this.#built(modes)
  }

  /** Throws for a mode that the server did not have when it started. */
  use(modes: AuthorizationModes): void {
    for (const mode of modes) {
      if ((mode !== 'RBAC' && mode !== 'Node') || this.#first.includes(mode)) continue
      throw new MachineryError(
        'InvalidValue',
        `authorizer type ${mode} is not allowed if it was not enabled at initial server startup`,
      )
    }
    ;[this.#authorizer, this.#rules] = this.#built(modes)
  }

  authorize(attributes: AuthorizationAttributes, signal?: Cancellable): Promise<AuthorizationResult> {
    return this.#authorizer.authorize(attributes, signal)
  }

  rulesFor(user: RequestUser, namespace: string): Promise<ResolvedRules> {
    return this.#rules.rulesFor(user, namespace)
  }

  #built(modes: AuthorizationModes): [Authorizer, RuleResolver] {
    const members = modes.map((mode) => this.#memberOf(mode))
    const counted = members.map((member, index) => this.#counted(member, modes[index]!))
    const privileged = privilegedGroups(WellKnownUser.systemPrivilegedGroup)
    const resolvers = members.filter((member) => 'rulesFor' in member) as unknown as RuleResolver[]
    const { publicPaths = [] } = this.#own
    const open = publicPaths.length > 0 ? [allowedPaths(publicPaths)] : []
    return [unionAuthorizer(privileged, ...open, ...counted), unionRuleResolver(...resolvers)]
  }

  #counted(member: Authorizer, mode: AuthorizationMode | Authorizer): Authorizer {
    const onDecision = this.#onDecision
    if (onDecision === undefined) return member
    const named =
      typeof mode === 'string' ? { name: mode, type: mode } : (mode as Partial<Record<'name' | 'type', string>>)
    const { name = 'default', type = 'Webhook' } = named
    return {
      async authorize(attributes, signal) {
        const result = await member.authorize(attributes, signal)
        onDecision({ type, name }, result.decision)
        return result
      },
    }
  }

  #memberOf(mode: AuthorizationMode | Authorizer): Authorizer {
    switch (mode) {
      case 'AlwaysAllow':
        return alwaysAllow
      case 'AlwaysDeny':
        return alwaysDeny
      case 'RBAC':
        return this.#own.rbac
      case 'Node':
        if (this.#own.node === undefined) throw new MachineryError('InvalidValue', 'there is no authorizer of nodes')
        return this.#own.node
      default:
        if (typeof mode === 'object') return mode
        throw new MachineryError('InvalidValue', `unknown authorization mode ${mode} specified`)
    }
  }
}
