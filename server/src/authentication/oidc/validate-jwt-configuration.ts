import {
  duplicate,
  type ErrorList,
  type FieldPath,
  fieldPath,
  invalid,
  isDomainPrefixedPath,
  required,
  tooMany,
} from 'apimachinery/validation'
import { parseCertificates } from '../client-certificate.js'
import { ClaimExpression, conditionOver } from './claim-expressions.js'
import type {
  ClaimValidationRule,
  ExtraMapping,
  JWTAuthenticatorConfig,
  PrefixedClaimOrExpression,
  UserValidationRule,
} from './jwt-configuration.js'

/** What is wrong with issuers. Source: `ValidateAuthenticationConfiguration` of k8s.io/apiserver/pkg/apis/apiserver/validation. */
export function issuerProblems(issuers: readonly JWTAuthenticatorConfig[], disallowed: readonly string[]): ErrorList {
  const path = fieldPath('jwt')
  if (issuers.length > 64) return [tooMany(path, issuers.length, 64)]
  const urls = new Set<string>()
  const discoveryURLs = new Set<string>()
  return issuers.flatMap((config, index) => {
    const at = path.index(index)
    const { url = '', discoveryURL = '' } = config.issuer ?? {}
    return [
      ...oneProblems(config, at, disallowed),
      ...again(urls, url, at.child('issuer', 'url')),
      ...(discoveryURL === '' ? [] : again(discoveryURLs, discoveryURL, at.child('issuer', 'discoveryURL'))),
    ]
  })
}

function again(seen: Set<string>, value: string, path: FieldPath): ErrorList {
  if (seen.has(value)) return [duplicate(path, value)]
  seen.add(value)
  return []
}

function oneProblems(
  config: Partial<JWTAuthenticatorConfig>,
  path: FieldPath,
  disallowed: readonly string[],
): ErrorList {
  const { issuer, claimValidationRules = [], claimMappings, userValidationRules = [] } = config
  const mappings = path.child('claimMappings')
  const { username = {}, groups = {}, uid = {}, extra = [] } = claimMappings ?? {}
  return [
    ...issuerFields(issuer ?? {}, path.child('issuer'), disallowed),
    ...ruleProblems(claimValidationRules, path.child('claimValidationRules')),
    ...mappingProblems(username, mappings.child('username'), true),
    ...mappingProblems(groups, mappings.child('groups'), false),
    ...(uid.claim && uid.expression ? [invalid(mappings.child('uid'), '', bothSet)] : []),
    ...(uid.expression && !uid.claim ? expressionProblems(uid.expression, mappings.child('uid', 'expression')) : []),
    ...extraProblems(extra, mappings.child('extra')),
    ...emailProblems(config, mappings.child('username', 'expression')),
    ...userRuleProblems(userValidationRules, path.child('userValidationRules')),
  ]
}

const bothSet = "claim and expression can't both be set"

function issuerFields(
  issuer: Partial<JWTAuthenticatorConfig['issuer']>,
  path: FieldPath,
  disallowed: readonly string[],
): ErrorList {
  const { url = '', discoveryURL = '', audiences = [], audienceMatchPolicy = '', certificateAuthority = '' } = issuer
  const at = path.child('discoveryURL')
  const isSame = url !== '' && withoutSlashes(url) === withoutSlashes(discoveryURL)
  return [
    ...(url === '' ? [required(path.child('url'), '')] : urlProblems(url, path.child('url'), disallowed)),
    ...(discoveryURL !== '' && isSame ? [invalid(at, discoveryURL, 'discoveryURL must be different from URL')] : []),
    ...(discoveryURL === '' ? [] : urlProblems(discoveryURL, at, [])),
    ...audienceProblems(audiences, audienceMatchPolicy, path),
    ...authorityProblems(certificateAuthority, path.child('certificateAuthority')),
  ]
}

