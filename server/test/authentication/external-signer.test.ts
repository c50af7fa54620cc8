import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ExternalSigner } from '../../src/authentication/service-account/external-signer.js'
import { serviceAccountAuthenticator } from '../../src/authentication/service-account/service-account-authenticator.js'
import { TokenIssuer } from '../../src/authentication/service-account/token-issuer.js'
import { serviceAccountOptions } from '../../src/cli/options/service-account-options.js'
import { flagTable } from '../cli/flag-values-of.js'
import { MessageWriter, readMessage } from '../internal/message-writer.js'

const pair = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** The other side of the API: it signs with the last of its keys. */
class FakeSigner {
  keys = new Map([['one', pair()]])
  unpublished: string[] = []
  header: object = {}
  refreshSeconds = 60
  maxSeconds = 3600
  fetched = 0

  sign(request: Uint8Array): Uint8Array {
    const message = { claims: '' }
    readMessage(request, message, {
      1: (reader, into) => {
        into.claims = reader.string()
      },
    })
    const [kid, key] = [...this.keys].at(-1) as [string, KeyObject]
    const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid, typ: 'JWT', ...this.header })).toString('base64url')
    const signed = sign('sha256', Buffer.from(`${header}.${message.claims}`), { key, dsaEncoding: 'ieee-p1363' })
    return new MessageWriter().string(1, header).string(2, signed.toString('base64url')).finish()
  }

  fetchKeys(): Uint8Array {
    this.fetched++
    const writer = new MessageWriter()
    for (const [keyID, key] of this.keys) {
      const der = createPublicKey(key).export({ format: 'der', type: 'spki' })
      const isUnpublished = this.unpublished.includes(keyID)
      writer.message(1, new MessageWriter().string(1, keyID).bytes(2, der).bool(3, isUnpublished).finish())
    }
    return writer.int64(3, this.refreshSeconds).finish()
  }

  metadata(): Uint8Array {
    return new MessageWriter().int64(1, this.maxSeconds).finish()
  }
}

function serverOf(answer: (method: string, request: Uint8Array) => Uint8Array): Server {
  const server = new Server()
  const method = (name: string) => ({
    path: `/v1.ExternalJWTSigner/${name}`,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: Buffer.from,
    requestDeserialize: (bytes: Buffer): Uint8Array => bytes,
    responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
    responseDeserialize: (bytes: Buffer): Uint8Array => bytes,
  })
  const handle = (name: string) => (call: ServerUnaryCall<Uint8Array, Uint8Array>, done: sendUnaryData<Uint8Array>) =>
    done(null, answer(name, call.request))
  const names = ['Sign', 'FetchKeys', 'Metadata']
  server.addService(
    Object.fromEntries(names.map((name) => [name, method(name)])),
    Object.fromEntries(names.map((name) => [name, handle(name)])),
  )
  return server
}

describe('an external signer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signer-'))
  const endpoint = join(folder, 'signer.sock')
  let fake = new FakeSigner()
  const server = serverOf((name, request) =>
    name === 'Sign' ? fake.sign(request) : name === 'FetchKeys' ? fake.fetchKeys() : fake.metadata(),
  )
  const clock = new FakeClock(new Date('2026-01-01T00:00:00Z'))
  let signer: ExternalSigner
  beforeAll(
    () =>
      new Promise<void>((resolve, reject) =>
        server.bindAsync(`unix:${endpoint}`, ServerCredentials.createInsecure(), (error) =>
          error ? reject(error) : resolve(),
        ),
      ),
  )
  afterAll(() => {
    server.forceShutdown()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    fake = new FakeSigner()
    signer = new ExternalSigner({ endpoint, clock })
  })
  afterEach(() => signer.close())

  const issuer = 'https://tokens'
  const issue = async () => {
    const tokens = new TokenIssuer({ issuer, key: signer, audiences: ['api'], clock })
    return tokens.issueToken({ namespace: 'ns', serviceAccount: { name: 'sa', uid: 'u' }, expirationSeconds: 600 })
  }
  const nameOf = async (token: string) => {
    const keys = (keyID?: string) => signer.keys(keyID)
    const known = serviceAccountAuthenticator({ issuers: [issuer], keys, audiences: ['api'], clock })
    return (await known.authenticateToken(token, { audiences: [] }))?.user.name
  }

  it('signs tokens that its keys verify', async () => {
    const { token } = await issue()
    expect(await nameOf(token)).toBe('system:serviceaccount:ns:sa')
    expect(fake.fetched).toBe(1)
  })

  it('is asked for unknown keys, and for all when they are old', async () => {
    await signer.keys()
    fake.keys.set('two', pair())
    expect(await nameOf((await issue()).token)).toBe('system:serviceaccount:ns:sa')
    expect(fake.fetched).toBe(2)
    await signer.keys('two')
    expect(fake.fetched).toBe(2)
    clock.step(61_000)
    await Promise.all([signer.keys(), signer.keys('one')])
    expect(fake.fetched).toBe(3)
  })

  it.each([
    [{ alg: 'none' }, 'bad signing algorithm "none"'],
    [{ typ: 'other' }, 'bad type "other"'],
    [{ kid: '' }, 'key id missing'],
    [{ kid: 'x'.repeat(1025) }, 'key id is longer than 1024 characters'],
    [{ crit: ['x'] }, 'header has unknown fields'],
  ])('is refused with the header %j', async (header, words) => {
    fake.header = header
    await expect(issue()).rejects.toThrow(words)
  })

  it('may not sign with an unpublished key', async () => {
    fake.unpublished = ['one']
    await expect(issue()).rejects.toThrow('key used for signing JWT (kid: one) is excluded from OIDC discovery docs')
  })

  it('must declare how long its keys are valid', async () => {
    fake.refreshSeconds = 0
    await expect(signer.keys()).rejects.toThrow('found invalid refresh hint (0s)')
  })

  it('limits the life of tokens', async () => {
    const options = async (flags: Readonly<Record<string, string>> = {}) =>
      serviceAccountOptions(flagTable({ 'service-account-signing-endpoint': endpoint, ...flags }), '')
    const found = await options()
    expect(found.maxTokenExpiration).toBe(3600)
    found.externalSigner?.close()
    await expect(options({ 'service-account-max-token-expiration': '2h' })).rejects.toThrow('7200 > 3600')
    fake.maxSeconds = 599
    await expect(options()).rejects.toThrow('is less than 600 seconds')
  })
})
