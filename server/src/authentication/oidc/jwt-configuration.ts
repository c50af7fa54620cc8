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

/** Throws `Error` with the path of the first field that is wrong. */
export function checkJWTConfig(config: JWTAuthenticatorConfig, path: string): void {
  const { issuer, claimMappings, claimValidationRules = [] } = config
  const fail = (field: string, why: string): never => {
    throw new Error(`${path}.${field}: ${why}`)
  }
  if (!issuer?.url) fail('issuer.url', 'Required value: URL is required')
  if (!URL.canParse(issuer.url) || new URL(issuer.url).protocol !== 'https:') {
    fail('issuer.url', `Invalid value: ${JSON.stringify(issuer.url)}: URL scheme must be https`)
  }
  if (!Array.isArray(issuer.audiences) || issuer.audiences.length === 0) {
    fail('issuer.audiences', 'Required value: at least one jwt.issuer.audiences is required')
  }
  if (issuer.audiences.length > 1 && issuer.audienceMatchPolicy !== 'MatchAny') {
    fail(
      'issuer.audienceMatchPolicy',
      `Invalid value: ${JSON.stringify(issuer.audienceMatchPolicy ?? '')}: audienceMatchPolicy must be MatchAny for multiple audiences`,
    )
  }
  const { username } = claimMappings ?? {}
  if (!username?.claim && !username?.expression) {
    fail('claimMappings.username', 'Required value: claim or expression is required')
  }
  if (username.claim && username.expression) {
    fail('claimMappings.username', 'Invalid value: "": claim and expression can\'t both be set')
  }
  if (username.claim && username.prefix === undefined) {
    fail(
      'claimMappings.username.prefix',
      'Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing',
    )
  }
  for (const [index, rule] of claimValidationRules.entries()) {
    if ((rule.claim === undefined) === (rule.expression === undefined)) {
      fail(`claimValidationRules[${index}]`, 'Required value: claim or expression is required')
    }
  }
}
