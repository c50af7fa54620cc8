import type { Cancellable } from '../request/cancellation.js'
import type { RequestUser } from '../request/context.js'
import type { FieldSelectorRequirement, LabelSelectorRequirement } from './selector-attributes.js'

/**
 * The attributes of an authorization check. Source: `authorizer.Attributes` of
 * k8s.io/apiserver/pkg/authorization/authorizer.
 */
export interface AuthorizationAttributes {
  readonly user: RequestUser
  readonly verb: string
  readonly namespace: string
  readonly apiGroup: string
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  readonly isResourceRequest: boolean
  readonly path: string
  /** Absent where the request has none, or one that cannot be read. Read when asked for: copies ask. */
  readonly fieldSelector?: readonly FieldSelectorRequirement[] | undefined
  readonly labelSelector?: readonly LabelSelectorRequirement[] | undefined
}

/** `allow` and `deny` are final; after `no-opinion` the next authorizer is called. */
export type Decision = 'allow' | 'deny' | 'no-opinion'

export interface AuthorizationResult {
  readonly decision: Decision
  /** Why, for people and the audit log. */
  readonly reason: string
  /** An error on the way; an allowed request stays allowed. */
  readonly error?: unknown
}

/** Decides whether a request is allowed. Never throws: errors are in the result. */
export interface Authorizer {
  authorize(attributes: AuthorizationAttributes, request?: Cancellable): Promise<AuthorizationResult>
}

/** The rules that apply to a user in a namespace, for `SelfSubjectRulesReview`. */
export interface RuleResolver {
  rulesFor(user: RequestUser, namespace: string): Promise<ResolvedRules>
}

export interface ResolvedRules {
  readonly resourceRules: readonly ResourceRule[]
  readonly nonResourceRules: readonly NonResourceRule[]
  /** True where an authorizer could not name all its rules. */
  readonly incomplete: boolean
  readonly errors: readonly string[]
}

export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
  readonly resourceNames?: readonly string[] | undefined
}

export interface NonResourceRule {
  readonly verbs: readonly string[]
  readonly nonResourceURLs?: readonly string[] | undefined
}

/** Reports whether a verb only reads. */
export function isReadOnly(verb: string): boolean {
  return verb === 'get' || verb === 'list' || verb === 'watch'
}
