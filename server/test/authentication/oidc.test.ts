import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAuthenticationConfiguration } from '../../src/authentication/authentication-configuration.js'
import type { JWTAuthenticatorConfig } from '../../src/authentication/oidc/jwt-configuration.js'
import { oidcAuthenticator } from '../../src/authentication/oidc/oidc-authenticator.js'

const url = 'https://issuer.example/realm'
const now = Date.UTC(2026, 0, 1)
const plain: JWTAuthenticatorConfig = {
  issuer: { url, audiences: ['kubernetes'] },
  claimMappings: { username: { claim: 'sub', prefix: 'oidc:' }, groups: { claim: 'roles', prefix: 'oidc:' } },
}

describe('tokens of OpenID Connect', () => {
  let keys: CryptoKeyPair[]
  let published: object[]
  let asked: string[]
  let clock: { time: number; now(): number }
  beforeAll(async () => {
    keys = (await Promise.all([1, 2].map(() => generateKeyPair('ES256')))) as CryptoKeyPair[]
  })

  async function authenticator(config: JWTAuthenticatorConfig, published_: number[] = [0]) {
    const jwk = async (index: number): Promise<object> => ({
      ...(await exportJWK((keys[index] as CryptoKeyPair).publicKey)),
      kid: `key-${index}`,
      alg: 'ES256',
    })
    published = await Promise.all(published_.map(jwk))
    asked = []
    clock = { time: now, now: () => clock.time }
    return oidcAuthenticator(config, {
      clock,
      apiAudiences: ['api'],
      fetch: async (address) => {
        asked.push(address)
        const document = address.endsWith('/jwks') ? { keys: published } : { issuer: url, jwks_uri: `${url}/jwks` }
        return { status: 200, statusText: 'OK', text: JSON.stringify(document), cacheControl: undefined }
      },
    })
  }

  function token(claims: Record<string, unknown> = {}, key = 0): Promise<string> {
    return new SignJWT({ sub: 'jane', aud: 'kubernetes', iss: url, exp: now / 1000 + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: `key-${key}` })
      .sign((keys[key] as CryptoKeyPair).privateKey)
  }

  async function userOf(config: JWTAuthenticatorConfig, claims: Record<string, unknown> = {}) {
    const tokens = await authenticator(config)
    return (await tokens.authenticateToken(await token(claims), { audiences: [] }))?.user
  }

  it('that come at once wait for one reading of the issuer', async () => {
    const tokens = await authenticator(plain)
    const made = await token()
    await Promise.all([1, 2, 3].map(() => tokens.authenticateToken(made, { audiences: [] })))
    expect(asked).toEqual([`${url}/.well-known/openid-configuration`, `${url}/jwks`])
  })

  it('have no key where the issuer lists something else', async () => {
    const tokens = await authenticator(plain)
    published = [null as never]
    const refused = expect(tokens.authenticateToken(await token(), { audiences: [] })).rejects
    await refused.toThrow('fetching keys oidc: failed to decode keys: {"keys":[null]}')
  })

  it('make users of claims', async () => {
    expect(await userOf(plain, { roles: ['a', 'b'], jti: 'id' })).toEqual({
      name: 'oidc:jane',
      uid: '',
      groups: ['oidc:a', 'oidc:b'],
      extra: { 'authentication.kubernetes.io/credential-id': ['JTI=id'] },
    })
    expect((await userOf(plain, { roles: 'one' }))?.groups).toEqual(['oidc:one'])
  })

  it('make users by expressions, and are checked by rules', async () => {
    const config: JWTAuthenticatorConfig = {
      issuer: plain.issuer,
      claimMappings: {
        username: { expression: 'claims.sub + "@" + claims.org.name' },
        groups: { expression: 'claims.roles.filter(r, r != "x")' },
        uid: { expression: 'claims.sub' },
        extra: [{ key: 'example.com/org', valueExpression: 'claims.org.name' }],
      },
      claimValidationRules: [{ expression: 'claims.org.size > 3', message: 'the organization is too small' }],
      userValidationRules: [{ expression: '!user.username.startsWith("system:")', message: 'no system users' }],
    }
    const org = { name: 'acme', size: 5 }
    expect(await userOf(config, { org, roles: ['x', 'y'] })).toEqual({
      name: 'jane@acme',
      uid: 'jane',
      groups: ['y'],
      extra: { 'example.com/org': ['acme'] },
    })
    await expect(userOf(config, { org: { ...org, size: 1 }, roles: [] })).rejects.toThrow(
      'oidc: error evaluating claim validation expression: the organization is too small',
    )
    await expect(userOf(config, { org, roles: [], sub: 'system:x' })).rejects.toThrow(
      'oidc: error evaluating user info validation rule: no system users',
    )
    await expect(userOf(config, { roles: [] })).rejects.toThrow(
      'oidc: error evaluating username claim expression: no such key: org',
    )
    const wrong = { ...config, claimMappings: { username: { expression: 'claims.' } } }
    await expect(authenticator(wrong)).rejects.toThrow('compilation failed')
  })

  it('are rejected when they are expired, for others, or not signed', async () => {
    await expect(userOf(plain, { exp: now / 1000 - 1 })).rejects.toThrow('oidc: verify token: oidc: token is expired')
    await expect(userOf(plain, { aud: ['vault'] })).rejects.toThrow('expected audience "kubernetes" got ["vault"]')
    const tokens = await authenticator(plain)
    await expect(tokens.authenticateToken(await token({}, 1), { audiences: [] })).rejects.toThrow('oidc: verify token')
    expect(await tokens.authenticateToken(await token({ iss: 'https://other' }), { audiences: [] })).toBeUndefined()
    expect(await tokens.authenticateToken('no token', { audiences: [] })).toBeUndefined()
    await expect(userOf({ ...plain, claimValidationRules: [{ claim: 'hd', requiredValue: 'x' }] })).rejects.toThrow(
      'oidc: required claim hd not present in ID token',
    )
    await expect(
      userOf(
        { ...plain, claimMappings: { username: { claim: 'email', prefix: '' } } },
        { email: 'a@b', email_verified: false },
      ),
    ).rejects.toThrow('oidc: email not verified')
  })

  it('find no keys with an issuer of another name', async () => {
    const tokens = await authenticator({ ...plain, issuer: { ...plain.issuer, discoveryURL: 'https://elsewhere/x' } })
    expect(await tokens.authenticateToken(await token(), { audiences: [] })).toBeDefined()
    expect(asked).toEqual(['https://elsewhere/x', `${url}/jwks`])
    const other = await authenticator({ ...plain, issuer: { ...plain.issuer, url: `${url}/` } })
    await expect(other.authenticateToken(await token({ iss: `${url}/` }), { audiences: [] })).rejects.toThrow(
      `oidc: issuer did not match the issuer returned by provider, expected "${url}/" got "${url}"`,
    )
  })

  it('share one reading of keys', async () => {
    const tokens = await authenticator(plain)
    const many = await Promise.all([1, 2, 3].map(() => token()))
    await tokens.authenticateToken(many[0] as string, { audiences: [] })
    published = [{ ...(await exportJWK((keys[1] as CryptoKeyPair).publicKey)), kid: 'key-1', alg: 'ES256' }]
    const others = await Promise.all([1, 2, 3].map(() => token({}, 1)))
    await Promise.all(others.map((each) => tokens.authenticateToken(each, { audiences: [] })))
    expect(asked.length).toBe(3)
  })
})

