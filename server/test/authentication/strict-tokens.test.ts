import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { bootstrapTokenAuthenticator } from '../../src/authentication/bootstrap-token.js'
import { serviceAccountAuthenticator } from '../../src/authentication/service-account/service-account-authenticator.js'
import { parseSigningKey } from '../../src/authentication/service-account/token-keys.js'

const now = new Date('2026-01-01T00:00:00Z')
const seconds = now.getTime() / 1000
const newKey = (type: 'ec' | 'rsa') => {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return parseSigningKey(privateKey.export({ format: 'pem', type: 'pkcs8' }) as string)
}
const key = newKey('ec')
const rsa = newKey('rsa')
const stranger = newKey('ec')

const coded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const claims = {
  iss: 'https://issuer',
  sub: 'system:serviceaccount:ns:sa',
  aud: ['api'],
  exp: seconds + 3600,
  iat: seconds,
  nbf: seconds,
  'kubernetes.io': { namespace: 'ns', serviceaccount: { name: 'sa', uid: 'u' } },
}
const header = { alg: 'ES256', kid: key.keyID }

/** A token with whatever header and claims, signed properly. */
function signed(head: unknown, body: unknown, by: KeyObject = key.privateKey): string {
  const text = `${coded(head)}.${coded(body)}`
  const isEC = by.asymmetricKeyType === 'ec'
  const signature = signBytes('sha256', Buffer.from(text), isEC ? { key: by, dsaEncoding: 'ieee-p1363' } : by)
  return `${text}.${signature.toString('base64url')}`
}

const getter = {
  serviceAccount: async () => ({ uid: 'u' }),
  pod: async () => undefined,
  secret: async () => undefined,
  node: async () => undefined,
}
const authenticator = serviceAccountAuthenticator({
  issuers: [claims.iss],
  keys: (keyID) => [key, rsa].filter((each) => keyID === undefined || each.keyID === keyID),
  audiences: ['api'],
  getter,
  clock: new FakeClock(now),
})

async function nameFrom(token: string): Promise<string> {
  const found = await authenticator.authenticateToken(token, { audiences: ['api'] }).catch((error: Error) => error)
  return found instanceof Error ? 'refused' : (found?.user.name ?? 'unknown')
}

const good = claims.sub

