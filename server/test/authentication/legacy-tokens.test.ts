import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { Secret, ServiceAccount } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSigningKey } from '../../src/authentication/service-account/token-keys.js'
import { type InProcess, startInProcess } from '../kubernetes/in-process.js'

const { privateKey: pem } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
})
const key = parseSigningKey(pem)
const prefix = 'kubernetes.io/serviceaccount/'
const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token as the controller manager writes it. */
function tokenWith(claims: Record<string, unknown>): string {
  const text = `${coded({ alg: 'RS256', kid: key.keyID })}.${coded({ iss: 'kubernetes/serviceaccount', ...claims })}`
  return `${text}.${signBytes('sha256', Buffer.from(text), key.privateKey).toString('base64url')}`
}

let running: InProcess
const annotations: Record<string, string>[] = []
beforeAll(async () => {
  running = await startInProcess({
    serviceAccounts: { signingKey: pem },
    audit: {
      policy: { configFor: () => ({ level: 'Metadata', omitStages: new Set(), omitManagedFields: false }) } as never,
      newBackend: () =>
        ({
          processEvents: (events: readonly { json: string }[]) => {
            for (const { json } of events) annotations.push(JSON.parse(json).annotations ?? {})
            return true
          },
          shutdown: async () => {},
        }) as never,
    },
  })
})
afterAll(() => running.server.stop())

interface Account {
  readonly name: string
  readonly uid: string
  readonly token: string
}

/** A service account, and a secret with a token of it. */
async function newAccount(name: string, { listed = false, change = {} } = {}): Promise<Account> {
  const { client } = running
  const secretName = `${name}-token`
  const metadata = { name, namespace: 'default' }
  const created = await client.create(
    new ServiceAccount({ metadata, ...(listed && { secrets: [{ name: secretName }] }) }),
  )
  const uid = created.metadata?.uid ?? ''
  const token = tokenWith({
    sub: `system:serviceaccount:default:${name}`,
    [`${prefix}namespace`]: 'default',
    [`${prefix}secret.name`]: secretName,
    [`${prefix}service-account.name`]: name,
    [`${prefix}service-account.uid`]: uid,
    ...change,
  })
  await client.create(
    new Secret({
      metadata: {
        name: secretName,
        namespace: 'default',
        annotations: { 'kubernetes.io/service-account.name': name, 'kubernetes.io/service-account.uid': uid },
      },
      type: 'kubernetes.io/service-account-token',
      data: { token: Buffer.from(token).toString('base64') },
    }),
  )
  return { name, uid, token }
}

const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
async function whoIs(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' })
  const request = new Request(`https://localhost${review}`, { method: 'POST', headers, body })
  const response = await running.server.generic.fetch(request)
  const { status } = (await response.json()) as {
    status: { userInfo?: { username: string; uid: string; groups: string[] } }
  }
  return { code: response.status, user: status.userInfo, warning: response.headers.get('warning') ?? '' }
}

const secrets = () => running.client.resource(Secret).namespace('default')
const labelsOf = async (name: string) => (await secrets().get(`${name}-token`)).metadata?.labels ?? {}
const noted = (name: string): string | undefined => annotations.findLast((each) => each[name] !== undefined)?.[name]

describe('a token that a secret holds', () => {
  it('is taken, and its use is noted', async () => {
    const { uid, token } = await newAccount('manual')
    expect(await whoIs(token)).toEqual({
      code: 201,
      user: {
        username: 'system:serviceaccount:default:manual',
        uid,
        groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
      },
      warning: '',
    })
    expect((await labelsOf('manual'))['kubernetes.io/legacy-token-last-used']).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(noted('authentication.k8s.io/legacy-token')).toBe('system:serviceaccount:default:manual')
    expect(noted('authentication.k8s.io/legacy-token-manual-secret')).toBe('manual-token')
  })

  it('that was made for its account warns', async () => {
    const { token } = await newAccount('auto', { listed: true })
    for (let round = 0; round < 2; round++) {
      const { code, warning } = await whoIs(token)
      expect(code).toBe(201)
      expect(warning).toContain('Use tokens from the TokenRequest API or manually created secret-based tokens instead')
    }
    expect(noted('authentication.k8s.io/legacy-token-autogenerated-secret')).toBe('auto-token')
  })

  it('that was marked invalid is refused, and its use is noted all the same', async () => {
    const { token } = await newAccount('marked', { listed: true })
    const secret = await secrets().get('marked-token')
    secret.metadata = { ...secret.metadata, labels: { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' } }
    await secrets().update(secret)
    expect((await whoIs(token)).code).toBe(401)
    const labels = await labelsOf('marked')
    expect(Object.keys(labels).sort()).toEqual([
      'kubernetes.io/legacy-token-invalid-since',
      'kubernetes.io/legacy-token-last-used',
    ])
    const again = await secrets().get('marked-token')
    again.metadata = { ...again.metadata, labels: {} }
    await secrets().update(again)
    expect((await whoIs(token)).code).toBe(201)
  })

  it('is refused when its secret is gone, or holds another one', async () => {
    const gone = await newAccount('gone')
    await secrets().delete('gone-token')
    expect((await whoIs(gone.token)).code).toBe(401)
    const changed = await newAccount('changed')
    const secret = await secrets().get('changed-token')
    secret.data = { token: Buffer.from('other').toString('base64') }
    await secrets().update(secret)
    expect((await whoIs(changed.token)).code).toBe(401)
  })

  it('is refused when its account is gone, or is another one', async () => {
    const { token } = await newAccount('left')
    const accounts = running.client.resource(ServiceAccount).namespace('default')
    await accounts.delete('left')
    expect((await whoIs(token)).code).toBe(401)
    await running.client.create(new ServiceAccount({ metadata: { name: 'left', namespace: 'default' } }))
    expect((await whoIs(token)).code).toBe(401)
  })

  it.each([
    ['no subject', { sub: undefined }],
    ['the subject of another account', { sub: 'system:serviceaccount:default:admin' }],
    ['no namespace', { [`${prefix}namespace`]: '' }],
    ['no secret', { [`${prefix}secret.name`]: undefined }],
    ['no uid', { [`${prefix}service-account.uid`]: '' }],
    ['another uid', { [`${prefix}service-account.uid`]: 'other' }],
    ['a number for its account', { [`${prefix}service-account.name`]: 5 }],
    ['other audiences', { aud: ['other'] }],
    ['odd audiences', { aud: [5] }],
  ])('with %s is refused', async (what, change) => {
    const { token } = await newAccount(`bad-${what.replaceAll(' ', '-')}`, { change })
    expect((await whoIs(token)).code).toBe(401)
  })

  it('of another key is refused', async () => {
    const { token } = await newAccount('forged')
    const [head, body, signature = ''] = token.split('.')
    const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect((await whoIs(forged)).code).toBe(401)
  })
})
