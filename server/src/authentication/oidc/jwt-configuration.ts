/** One issuer of tokens, as `AuthenticationConfiguration` has it. Source: `JWTAuthenticator` of k8s.io/apiserver/pkg/apis/apiserver. */
export interface JWTAuthenticatorConfig {
  readonly issuer: {
    readonly url: string
    readonly discoveryURL?: string | undefined
    /** PEM. */
    readonly certificateAuthority?: string | undefined
    readonly audiences: readonly string[]
    readonly audienceMatchPolicy?: string | undefined
  }
  readonly claimValidationRules?: readonly ClaimValidationRule[] | undefined
  readonly claimMappings: {
    readonly username: PrefixedClaimOrExpression
    readonly groups?: PrefixedClaimOrExpression | undefined
    readonly uid?: ClaimOrExpression | undefined
    readonly extra?: readonly ExtraMapping[] | undefined
  }
  readonly userValidationRules?: readonly UserValidationRule[] | undefined
  /** `--oidc-signing-algs`; all that are asymmetric where absent. */
  readonly signingAlgorithms?: readonly string[] | undefined
}

/** A claim with a value, or an expression over `claims`. */
export interface ClaimValidationRule {
  readonly claim?: string | undefined
  readonly requiredValue?: string | undefined
  readonly expression?: string | undefined
  readonly message?: string | undefined
}

/** A claim, or an expression over `claims`. */
export interface ClaimOrExpression {
  readonly claim?: string | undefined
  readonly expression?: string | undefined
}

/** As {@link ClaimOrExpression}; `prefix` belongs to a claim. */
export interface PrefixedClaimOrExpression extends ClaimOrExpression {
  readonly prefix?: string | undefined
}

/** A key of the user's extra fields. */
export interface ExtraMapping {
  readonly key: string
  readonly valueExpression: string
}

/** An expression over `user`. */
export interface UserValidationRule {
  readonly expression: string
  readonly message?: string | undefined
}
