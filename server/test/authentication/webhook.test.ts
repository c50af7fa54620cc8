import { InProcessTransport } from '@apimachinery/client'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { type BootstrapSecret, bootstrapTokenAuthenticator } from '../../src/authentication/bootstrap-token.js'
import { cachedTokenAuthenticator } from '../../src/authentication/token-cache.js'
import { webhookTokenAuthenticator } from '../../src/authentication/webhook-token.js'
import { parseAuthorizationConfiguration } from '../../src/authorization/authorization-configuration.js'
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.js'
import { ReviewConditions } from '../../src/authorization/review-conditions.js'
import { webhookAuthorizer } from '../../src/authorization/webhook-authorizer.js'
import { webhookOver } from '../../src/internal/webhook/webhook.js'

/** A webhook that answers reviews with a status, and keeps what it was sent. */
function answering(kind: string, status: () => object) {
  const clock = new FakeClock()
  const sent: Record<string, unknown>[] = []
  const transport = new InProcessTransport(async ({ body }) => {
    sent.push(JSON.parse(Buffer.from(body as Uint8Array).toString()))
    const answer = status()
    const code = 'code' in answer ? (answer.code as number) : 200
    return { status: code, headers: {}, body: Buffer.from(JSON.stringify({ kind, status: answer })) }
  })
  return { clock, sent, webhook: webhookOver(transport, '/', { clock, random: () => 0, steps: 1 }) }
}

describe('a webhook for tokens', () => {
  it('is asked by TokenReview, and cached for a while', async () => {
    let status: object = {
      authenticated: true,
      user: { username: 'jane', uid: '1', groups: ['g'], extra: { k: ['v'] } },
    }
    const { clock, sent, webhook } = answering('TokenReview', () => status)
    const asked = webhookTokenAuthenticator({ webhook, version: 'v1', implicitAudiences: ['api'] })
    const tokens = cachedTokenAuthenticator(asked, { successTTL: 1000, failureTTL: 500, clock })
    const jane = { user: { name: 'jane', uid: '1', groups: ['g'], extra: { k: ['v'] } }, audiences: ['api'] }
    const both = await Promise.all([1, 2].map(() => tokens.authenticateToken('t', { audiences: ['api', 'x'] })))
    expect(both).toEqual([jane, jane])
    expect(sent).toEqual([
      {
        kind: 'TokenReview',
        apiVersion: 'authentication.k8s.io/v1',
        metadata: {},
        spec: { token: 't', audiences: ['api', 'x'] },
        status: { user: {} },
      },
    ])
    clock.step(1000)
    status = {}
    expect(await tokens.authenticateToken('t', { audiences: ['api', 'x'] })).toBeUndefined()
    expect(sent.length).toBe(2)
    expect(await tokens.authenticateToken('t', { audiences: ['other'] })).toBeUndefined()
    status = { error: 'no such user' }
    await expect(tokens.authenticateToken('u', { audiences: [] })).rejects.toThrow('no such user')
    status = { code: 401 }
    await expect(tokens.authenticateToken('v', { audiences: [] })).rejects.toThrow(
      'the server has asked for the client to provide credentials',
    )
  })
})

const attributes: AuthorizationAttributes = {
  user: { name: 'jane', uid: '', groups: ['g'], extra: {} },
  verb: 'list',
  namespace: 'sea',
  apiGroup: '',
  apiVersion: 'v1',
  resource: 'pods',
  subresource: '',
  name: '',
  isResourceRequest: true,
  path: '/api/v1/namespaces/sea/pods',
  fieldSelector: [{ key: 'spec.nodeName', operator: '=', value: 'n1' }],
  labelSelector: [{ key: 'app', operator: 'exists', values: [] }],
}

describe('a webhook for access', () => {
  const made = (
    status: () => object,
    conditions: string[] = [],
    decisionOnError: 'deny' | 'no-opinion' = 'no-opinion',
  ) => {
    const { clock, sent, webhook } = answering('SubjectAccessReview', status)
    const ttl = { authorizedTTL: 1000, unauthorizedTTL: 100 }
    const authorizer = webhookAuthorizer({
      webhook,
      version: 'v1',
      ...ttl,
      decisionOnError,
      conditions: new ReviewConditions(conditions),
      clock,
    })
    return { clock, sent, authorizer }
  }

  it('is asked by SubjectAccessReview, and cached', async () => {
    const { clock, sent, authorizer } = made(() => ({ allowed: true, reason: 'because' }))
    const allowed = { decision: 'allow', reason: 'because' }
    expect(await authorizer.authorize(attributes)).toEqual(allowed)
    expect(sent).toEqual([
      {
        kind: 'SubjectAccessReview',
        apiVersion: 'authorization.k8s.io/v1',
        metadata: {},
        spec: {
          resourceAttributes: {
            namespace: 'sea',
            verb: 'list',
            version: 'v1',
            resource: 'pods',
            fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['n1'] }] },
            labelSelector: { requirements: [{ key: 'app', operator: 'Exists' }] },
          },
          user: 'jane',
          groups: ['g'],
        },
        status: { allowed: false },
      },
    ])
    clock.step(999)
    expect(await authorizer.authorize(attributes)).toEqual(allowed)
    expect(sent.length).toBe(1)
    clock.step(1)
    await authorizer.authorize(attributes)
    expect(sent.length).toBe(2)
  })

  it('says no, or nothing', async () => {
    expect(await made(() => ({ denied: true, reason: 'no' })).authorizer.authorize(attributes)).toEqual({
      decision: 'deny',
      reason: 'no',
    })
    expect(await made(() => ({})).authorizer.authorize(attributes)).toEqual({ decision: 'no-opinion', reason: '' })
    const failing = await made(() => ({ code: 400 }), [], 'deny').authorizer.authorize(attributes)
    expect(failing).toMatchObject({
      decision: 'deny',
      reason: '',
      error: { message: 'the server rejected our request for an unknown reason' },
    })
  })

  it('is not asked where its conditions do not hold', async () => {
    const conditions = ['has(request.resourceAttributes)', "request.resourceAttributes.namespace == 'land'"]
    const { sent, authorizer } = made(() => ({ denied: true }), conditions)
    expect(await authorizer.authorize(attributes)).toEqual({ decision: 'no-opinion', reason: '' })
    expect(await authorizer.authorize({ ...attributes, isResourceRequest: false })).toMatchObject({
      decision: 'no-opinion',
    })
    expect(sent).toEqual([])
    expect((await authorizer.authorize({ ...attributes, namespace: 'land' })).decision).toBe('deny')
    expect(() => new ReviewConditions(['request.user'])).toThrow('matchConditions[0].expression: must evaluate to bool')
  })
})

