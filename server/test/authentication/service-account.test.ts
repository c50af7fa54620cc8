import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { openIDMetadata } from '../../src/authentication/service-account/openid-metadata.js'
import {
  type ServiceAccountAuthenticatorOptions,
  serviceAccountAuthenticator,
} from '../../src/authentication/service-account/service-account-authenticator.js'
import type { BoundObject, TokenGetter } from '../../src/authentication/service-account/token-getter.js'
import { type IssueTokenRequest, TokenIssuer } from '../../src/authentication/service-account/token-issuer.js'
import { parseSigningKey, parseVerificationKeys } from '../../src/authentication/service-account/token-keys.js'
import type { Handler, ReceivedRequest } from '../../src/request/http.js'
import { handleInProcess } from '../../src/serving/in-process.js'

const issuer = 'https://issuer.example'
const start = new Date('2026-01-01T00:00:00Z')
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const ecKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  }).privateKey
const key = parseSigningKey(ecKey())
const request: IssueTokenRequest = {
  namespace: 'sea',
  serviceAccount: { name: 'fish', uid: 'fish-uid' },
  expirationSeconds: 3600,
}

function issue(
  change: Partial<IssueTokenRequest> = {},
  options: Partial<ConstructorParameters<typeof TokenIssuer>[0]> = {},
) {
  const tokens = new TokenIssuer({
    issuer,
    key,
    audiences: ['api'],
    clock: new FakeClock(start),
    newID: () => 'id-1',
    ...options,
  })
  return tokens.issueToken({ ...request, ...change })
}

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
}

const existing: Record<string, BoundObject> = {
  fish: { uid: 'fish-uid' },
  'pod-a': { uid: 'pod-uid' },
  'dying-pod': { uid: 'pod-uid', deletionTimestamp: later(-100) },
  'node-a': { uid: 'node-uid' },
}
const find = async (_namespace: string, name: string): Promise<BoundObject | undefined> => existing[name]
const getter: TokenGetter = { serviceAccount: find, pod: find, secret: find, node: (name) => find('', name) }

function verify(token: string, options: Partial<ServiceAccountAuthenticatorOptions> = {}, audiences: string[] = []) {
  const notes: string[] = []
  const authenticator = serviceAccountAuthenticator({
    issuers: [issuer],
    keys: () => [key],
    audiences: ['api'],
    getter,
    clock: new FakeClock(start),
    ...options,
  })
  const annotate = (name: string, value: string): void => void notes.push(`${name}=${value}`)
  return authenticator.authenticateToken(token, { audiences, annotate }).then((found) => ({ found, notes }))
}

