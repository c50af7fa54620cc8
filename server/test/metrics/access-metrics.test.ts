import { MetricsRegistry } from '@apimachinery/client/metrics'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuthenticationMetrics } from '../../src/authentication/authentication-metrics.js'
import { cachedTokenAuthenticator } from '../../src/authentication/token-cache.js'
import { authorizationMetrics } from '../../src/authorization/authorization-metrics.js'
import { ReviewConditions } from '../../src/authorization/review-conditions.js'
import { webhookAuthorizer } from '../../src/authorization/webhook-authorizer.js'
import type { Webhook } from '../../src/internal/webhook/webhook.js'
import { APIServer } from '../../src/kubernetes/api-server.js'

const user = { name: 'jane', uid: '', groups: [], extra: {} }

describe('the cache of tokens', () => {
  it('counts hits, misses, and questions that went wrong', async () => {
    const registry = new MetricsRegistry()
    const { tokenCache: observer } = new AuthenticationMetrics(registry)
    const asked = {
      async authenticateToken(token: string) {
        if (token === 'bad') throw new Error('no')
        return { user }
      },
    }
    const cache = cachedTokenAuthenticator(asked, { successTTL: 1000, failureTTL: 0, clock: systemClock, observer })
    const context = { audiences: [] }
    await Promise.all([cache.authenticateToken('good', context), cache.authenticateToken('good', context)])
    await cache.authenticateToken('good', context)
    await expect(cache.authenticateToken('bad', context)).rejects.toThrow('no')
    const text = await registry.text()
    expect(text).toContain('authentication_token_cache_request_total{status="hit"} 1\n')
    expect(text).toContain('authentication_token_cache_request_total{status="miss"} 3\n')
    expect(text).toContain('authentication_token_cache_fetch_total{status="error"} 1\n')
    expect(text).toContain('authentication_token_cache_fetch_total{status="ok"} 1\n')
    expect(text).toContain('authentication_token_cache_active_fetch_count{status="blocked"} 0\n')
    expect(text).toContain('authentication_token_cache_active_fetch_count{status="in_flight"} 0\n')
  })
})

describe('authorization webhooks', () => {
  const attributes = {
    user,
    verb: 'get',
    namespace: '',
    apiGroup: '',
    apiVersion: '',
    resource: '',
    subresource: '',
    name: '',
    isResourceRequest: false,
    path: '/x',
  }

  async function told(post: Webhook['post'], condition = 'true'): Promise<string> {
    const registry = new MetricsRegistry()
    const authorizer = webhookAuthorizer({
      webhook: { post, close: async () => {} },
      version: 'v1',
      authorizedTTL: 0,
      unauthorizedTTL: 0,
      decisionOnError: 'no-opinion',
      conditions: new ReviewConditions([condition]),
      clock: systemClock,
      observer: authorizationMetrics(registry),
      name: 'w',
    })
    await authorizer.authorize(attributes)
    return registry.text()
  }

  it('count responses', async () => {
    const text = await told(async (_body, _signal, onAttempt) => {
      onAttempt?.({ status: 200, seconds: 0.5 })
      const bytes = Buffer.from('{"kind":"SubjectAccessReview","status":{"allowed":true}}')
      return { bytes, status: 200, contentType: 'application/json' }
    })
    expect(text).toContain('apiserver_authorization_webhook_evaluations_total{name="w",result="success"} 1\n')
    expect(text).toContain(
      'apiserver_authorization_match_condition_evaluation_seconds_count{name="w",type="Webhook"} 1',
    )
    expect(text).not.toContain('fail_open_total{')
  })

  it.each([
    [504, 'timeout'],
    [500, 'error'],
  ])('count failures: %i is %s', async (status, result) => {
    const text = await told(async (_body, _signal, onAttempt) => {
      const error = Object.assign(new Error('failed'), { status })
      onAttempt?.({ status, seconds: 0.5, error })
      throw error
    })
    expect(text).toContain(`apiserver_authorization_webhook_evaluations_total{name="w",result="${result}"} 1\n`)
    expect(text).toContain(
      `apiserver_authorization_webhook_evaluations_fail_open_total{name="w",result="${result}"} 1\n`,
    )
  })

  it.each([
    ['false', 'exclusions_total'],
    ['request.resourceAttributes.name == "x"', 'evaluation_errors_total'],
  ])('count conditions: %s', async (condition, name) => {
    const never: Webhook['post'] = async () => Promise.reject(new Error('asked'))
    const text = await told(never, condition)
    expect(text).toContain(`apiserver_authorization_match_condition_${name}{name="w",type="Webhook"} 1\n`)
    expect(text).not.toContain('webhook_evaluations_total{')
  })
})

describe('impersonation and field validation', () => {
  let server: APIServer
  beforeAll(async () => {
    server = await APIServer.start({ authorizationModes: ['RBAC'] })
    await server.ready()
  })
  afterAll(() => server.stop())

  async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const authorization = `Bearer ${server.loopbackToken}`
    return server.generic.fetch(new Request(`https://localhost${path}`, { headers: { authorization, ...headers } }))
  }

  it('are counted by mode and value', async () => {
    await get('/api/v1/namespaces?fieldValidation=Strict', { 'impersonate-user': 'jane' })
    const text = await server.generic.metrics.registry.text()
    expect(text).toMatch(/^apiserver_impersonation_attempts_total\{decision="allowed",mode="[a-z-]+"\} 1$/m)
    expect(text).toMatch(
      /^apiserver_impersonation_authorization_attempts_total\{decision="allowed",mode="[a-z-]+"\} \d/m,
    )
    await get('/api/v1/namespaces?fieldValidation=Strict')
    await get('/api/v1/namespaces?fieldValidation=strict')
    const after = await server.generic.metrics.registry.text()
    expect(after).toContain('field_validation_request_duration_seconds_count{field_validation="Strict"} 1\n')
    expect(after).toContain('field_validation_request_duration_seconds_count{field_validation="invalid"} 1\n')
  })
})
