import type { StatusError } from 'apimachinery/errors'
import { describe, expect, it } from 'vitest'
import type { Authorizer } from '../../src/authorization/authorizer.js'
import { type AuthorizationFilterOptions, withAuthorization } from '../../src/filters/authorization.js'
import { exchange, userNamed } from './exchange.js'

type Result = Awaited<ReturnType<Authorizer['authorize']>>

/** What a user is answered who asks this authorizer, with what was noted meanwhile. */
async function judged(result: Result) {
  const notes: Record<string, string> = {}
  const parts: string[] = []
  const measured: unknown[] = []
  const metrics = { authorized: (...given: [Result, number]) => measured.push([given[0], given[1] < 60]) }
  const options: AuthorizationFilterOptions = {
    authorizer: { authorize: async () => result },
    metrics: metrics as never,
    writeError: (_request, response, error) => {
      response.writeHead((error as StatusError).status.code ?? 0, {})
      response.end(Buffer.from((error as Error).message))
    },
  }
  const known = {
    user: userNamed('a'),
    audit: { annotate: (key: string, value: string) => (notes[key] = value) },
    latencies: { add: (part: string, took: number) => parts.push(`${part} ${took < 60_000}`) },
  }
  const { status, headers, body, handled } = await exchange(withAuthorization(options), { known: known as never })
  return { status, headers, body, passed: handled !== undefined, notes, parts, measured }
}

// Facts of TestAuditAnnotation of k8s.io/apiserver/pkg/endpoints/filters.
describe('a request', () => {
  it('passes where it is allowed, and the audit says why', async () => {
    const result = { decision: 'allow', reason: 'of a role' } as const
    const { headers, ...answer } = await judged(result)
    expect(answer).toEqual({
      status: 200,
      body: '',
      passed: true,
      notes: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': 'of a role' },
      parts: ['authorization true'],
      measured: [[result, true]],
    })
    expect(headers).not.toHaveProperty('x-content-type-options')
  })

  it.each(['deny', 'no-opinion'] as const)('is forbidden with the decision %s', async (decision) => {
    const { status, body, passed, notes, headers } = await judged({ decision, reason: 'no role' })
    expect({ status, passed }).toEqual({ status: 403, passed: false })
    expect(body).toBe(
      'pods is forbidden: User "a" cannot list resource "pods" in API group "" at the cluster scope: no role',
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(notes).toEqual({
      'authorization.k8s.io/decision': 'forbid',
      'authorization.k8s.io/reason': 'no role',
    })
  })

  it('is an internal error where the authorizer fails, which the audit says without its text', async () => {
    const { status, body, passed, notes } = await judged({
      decision: 'no-opinion',
      reason: '',
      error: new Error('no webhook'),
    })
    expect({ status, passed }).toEqual({ status: 500, passed: false })
    expect(body).toBe('Internal Server Error: "/api/v1/pods": no webhook\n')
    expect(notes).toEqual({ 'authorization.k8s.io/reason': 'internal error' })
  })

  it('passes where it is allowed although something failed', async () => {
    const result = { decision: 'allow', reason: '', error: new Error('one webhook') } as const
    expect((await judged(result)).status).toBe(200)
  })

  it('needs no metrics', async () => {
    const allow = async () => ({ decision: 'allow', reason: '' }) as const
    const filter = withAuthorization({ authorizer: { authorize: allow }, writeError: () => {} })
    expect((await exchange(filter, { known: { user: userNamed('a') } })).status).toBe(200)
  })
})