function withoutSlashes(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

function urlProblems(text: string, path: FieldPath, disallowed: readonly string[]): ErrorList {
  const problem = (why: string) => invalid(path, text, why)
  const own = disallowed.includes(text)
    ? [problem(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`)]
    : []
  if (!URL.canParse(text)) return [...own, problem(`parse ${JSON.stringify(text)}: missing protocol scheme`)]
  const { protocol, username, password, search, hash } = new URL(text)
  return [
    ...own,
    ...(protocol === 'https:' ? [] : [problem('URL scheme must be https')]),
    ...(username === '' && password === '' ? [] : [problem('URL must not contain a username or password')]),
    ...(search === '' ? [] : [problem('URL must not contain a query')]),
    ...(hash === '' ? [] : [problem('URL must not contain a fragment')]),
  ]
}

function audienceProblems(audiences: readonly string[], policy: string, path: FieldPath): ErrorList {
  const at = path.child('audiences')
  if (audiences.length === 0) return [required(at, `at least one ${at} is required`)]
  const seen = new Set<string>()
  const each = audiences.flatMap((audience, index) => [
    ...(audience === '' ? [required(at.index(index), '')] : []),
    ...again(seen, audience, at.index(index)),
  ])
  if (policy === 'MatchAny' || (audiences.length === 1 && policy === '')) return each
  const wanted = audiences.length > 1 ? 'MatchAny for multiple audiences' : 'empty or MatchAny for single audience'
  return [...each, invalid(path.child('audienceMatchPolicy'), policy, `audienceMatchPolicy must be ${wanted}`)]
}

function authorityProblems(pem: string, path: FieldPath): ErrorList {
  if (pem === '') return []
  const why = 'data does not contain any valid RSA or ECDSA certificates'
  try {
    return parseCertificates(pem).length > 0 ? [] : [invalid(path, '<omitted>', why)]
  } catch {
    return [invalid(path, '<omitted>', why)]
  }
}

function ruleProblems(rules: readonly ClaimValidationRule[], path: FieldPath): ErrorList {
  const claims = new Set<string>()
  const expressions = new Set<string>()
  return rules.flatMap(({ claim = '', requiredValue = '', expression = '', message = '' }, index) => {
    const at = path.index(index)
    if (claim !== '' && expression !== '') return [invalid(at, claim, bothSet)]
    if (claim === '' && expression === '') return [required(at, 'claim or expression is required')]
    if (claim !== '') {
      const why = 'may not be specified when claim is set'
      return [
        ...(message === '' ? [] : [invalid(at.child('message'), message, why)]),
        ...again(claims, claim, at.child('claim')),
      ]
    }
    const why = 'may not be specified when expression is set'
    const valued = requiredValue === '' ? [] : [invalid(at.child('requiredValue'), requiredValue, why)]
    const twice = again(expressions, expression, at.child('expression'))
    return [...valued, ...(twice.length > 0 ? twice : conditionProblems(expression, 'claims', at.child('expression')))]
  })
}

function mappingProblems(mapping: PrefixedClaimOrExpression, path: FieldPath, isRequired: boolean): ErrorList {
  const { claim = '', expression = '', prefix } = mapping
  if (claim !== '' && expression !== '') return [invalid(path, '', bothSet)]
  if (expression !== '') {
    const why = 'may not be specified when expression is set'
    const prefixed = prefix === undefined ? [] : [invalid(path.child('prefix'), prefix, why)]
    return [...prefixed, ...expressionProblems(expression, path.child('expression'))]
  }
  if (claim === '') return isRequired ? [required(path, 'claim or expression is required')] : []
  const why = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing'
  return prefix === undefined ? [required(path.child('prefix'), why)] : []
}

function extraProblems(extra: readonly Partial<ExtraMapping>[], path: FieldPath): ErrorList {
  const keys = new Set<string>()
  return extra.flatMap(({ key = '', valueExpression = '' }, index) => {
    const at = path.index(index)
    const keyPath = at.child('key')
    const isReserved = /(^|\.)(kubernetes|k8s)\.io$/.test(key.includes('/') ? key.split('/', 1)[0]! : '')
    const reserved = 'k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use'
    const found = [
      ...isDomainPrefixedPath(keyPath, key),
      ...(key === key.toLowerCase() ? [] : [invalid(keyPath, key, 'must be lowercase')]),
      ...(isReserved ? [invalid(keyPath, key, reserved)] : []),
    ]
    const twice = again(keys, key, keyPath)
    if (twice.length > 0) return [...found, ...twice]
    if (valueExpression === '') return [...found, required(at.child('valueExpression'), '')]
    return [...found, ...expressionProblems(valueExpression, at.child('valueExpression'))]
  })
}

function userRuleProblems(rules: readonly Partial<UserValidationRule>[], path: FieldPath): ErrorList {
  const seen = new Set<string>()
  return rules.flatMap(({ expression = '' }, index) => {
    const at = path.index(index).child('expression')
    if (expression === '') return [required(at, '')]
    const twice = again(seen, expression, at)
    return twice.length > 0 ? twice : conditionProblems(expression, 'user', at)
  })
}

/** An address that the issuer has not verified may be anybody's. */
function emailProblems({ claimMappings, claimValidationRules = [] }: Partial<JWTAuthenticatorConfig>, path: FieldPath) {
  const { username, extra = [] } = claimMappings ?? {}
  const expression = username?.claim ? '' : (username?.expression ?? '')
  if (!uses(expression, 'email') || expressionProblems(expression, path).length > 0) return []
  const others = [
    expression,
    ...extra.map((each) => each.valueExpression),
    ...claimValidationRules.map((rule) => rule.expression),
  ]
  if (others.some((each) => uses(each ?? '', 'email_verified'))) return []
  const places =
    'claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression'
  const why = `claims.email_verified must be used in ${places} when claims.email is used in claimMappings.username.expression`
  return [invalid(path, expression, why)]
}

/** Reports whether an expression reads a claim: `claims.email`, `claims.?email`, `claims["email"]`. */
function uses(expression: string, claim: string): boolean {
  return new RegExp(`\\bclaims\\s*(\\.\\s*\\??\\s*${claim}\\b|\\[\\s*\\??\\s*["']${claim}["']\\s*\\])`).test(expression)
}

function expressionProblems(expression: string, path: FieldPath): ErrorList {
  return compiled(expression, path, () => new ClaimExpression(expression, 'claims'))
}

function conditionProblems(expression: string, variable: 'claims' | 'user', path: FieldPath): ErrorList {
  return compiled(expression, path, () => conditionOver(expression, variable))
}

function compiled(expression: string, path: FieldPath, compile: () => unknown): ErrorList {
  try {
    compile()
    return []
  } catch (error) {
    const { message } = error as Error
    return [invalid(path, expression, message.replace(/^(must evaluate to bool) but got .*/, '$1'))]
  }
}