describe('a token of a service account', () => {
  it.each([
    ['as issued', header],
    ['that names no key', { alg: 'ES256' }],
    ['that names a key of no text', { alg: 'ES256', kid: '' }],
    ['with a type', { ...header, typ: 'JWT' }],
  ])('%s is taken', async (_, head) => {
    expect(await nameFrom(signed(head, claims))).toBe(good)
  })

  it('of the other key is taken', async () => {
    expect(await nameFrom(signed({ alg: 'RS256', kid: rsa.keyID }, claims, rsa.privateKey))).toBe(good)
  })

  it.each([
    ['of a key that is not known', { ...header, kid: 'other' }],
    ['of another key', { ...header, kid: rsa.keyID }],
    ['with a number for a key', { ...header, kid: 5 }],
    ['with an object for a key', { ...header, kid: {} }],
    ['with a key inside', { ...header, jwk: createPublicKey(stranger.privateKey).export({ format: 'jwk' }) }],
    ['with its own key inside', { ...header, jwk: createPublicKey(key.privateKey).export({ format: 'jwk' }) }],
    ['with a place of keys', { ...header, jku: 'https://127.0.0.1/keys' }],
    ['with certificates', { ...header, x5c: [] }],
    ['with a place of certificates', { ...header, x5u: 'https://127.0.0.1/keys' }],
    ['with a critical parameter', { ...header, crit: ['exp'] }],
    ['that is not encoded', { ...header, b64: false, crit: ['b64'] }],
    ['without an algorithm', { kid: key.keyID }],
    ['with a number for an algorithm', { ...header, alg: 256 }],
    ['of another algorithm', { ...header, alg: 'ES384' }],
    ['with a duplicate parameter', `{"alg":"ES256","kid":"x","kid":${JSON.stringify(key.keyID)}}`],
    ['whose header is a list', [header]],
  ])('%s is refused', async (_, head) => {
    expect(await nameFrom(signed(head, claims))).not.toBe(good)
  })

  it('with the key inside that has signed it is refused', async () => {
    const jwk = createPublicKey(stranger.privateKey).export({ format: 'jwk' })
    for (const head of [{ alg: 'ES256', jwk }, { ...header, jwk }, { alg: 'ES256' }, header]) {
      expect(await nameFrom(signed(head, claims, stranger.privateKey))).toBe('refused')
    }
  })

  it('with a confused algorithm is refused', async () => {
    const text = (alg: string) => `${coded({ alg, kid: rsa.keyID })}.${coded(claims)}`
    const publicPEM = rsa.key.export({ format: 'pem', type: 'spki' })
    const mac = createHmac('sha256', publicPEM).update(text('HS256')).digest('base64url')
    expect(await nameFrom(`${text('HS256')}.${mac}`)).toBe('refused')
    expect(await nameFrom(`${text('none')}.AA`)).toBe('refused')
    expect(await nameFrom(`${text('none')}.`)).toBe('unknown')
    expect(await nameFrom(signed({ alg: 'PS256', kid: rsa.keyID }, claims, rsa.privateKey))).toBe('refused')
  })

  it.each([
    ['that ends beyond all times', { exp: 1e300 }],
    ['that ends beyond exact numbers', { exp: 2 ** 60 }],
    ['that ends in a text', { exp: String(seconds + 3600) }],
    ['that ends in a list', { exp: [seconds + 3600] }],
    ['that never ends', { exp: undefined }],
    ['that ended before all times', { exp: -1 }],
    ['that begins in a text', { nbf: '0' }],
    ['issued in a text', { iat: 'x' }],
    ['for a number', { aud: 5 }],
    ['for nothing', { aud: null }],
    ['for an object', { aud: { api: true } }],
    ['for a list with a number', { aud: ['api', 5] }],
    ['for a list in a list', { aud: [['api']] }],
    ['for others', { aud: ['other'] }],
    ['with a number for a subject', { sub: 5 }],
    ['with a list for an id', { jti: ['x'] }],
    [
      'with a number for the uid of its account',
      { 'kubernetes.io': { namespace: 'ns', serviceaccount: { name: 'sa', uid: 1 } } },
    ],
    ['with a list for its account', { 'kubernetes.io': { namespace: 'ns', serviceaccount: ['sa'] } }],
    ['with a text for its pod', { 'kubernetes.io': { ...claims['kubernetes.io'], pod: 'p' } }],
    ['with nothing for its pod', { 'kubernetes.io': { ...claims['kubernetes.io'], pod: null } }],
    ['with a text for its warning', { 'kubernetes.io': { ...claims['kubernetes.io'], warnafter: 'x' } }],
  ])('%s is refused', async (_, change) => {
    expect(await nameFrom(signed(header, { ...claims, ...change }))).toBe('refused')
  })

  it.each([
    ['iss', '"iss":"https://other",'],
    ['aud', '"aud":["other"],'],
    ['kubernetes.io', '"kubernetes.io":{"namespace":"ns","serviceaccount":{"name":"admin","uid":"u"}},'],
  ])('with the claim %s twice is refused', async (_, first) => {
    const text = JSON.stringify(claims)
    expect(await nameFrom(signed(header, `{${first}${text.slice(1)}`))).toBe('refused')
    expect(await nameFrom(signed(header, `${text.slice(0, -1)},${first.slice(0, -1)}}`))).not.toBe(good)
  })

  it('with a duplicate inside a claim is refused', async () => {
    const text = JSON.stringify(claims).replace('"name":"sa"', '"name":"admin","name":"sa"')
    expect(await nameFrom(signed(header, text))).toBe('refused')
  })

  it.each([
    [
      'padding',
      (token: string) =>
        token
          .split('.')
          .map((part) => `${part}=`)
          .join('.'),
    ],
    ['padding of the signature', (token: string) => `${token}==`],
    ['other characters', (token: string) => token.replace('.', '.\n')],
    ['spaces', (token: string) => ` ${token}`],
    ['the alphabet of files', (token: string) => `${token.slice(0, -4)}+/+/`],
    ['four parts', (token: string) => `${token}.AA`],
    ['two parts', (token: string) => token.split('.').slice(0, 2).join('.')],
    ['a part of an impossible length', (token: string) => `${token}AAAAA`.slice(0, token.length + 3)],
  ])('with %s is none', async (_, changed) => {
    expect(await nameFrom(changed(signed(header, claims)))).not.toBe(good)
  })
})

