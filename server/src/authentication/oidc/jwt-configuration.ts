/** One issuer of tokens, as `AuthenticationConfiguration` has it. Source: `JWTAuthenticator` of k8s.io/apiserver/pkg/apis/apiserver. */
export interface JWTAuthenticatorConfig {
  readonly issuer: {
    readonly url: string
    readonly discoveryURL?: string
    /** PEM. */
    readonly certificateAuthority?: string
    readonly audiences: readonly string[]
    readonly audienceMatchPolicy?: string
  }
  readonly claimValidationRules?: readonly ClaimValidationRule[]
  readonly claimMappings: {
    readonly username: PrefixedClaimOrExpression
    readonly groups?: PrefixedClaimOrExpression
    readonly uid?: ClaimOrExpression
    readonly extra?: readonly ExtraMapping[]
  }
  readonly userValidationRules?: readonly UserValidationRule[]
  /** `--oidc-signing-algs`; all that are asymmetric where absent. */
  readonly signingAlgorithms?: readonly string[]
}

/** A claim with a value, or an expression over `claims`. */
export interface ClaimValidationRule {
  readonly claim?: string
  readonly requiredValue?: string
  readonly expression?: string
  readonly message?: string
}

/** A claim, or an expression over `claims`. */
export interface ClaimOrExpression {
  readonly claim?: string
  readonly expression?: string
}

/** As {@link ClaimOrExpression}; `prefix` belongs to a claim. */
export interface PrefixedClaimOrExpression extends ClaimOrExpression {
  readonly prefix?: string
}

/** A key of the user's extra fields. */
export interface ExtraMapping {
  readonly key: string
  readonly valueExpression: string
}

/** An expression over `user`. */
export interface UserValidationRule {
  readonly expression: string
  readonly message?: string
}