describe('tokens of service accounts', () => {
  it('have the claims of upstream, in its order', async () => {
    const { token, expirationTimestamp, credentialID } = await issue({
      pod: { name: 'pod-a', uid: 'pod-uid' },
      node: { name: 'node-a', uid: 'node-uid' },
    })
    const at = start.getTime() / 1000
    expect(JSON.stringify(claimsOf(token))).toBe(
      `{"aud":["api"],"exp":${at + 3600},"iat":${at},"iss":"${issuer}","jti":"id-1","kubernetes.io":{"namespace":"sea",` +
        `"node":{"name":"node-a","uid":"node-uid"},"pod":{"name":"pod-a","uid":"pod-uid"},` +
        `"serviceaccount":{"name":"fish","uid":"fish-uid"}},"nbf":${at},"sub":"system:serviceaccount:sea:fish"}`,
    )
    expect(expirationTimestamp).toEqual(later(3600))
    expect(credentialID).toBe('JTI=id-1')
  })

  it('authenticate their account with what they are bound to', async () => {
    const { token } = await issue({ pod: { name: 'pod-a', uid: 'pod-uid' }, node: { name: 'node-a', uid: 'node-uid' } })
    const { found } = await verify(token)
    expect(found).toEqual({
      audiences: ['api'],
      user: {
        name: 'system:serviceaccount:sea:fish',
        uid: 'fish-uid',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:sea'],
        extra: {
          'authentication.kubernetes.io/credential-id': ['JTI=id-1'],
          'authentication.kubernetes.io/pod-name': ['pod-a'],
          'authentication.kubernetes.io/pod-uid': ['pod-uid'],
          'authentication.kubernetes.io/node-name': ['node-a'],
          'authentication.kubernetes.io/node-uid': ['node-uid'],
        },
      },
    })
  })

  it('are refused with upstream’s words', async () => {
    const refused = async (change: Partial<IssueTokenRequest>, options = {}, audiences: string[] = []) => {
      const { token } = await issue(change)
      return verify(token, options, audiences).then(
        () => 'taken',
        (error: Error) => error.message,
      )
    }
    expect(await refused({}, { clock: new FakeClock(later(3600 + 59)) })).toBe('taken')
    expect(await refused({}, { clock: new FakeClock(later(3600 + 61)) })).toBe('service account token has expired')
    expect(await refused({}, { clock: new FakeClock(later(-61)) })).toBe('service account token is not valid yet')
    expect(await refused({}, {}, ['vault'])).toBe(
      'token audiences ["api"] is invalid for the target audiences ["vault"]',
    )
    expect(await refused({ serviceAccount: { name: 'gone', uid: 'x' } })).toBe('serviceaccounts "gone" not found')
    expect(await refused({ serviceAccount: { name: 'fish', uid: 'old' } })).toBe(
      'service account UID (fish-uid) does not match claim (old)',
    )
    const invalidated = 'service account token has been invalidated'
    expect(await refused({ pod: { name: 'gone', uid: 'x' } })).toBe(invalidated)
    expect(await refused({ pod: { name: 'dying-pod', uid: 'pod-uid' } })).toBe(invalidated)
    expect(await refused({ secret: { name: 'gone', uid: 'x' } })).toBe(invalidated)
    expect(await refused({ node: { name: 'node-a', uid: 'old' } })).toBe(
      'node UID (node-uid) does not match service account node ref claim (old)',
    )
    expect(await refused({}, { keys: () => [parseSigningKey(ecKey())] })).toBe('invalid signature, no keys found')
  })

  it('of another issuer, and what is no token, are left to others', async () => {
    const { token } = await issue({}, { issuer: 'https://other.example' })
    expect((await verify(token)).found).toBeUndefined()
    expect((await verify('abc')).found).toBeUndefined()
    expect((await verify('a.b.c')).found).toBeUndefined()
  })

  it('without a signature or with another algorithm are refused', async () => {
    const [, claims] = (await issue()).token.split('.')
    const header = (alg: string): string => Buffer.from(JSON.stringify({ alg })).toString('base64url')
    expect((await verify(`${header('none')}.${claims}.`)).found).toBeUndefined()
    await expect(verify(`${header('none')}.${claims}.AAAA`)).rejects.toThrow('unexpected signature algorithm "none"')
    await expect(verify(`${header('HS256')}.${claims}.AAAA`)).rejects.toThrow('unexpected signature algorithm "HS256"')
  })

  it('of pods live for a year where asked for 3607 seconds, and late use is noted', async () => {
    const pod = { name: 'pod-a', uid: 'pod-uid' }
    const { token, expirationTimestamp } = await issue({ pod, expirationSeconds: 3607 })
    expect(expirationTimestamp).toEqual(later(3607))
    const { notes } = await verify(token, { clock: new FakeClock(later(3607 + 10)) })
    expect(notes).toEqual([
      'authentication.k8s.io/stale-token=subject: system:serviceaccount:sea:fish, seconds after warning threshold: 10',
    ])
    const short = await issue({ pod, expirationSeconds: 3607, audiences: ['vault'] })
    expect(claimsOf(short.token)).toMatchObject({ exp: start.getTime() / 1000 + 3607 })
  })

  it('live no longer than the limit', async () => {
    expect(await issue({ expirationSeconds: 9000 }, { maxExpirationSeconds: 700 })).toMatchObject({
      expirationSeconds: 700,
      expirationTimestamp: later(700),
    })
  })
})

describe('a token that kube-apiserver signed', () => {
  const recorded = JSON.parse(readFileSync(new URL('./recorded-token.json', import.meta.url), 'utf8'))
  const pem = createPublicKey({ key: recorded.keys.keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  const keys = parseVerificationKeys(pem as string)

  it('is verified, and its key has the same id', async () => {
    expect(keys[0]?.keyID).toBe(recorded.keys.keys[0].kid)
    const { iss, iat, aud } = claimsOf(recorded.token) as { iss: string; iat: number; aud: string[] }
    const options = { issuers: [iss], keys: () => keys, audiences: aud, clock: new FakeClock(iat * 1000) }
    const account = { uid: '3c4f76c5-2305-4e89-85ef-13d5e2e8d35c' }
    const { found } = await verify(recorded.token, {
      ...options,
      getter: { ...getter, serviceAccount: async () => account },
    })
    expect(found?.user.extra).toEqual({
      'authentication.kubernetes.io/credential-id': ['JTI=7215dc08-b39c-4037-80cd-72ae50a3f79f'],
    })
  })

  it('and the documents name it in the same bytes', async () => {
    const documents = openIDMetadata({
      issuer: 'https://kubernetes.default.svc.cluster.local',
      externalAddress: '192.0.2.10:17443',
      keys: () => keys,
    })
    const get = async (handler: 'configuration' | 'keys') => {
      const made = documents?.[handler]
      if (made === undefined) throw new Error('no documents')
      const { body, headers } = await handleInProcess(
        made as Handler<ReceivedRequest>,
        { method: 'GET', path: '/', headers: {} },
        new FakeClock(start),
      )
      return { text: Buffer.from(body as Uint8Array).toString(), headers }
    }
    expect((await get('keys')).text).toBe(JSON.stringify(recorded.keys))
    expect(await get('configuration')).toEqual({
      text: '{"issuer":"https://kubernetes.default.svc.cluster.local","jwks_uri":"https://192.0.2.10:17443/openid/v1/jwks","response_types_supported":["id_token"],"subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"]}',
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' },
    })
    expect(openIDMetadata({ issuer: 'api', externalAddress: '', keys: () => keys })).toBeUndefined()
  })
})
