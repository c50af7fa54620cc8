import type { BoxedValue } from './value.js'

/**
 * The attributes of an authorizer check in an expression. Absent texts are empty.
 *
 * Source: `authorizer.Attributes` of k8s.io/apiserver, as its CEL library `authz` fills them.
 */
export interface CELAuthorizationAttributes {
  /** The user of the request, or the service account that `authorizer.serviceAccount(…)` named. */
  readonly user: CELAuthorizationUser
  readonly verb: string
  readonly namespace: string
  readonly apiGroup: string
  /** `*`, as expressions name no version. */
  readonly apiVersion: string
  readonly resource: string
  readonly subresource: string
  readonly name: string
  /** False for `authorizer.path(…)`. */
  readonly isResourceRequest: boolean
  readonly path: string
  /** The text of `fieldSelector(…)`; absent when it was not called. */
  readonly fieldSelector?: string
  /** The text of `labelSelector(…)`; absent when it was not called. */
  readonly labelSelector?: string
}

/** The user of an authorizer check. */
export interface CELAuthorizationUser {
  readonly username: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The decision of an authorizer in an expression. */
export interface CELDecision {
  readonly decision: 'allow' | 'deny' | 'no-opinion'
  readonly reason: string
  /** The error, as returned by `errored()` and `error()` of a decision. */
  readonly error?: string
}

/**
 * Answers `authorizer.….check(…)` in expressions.
 *
 * It may answer later: `evaluateAsync` of a program waits for promises, `evaluate` throws on them.
 */
export interface CELAuthorizer {
  /** Decides whether the request would be allowed. */
  authorize(attributes: CELAuthorizationAttributes): CELDecision | PromiseLike<CELDecision>
}

/** The value of the variable `authorizer`: an authorizer and a user. */
export class AuthorizerValue implements BoxedValue {
  readonly typeName = 'kubernetes.authorization.Authorizer'
  readonly authorizer: CELAuthorizer
  readonly user: CELAuthorizationUser

  constructor(authorizer: CELAuthorizer, user: CELAuthorizationUser) {
    this.authorizer = authorizer
    this.user = user
  }
}
