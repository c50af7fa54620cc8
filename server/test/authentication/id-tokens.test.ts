import { describe, expect, it } from 'vitest'
import { AuthenticationError } from '../../src/authentication/authentication-error.js'
import { ClaimMapper, type Claims } from '../../src/authentication/oidc/claim-mapper.js'
import { IDTokenVerifier } from '../../src/authentication/oidc/id-token-verifier.js'
import type { JWTAuthenticatorConfig } from '../../src/authentication/oidc/jwt-configuration.js'

const issuer = 'https://issuer'
const now = Date.UTC(2026, 0, 1)
const seconds = now / 1000
const good = { iss: issuer, sub: 's', aud: 'api', exp: seconds + 60 }
const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The reason why a token is refused, whose signature is right; `undefined` for a good one. */
async function refusalOf(claims: object, { header = { alg: 'RS256' }, audiences = ['api'] }: Settings = {}) {
  const text = `${coded(header)}.${coded(claims)}.AAAA`
  const keys = { verify: async () => new TextEncoder().encode(JSON.stringify(claims)) } as never
  const requirements = { audiences, signingAlgorithms: ['RS256', 'ES256'] }
  const verifier = new IDTokenVerifier(issuer, requirements, { keys, clock: { now: () => now } })
  return verifier.verify(text).then(
    () => undefined,
    (error: Error) => error.message,
  )
}
interface Settings {
  readonly header?: object
  readonly audiences?: string[]
}
const unreadable = (kind: string, name: string, type: string) =>
  `oidc: failed to unmarshal claims: json: cannot unmarshal ${kind} into Go struct field idToken.${name} of type ${type}`

// Words of github.com/coreos/go-oidc.
describe('an ID token', () => {
  it.each<[object, string | undefined]>([
    [good, undefined],
    [
      { ...good, iss: 'https://other' },
      'oidc: id token issued by a different provider, expected "https://issuer" got "https://other"',
    ],
    [{ ...good, iss: undefined }, 'oidc: id token issued by a different provider, expected "https://issuer" got ""'],
    [{ ...good, iss: null }, 'oidc: id token issued by a different provider, expected "https://issuer" got ""'],
    [{ ...good, iss: 5 }, unreadable('number', 'iss', 'string')],
    [{ ...good, sub: ['s'] }, unreadable('array', 'sub', 'string')],
    [{ ...good, sub: null }, undefined],
    [{ ...good, aud: ['other', 'api'] }, undefined],
    [{ ...good, aud: undefined }, 'oidc: expected audience "api" got []'],
    [{ ...good, aud: ['x', 'y'] }, 'oidc: expected audience "api" got ["x" "y"]'],
    [{ ...good, aud: 5 }, unreadable('number', 'aud', '[]string')],
    [{ ...good, aud: ['api', 5] }, unreadable('array', 'aud', '[]string')],
    [{ ...good, aud: {} }, unreadable('object', 'aud', '[]string')],
    [{ ...good, iat: 'soon' }, unreadable('string', 'iat', 'Number')],
    [{ ...good, iat: seconds }, undefined],
    [{ ...good, exp: 'soon' }, unreadable('string', 'exp', 'Number')],
    [{ ...good, exp: `${seconds + 1}` }, undefined],
    [{ ...good, exp: seconds }, undefined],
    [{ ...good, exp: seconds - 1 }, 'oidc: token is expired (Token Expiry: 2025-12-31 23:59:59 +0000 UTC)'],
    [{ ...good, exp: undefined }, 'oidc: token is expired (Token Expiry: 0001-01-01 00:00:00 +0000 UTC)'],
    [{ ...good, nbf: true }, unreadable('boolean', 'nbf', 'Number')],
    [{ ...good, nbf: null }, undefined],
    [{ ...good, nbf: seconds + 60 }, undefined],
    [
      { ...good, nbf: seconds + 61 },
      'oidc: current time 2026-01-01 00:00:00 +0000 UTC before the nbf (not before) time: 2026-01-01 00:01:01 +0000 UTC',
    ],
  ])('%j', async (claims, refusal) => {
    expect(await refusalOf(claims)).toBe(refusal)
  })

  it('for one of several audiences is looked at for its time first', async () => {
    const audiences = ['b', 'a']
    expect(await refusalOf({ ...good, aud: 'b' }, { audiences })).toBeUndefined()
    expect(await refusalOf({ ...good, aud: 'c' }, { audiences })).toBe('oidc: expected audience in ["a" "b"] got ["c"]')
    expect(await refusalOf({ ...good, aud: 'c', exp: 0 }, { audiences })).toContain('token is expired')
    expect(await refusalOf({ ...good, aud: 'c', exp: 0 })).toContain('expected audience')
  })

  it.each<[object, string]>([
    [{ alg: 'HS256' }, 'got "HS256"'],
    [{ alg: 5 }, 'got ""'],
    [{}, 'got ""'],
  ])('with the header %j is signed in a way that is not supported', async (header, got) => {
    expect(await refusalOf(good, { header })).toBe(
      `oidc: id token signed with unsupported algorithm, expected ["RS256" "ES256"] ${got}`,
    )
  })

  it('is three parts', async () => {
    const verifier = new IDTokenVerifier(issuer, { audiences: [], signingAlgorithms: [] }, {
      keys: {},
      clock: { now: () => now },
    } as never)
    await expect(verifier.verify('no.token')).rejects.toThrow('oidc: malformed jwt')
  })
})