describe('a bootstrap token', () => {
  const secret = {
    type: 'bootstrap.kubernetes.io/token',
    isDeleted: false,
    data: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
    } as Record<string, string>,
  }
  const groupsWith = async (change: Record<string, string>, token = 'abcdef.0123456789abcdef') => {
    const found = { ...secret, data: { ...secret.data, ...change } }
    const tokens = bootstrapTokenAuthenticator({ secret: async () => found, clock: new FakeClock(now) })
    return (await tokens.authenticateToken(token, { audiences: [] }))?.user.groups
  }

  it.each([['2026-01-01T00:00:01Z'], ['2026-01-01T02:00:01+02:00'], ['2026-01-01T00:00:00.5Z'], ['']])(
    'that ends at %j is taken',
    async (expiration) => {
      expect(await groupsWith({ expiration })).toEqual(['system:bootstrappers'])
    },
  )

  it.each([
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01T02:00:00+02:00'],
    ['2027-01-01'],
    ['2027-01-01 00:00:00Z'],
    ['2027-01-01T00:00:00'],
    ['2027-01-01T00:00Z'],
    ['2027-02-30T00:00:00Z'],
    ['2027-01-01T24:00:00Z'],
    ['Jan 1, 2027'],
    ['2027'],
    ['1800000000000'],
    [' 2027-01-01T00:00:00Z'],
    ['never'],
  ])('that ends at %j is refused', async (expiration) => {
    expect(await groupsWith({ expiration })).toBeUndefined()
  })

  it.each([
    ['system:bootstrappers:a', ['system:bootstrappers', 'system:bootstrappers:a']],
    [
      'system:bootstrappers:b,system:bootstrappers:a',
      ['system:bootstrappers', 'system:bootstrappers:a', 'system:bootstrappers:b'],
    ],
    ['', ['system:bootstrappers']],
  ])('with the groups %j is taken', async (groups, expected) => {
    expect(await groupsWith({ 'auth-extra-groups': groups })).toEqual(expected)
  })

  it.each([
    ['system:bootstrappers:a, system:bootstrappers:b'],
    ['system:bootstrappers:a,'],
    [','],
    [' '],
    ['system:bootstrappers:a\n'],
    ['system:bootstrappers'],
    ['system:bootstrappers:A'],
    ['system:bootstrappers:a-'],
    ['system:masters'],
    ['system:bootstrappers:a,system:masters'],
  ])('with the groups %j is refused', async (groups) => {
    expect(await groupsWith({ 'auth-extra-groups': groups })).toBeUndefined()
  })

  it.each([
    [{ 'usage-bootstrap-authentication': 'True' }],
    [{ 'usage-bootstrap-authentication': 'true ' }],
    [{ 'token-id': 'abcdeg' }],
    [{ 'token-secret': '0123456789abcdef ' }],
  ])('of a secret with %j is refused', async (change) => {
    expect(await groupsWith(change as unknown as Record<string, string>)).toBeUndefined()
  })

  it.each([
    'abcdef.0123456789abcdef\n',
    'ABCDEF.0123456789abcdef',
    ' abcdef.0123456789abcdef',
    'abcdef.0123456789abcdeff',
  ])('%j is none', async (token) => {
    expect(await groupsWith({}, token)).toBeUndefined()
  })
})