describe('an AuthorizationConfiguration', () => {
  const of = (authorizers: string) =>
    parseAuthorizationConfiguration(
      `{apiVersion: apiserver.config.k8s.io/v1, kind: AuthorizationConfiguration, authorizers: ${authorizers}}`,
    )
  const webhook =
    'authorizedTTL: 5m, unauthorizedTTL: 30s, timeout: 3s, subjectAccessReviewVersion: v1, failurePolicy: Deny, connectionInfo: {type: KubeConfigFile, kubeConfigFile: /etc/passwd}'

  it('names authorizers in order', () => {
    expect(
      of(
        `[{type: Webhook, name: w, webhook: {${webhook}, cacheUnauthorizedRequests: false}}, {type: RBAC, name: rbac}]`,
      ),
    ).toMatchObject([
      {
        type: 'Webhook',
        name: 'w',
        kubeConfigFile: '/etc/passwd',
        version: 'v1',
        timeout: 3000,
        authorizedTTL: 300_000,
        unauthorizedTTL: 0,
        decisionOnError: 'deny',
      },
      { type: 'RBAC', name: 'rbac' },
    ])
  })

  it('is refused with the field that is wrong', () => {
    expect(() => of('[]')).toThrow('at least one authorization mode must be defined')
    expect(() => of('[{type: ABBA, name: a}]')).toThrow('authorizers[0].type: Unsupported value: "ABBA"')
    expect(() => of('[{type: RBAC, name: a}, {type: RBAC, name: b}]')).toThrow(
      'authorizers[1].type: Duplicate value: "RBAC"',
    )
    expect(() => of(`[{type: Webhook, name: w, webhook: {${webhook.replace('3s', '1m')}}}]`)).toThrow(
      'must be > 0s and <= 30s',
    )
    const conditions = 'matchConditionSubjectAccessReviewVersion: v1, matchConditions: [{expression: "1"}]'
    expect(() => of(`[{type: Webhook, name: w, webhook: {${webhook}, ${conditions}}}]`)).toThrow(
      'authorizers[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int',
    )
  })
})

describe('bootstrap tokens', () => {
  const good: BootstrapSecret = {
    type: 'bootstrap.kubernetes.io/token',
    isDeleted: false,
    data: {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
      'auth-extra-groups': 'system:bootstrappers:workers',
    },
  }
  const ask = (secret: BootstrapSecret | undefined, token = 'abcdef.0123456789abcdef') =>
    bootstrapTokenAuthenticator({
      secret: async (name) => (name === 'bootstrap-token-abcdef' ? secret : undefined),
      clock: new FakeClock(new Date('2026-01-01T00:00:00Z')),
    }).authenticateToken(token, { audiences: [] })
  const withData = (data: Record<string, string>): BootstrapSecret => ({ ...good, data: { ...good.data, ...data } })

  it('let new nodes in', async () => {
    expect((await ask(good))?.user).toEqual({
      name: 'system:bootstrap:abcdef',
      uid: '',
      groups: ['system:bootstrappers', 'system:bootstrappers:workers'],
      extra: {},
    })
    expect(await ask(withData({ expiration: '2026-01-01T00:00:01Z' }))).toBeDefined()
  })

  it('do not authenticate when anything is wrong', async () => {
    expect(await ask(good, 'abcdef.0123456789abcdee')).toBeUndefined()
    expect(await ask(good, 'abcdef.0123')).toBeUndefined()
    expect(await ask(undefined)).toBeUndefined()
    expect(await ask({ ...good, type: 'Opaque' })).toBeUndefined()
    expect(await ask({ ...good, isDeleted: true })).toBeUndefined()
    expect(await ask(withData({ expiration: '2026-01-01T00:00:00Z' }))).toBeUndefined()
    expect(await ask(withData({ expiration: 'soon' }))).toBeUndefined()
    expect(await ask(withData({ 'token-id': 'aaaaaa' }))).toBeUndefined()
    expect(await ask(withData({ 'usage-bootstrap-authentication': 'yes' }))).toBeUndefined()
    expect(await ask(withData({ 'auth-extra-groups': 'system:masters' }))).toBeUndefined()
  })
})