describe('claims make a user', () => {
  const mapperOf = (change: Partial<JWTAuthenticatorConfig>) =>
    new ClaimMapper({
      issuer: { url: issuer, audiences: ['api'] },
      claimMappings: { username: { claim: 'sub', prefix: '' } },
      ...change,
    } as JWTAuthenticatorConfig)
  const mapped = (claimMappings: object, claims: Claims) =>
    mapperOf({ claimMappings: { username: { claim: 'sub', prefix: '' }, ...claimMappings } as never }).userOf({
      sub: 's',
      ...claims,
    })

  it('with prefixes, groups of one text or of several, an identity, and the name of the token', () => {
    const mappings = {
      username: { claim: 'sub', prefix: 'oidc:' },
      groups: { claim: 'g', prefix: 'oidc-' },
      uid: { claim: 'id' },
    }
    expect(mapped(mappings, { g: ['a', 'b'], id: '7', jti: 'j' })).toEqual({
      name: 'oidc:s',
      uid: '7',
      groups: ['oidc-a', 'oidc-b'],
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=j'] },
    })
    expect(mapped(mappings, { g: 'a', id: '7', jti: '' })).toMatchObject({ groups: ['oidc-a'], extra: {} })
    expect(mapped(mappings, { g: null, id: '7', jti: 5 })).toMatchObject({ groups: [], extra: {} })
    expect(mapped(mappings, { id: null })).toMatchObject({ groups: [], uid: '' })
    expect(mapped({}, {})).toEqual({ name: 's', uid: '', groups: [], extra: {} })
  })

  it.each<[object, Claims, string]>([
    [{ username: { claim: 'name', prefix: '' } }, {}, 'oidc: parse username claims "name": claim not present'],
    [{ username: { claim: 'name', prefix: '' } }, { name: 5 }, 'oidc: parse username claims "name": claim not present'],
    [
      { username: { expression: 'claims.n' } },
      { n: 5 },
      'oidc: error evaluating username claim expression: username claim expression must return a string',
    ],
    [{ username: { expression: 'claims.n' } }, { n: '' }, 'oidc: empty username via CEL expression is not allowed'],
    [
      { groups: { claim: 'g', prefix: '' } },
      { g: 5 },
      'oidc: parse groups claim "g": expected a string or a list of strings',
    ],
    [
      { groups: { claim: 'g', prefix: '' } },
      { g: ['a', 5] },
      'oidc: parse groups claim "g": expected a string or a list of strings',
    ],
    [{ uid: { claim: 'id' } }, {}, 'oidc: parse uid claim "id": claim not present'],
    [
      { uid: { expression: 'claims.id' } },
      { id: 5 },
      'oidc: error evaluating uid claim expression: uid claim expression must return a string',
    ],
    [
      { username: { claim: 'email', prefix: '' } },
      { email: 'a@b', email_verified: 'true' },
      'oidc: email not verified',
    ],
  ])('%j cannot be read from %j', (mappings, claims, message) => {
    expect(() => mapped(mappings, claims)).toThrow(new AuthenticationError(message))
  })

  it('of an address that is proven, or of which nothing is said', () => {
    const byAddress = { username: { claim: 'email', prefix: '' } }
    expect(mapped(byAddress, { email: 'a@b', email_verified: true }).name).toBe('a@b')
    expect(mapped(byAddress, { email: 'a@b' }).name).toBe('a@b')
    expect(mapped({ username: { claim: 'other', prefix: '' } }, { other: 'x', email_verified: false }).name).toBe('x')
  })

  it('only with the claims that are required', () => {
    const required = mapperOf({ claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] })
    expect(required.userOf({ sub: 's', hd: 'x' }).name).toBe('s')
    const refused = (claims: Claims) => () => required.userOf({ sub: 's', ...claims })
    expect(refused({})).toThrow(new AuthenticationError('oidc: required claim hd not present in ID token'))
    expect(refused({ hd: 5 })).toThrow(
      new AuthenticationError('oidc: parse claim hd: json: cannot unmarshal into Go value of type string'),
    )
    expect(refused({ hd: 'y' })).toThrow(
      new AuthenticationError('oidc: required claim hd value does not match. Got = y, want = x'),
    )
  })

  it('only as the rules say, in their words or in those of the rule', () => {
    const ruled = (message?: string) =>
      mapperOf({
        claimValidationRules: [{ expression: 'claims.a == 1', ...(message !== undefined && { message }) }],
        userValidationRules: [{ expression: "user.username != 'root'", ...(message !== undefined && { message }) }],
      } as never)
    expect(ruled().userOf({ sub: 's', a: 1 }).name).toBe('s')
    const failure = 'oidc: error evaluating claim validation expression'
    expect(() => ruled().userOf({ sub: 's', a: 2 })).toThrow(`${failure}: validation expression 'claims.a == 1' failed`)
    expect(() => ruled('no').userOf({ sub: 's', a: 2 })).toThrow(new AuthenticationError(`${failure}: no`))
    expect(() => ruled().userOf({ sub: 's' })).toThrow(`${failure}: no such key: a`)
    expect(() => ruled('no').userOf({ sub: 'root', a: 1 })).toThrow(
      new AuthenticationError('oidc: error evaluating user info validation rule: no'),
    )
  })
})