describe('an AuthenticationConfiguration', () => {
  const of = (text: string): (() => unknown) => {
    return () =>
      parseAuthenticationConfiguration(
        `{apiVersion: apiserver.config.k8s.io/v1, kind: AuthenticationConfiguration, ${text}}`,
      )
  }
  const issuer = 'issuer: {url: "https://a", audiences: [k]}'

  it('names issuers, and paths for anonymous requests', () => {
    expect(
      of(
        `jwt: [{${issuer}, claimMappings: {username: {claim: sub, prefix: ""}}}], anonymous: {enabled: true, conditions: [{path: /livez}]}`,
      )(),
    ).toEqual({
      jwt: [
        { issuer: { url: 'https://a', audiences: ['k'] }, claimMappings: { username: { claim: 'sub', prefix: '' } } },
      ],
      anonymous: { paths: ['/livez'] },
    })
  })

  it('is refused with the field that is wrong', () => {
    expect(of('jwt: [{issuer: {url: "http://a", audiences: [k]}}]')).toThrow('jwt[0].issuer.url: Invalid value')
    expect(of('jwt: [{issuer: {url: "https://a", audiences: []}}]')).toThrow('jwt[0].issuer.audiences: Required value')
    expect(of(`jwt: [{${issuer}, claimMappings: {username: {claim: sub}}}]`)).toThrow(
      'jwt[0].claimMappings.username.prefix',
    )
    const twice = `{${issuer}, claimMappings: {username: {claim: sub, prefix: ""}}}`
    expect(of(`jwt: [${twice}, ${twice}]`)).toThrow('jwt[1].issuer.url: Duplicate value: "https://a"')
    expect(of('anonymous: {enabled: false, conditions: [{path: /a}]}')).toThrow('anonymous.conditions')
    expect(() => parseAuthenticationConfiguration('{kind: Pod, apiVersion: v1}')).toThrow('expected kind')
  })
})
