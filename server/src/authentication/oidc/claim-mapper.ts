import { messageOf } from 'apimachinery/errors'
import type { RequestUser } from '../../request/context.js'
import { AuthenticationError } from '../authentication-error.js'
import { ClaimExpression, conditionOver, textsOf } from './claim-expressions.js'
import type { ClaimOrExpression, JWTAuthenticatorConfig, PrefixedClaimOrExpression } from './jwt-configuration.js'

/** Claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>

const credentialKey = 'authentication.kubernetes.io/credential-id'

interface Rule {
  readonly check: (value: unknown) => void
}

/**
 * Makes a user of claims, by claims or expressions, and checks both.
 *
 * Source: `AuthenticateToken` of k8s.io/apiserver/plugin/pkg/authenticator/token/oidc.
 */
export class ClaimMapper {
  readonly #rules: readonly Rule[]
  readonly #userRules: readonly Rule[]
  readonly #username: (claims: Claims) => string
  readonly #groups: (claims: Claims) => string[]
  readonly #uid: (claims: Claims) => string
  readonly #extra: readonly { readonly key: string; readonly values: (claims: Claims) => string[] }[]

  /** Throws `AuthenticationError` for expressions that cannot be compiled. */
  constructor({ claimMappings, claimValidationRules = [], userValidationRules = [] }: JWTAuthenticatorConfig) {
    this.#rules = claimValidationRules.map((rule) =>
      rule.expression === undefined
        ? { check: (claims) => checkClaim(claims as Claims, rule.claim ?? '', rule.requiredValue ?? '') }
        : conditionRule(rule.expression, 'claims', rule.message),
    )
    this.#userRules = userValidationRules.map((rule) => conditionRule(rule.expression, 'user', rule.message))
    this.#username = usernameOf(claimMappings.username)
    this.#groups = groupsOf(claimMappings.groups)
    this.#uid = uidOf(claimMappings.uid)
    this.#extra = (claimMappings.extra ?? []).map(({ key, valueExpression }) => {
      const expression = new ClaimExpression(valueExpression, 'claims')
      return { key, values: (claims) => textsOf(expression.evaluate(claims)) }
    })
  }

  /** Throws `AuthenticationError` with the reason for invalid claims. */
  userOf(claims: Claims): RequestUser {
    const name = this.#username(claims)
    const groups = this.#groups(claims)
    const uid = this.#uid(claims)
    const extra = this.#extra.flatMap(({ key, values }): [string, string[]][] => {
      const found = values(claims)
      return found.length === 0 ? [] : [[key, found]]
    })
    if (typeof claims.jti === 'string' && claims.jti !== '') extra.push([credentialKey, [`JTI=${claims.jti}`]])
    for (const rule of this.#rules) rule.check(claims)
    const user = { name, uid, groups, extra: Object.fromEntries(extra) }
    for (const rule of this.#userRules) rule.check({ username: name, uid, groups, extra: user.extra })
    return user
  }
}

function conditionRule(source: string, variable: 'claims' | 'user', message: string | undefined): Rule {
  const condition = conditionOver(source, variable)
  const what = variable === 'claims' ? 'claim validation expression' : 'user info validation rule'
  const why = message || `validation expression '${source}' failed`
  return {
    check(value) {
      let result: unknown
      try {
        result = condition.evaluate(value)
      } catch (error) {
        throw new AuthenticationError(`oidc: error evaluating ${what}: ${messageOf(error)}`)
      }
      if (result !== true) throw new AuthenticationError(`oidc: error evaluating ${what}: ${why}`)
    },
  }
}

function checkClaim(claims: Claims, claim: string, wanted: string): void {
  if (!Object.hasOwn(claims, claim))
    throw new AuthenticationError(`oidc: required claim ${claim} not present in ID token`)
  const value = claims[claim]
  if (typeof value !== 'string')
    throw new AuthenticationError(`oidc: parse claim ${claim}: json: cannot unmarshal into Go value of type string`)
  if (value !== wanted) {
    throw new AuthenticationError(
      `oidc: required claim ${claim} value does not match. Got = ${value}, want = ${wanted}`,
    )
  }
}

function usernameOf({ claim = '', prefix = '', expression }: PrefixedClaimOrExpression): (claims: Claims) => string {
  if (expression !== undefined && expression !== '') {
    const compiled = new ClaimExpression(expression, 'claims')
    return (claims) => {
      const value = evaluated(compiled, claims, 'username')
      if (typeof value !== 'string') throw failed('username', 'username claim expression must return a string')
      if (value === '') throw new AuthenticationError('oidc: empty username via CEL expression is not allowed')
      return value
    }
  }
  return (claims) => {
    const value = textClaim(claims, claim)
    if (typeof value !== 'string')
      throw new AuthenticationError(`oidc: parse username claims "${claim}": claim not present`)
    // An address counts only when the issuer has proven that it is the user's.
    if (claim === 'email' && claims.email_verified !== undefined && claims.email_verified !== true) {
      throw new AuthenticationError('oidc: email not verified')
    }
    return prefix + value
  }
}

/** Null is the empty text, as in Go. */
function textClaim(claims: Claims, claim: string): unknown {
  if (!Object.hasOwn(claims, claim)) return undefined
  return claims[claim] === null ? '' : claims[claim]
}

function groupsOf(mapping: PrefixedClaimOrExpression | undefined): (claims: Claims) => string[] {
  const { claim = '', prefix = '', expression } = mapping ?? {}
  if (expression !== undefined && expression !== '') {
    const compiled = new ClaimExpression(expression, 'claims')
    return (claims) => textsOf(evaluated(compiled, claims, 'group'))
  }
  if (claim === '') return () => []
  return (claims) => {
    const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
    if (value === undefined || value === null) return []
    const groups = typeof value === 'string' ? [value] : value
    if (!Array.isArray(groups) || !groups.every((group) => typeof group === 'string')) {
      throw new AuthenticationError(`oidc: parse groups claim "${claim}": expected a string or a list of strings`)
    }
    return groups.map((group) => prefix + group)
  }
}

function uidOf({ claim = '', expression }: ClaimOrExpression = {}): (claims: Claims) => string {
  if (expression !== undefined && expression !== '') {
    const compiled = new ClaimExpression(expression, 'claims')
    return (claims) => {
      const value = evaluated(compiled, claims, 'uid')
      if (typeof value !== 'string') throw failed('uid', 'uid claim expression must return a string')
      return value
    }
  }
  if (claim === '') return () => ''
  return (claims) => {
    const value = textClaim(claims, claim)
    if (typeof value !== 'string') throw new AuthenticationError(`oidc: parse uid claim "${claim}": claim not present`)
    return value
  }
}

function evaluated(expression: ClaimExpression, claims: Claims, what: string): unknown {
  try {
    return expression.evaluate(claims)
  } catch (error) {
    throw failed(what, messageOf(error))
  }
}

function failed(what: string, why: string): Error {
  return new AuthenticationError(`oidc: error evaluating ${what} claim expression: ${why}`)
}
