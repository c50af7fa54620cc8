import { InProcessTransport } from '@apimachinery/client'
import { FakeClock } from 'apimachinery/testing'
import { expect, it } from 'vitest'
import { cachedTokenAuthenticator } from '../../src/authentication/token-cache.js'
import { webhookTokenAuthenticator } from '../../src/authentication/webhook-token.js'
import type { AuthorizationAttributes, Decision } from '../../src/authorization/authorizer.js'
import { ReviewConditions } from '../../src/authorization/review-conditions.js'
import { fieldRequirements, labelRequirements } from '../../src/authorization/selector-attributes.js'
import { webhookAuthorizer } from '../../src/authorization/webhook-authorizer.js'
import { webhookOver } from '../../src/internal/webhook/webhook.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

interface Question {
  readonly answer: Answer
  readonly calls: number
  readonly sent?: unknown
  readonly error?: string
}

interface TokenQuestion extends Question {
  readonly token: string
  readonly audiences?: readonly string[]
  readonly user?: Readonly<Record<'Name' | 'UID' | 'Groups' | 'Extra', unknown>>
  readonly given?: readonly string[]
}

interface AccessQuestion extends Question {
  readonly attributes: AuthorizationAttributes
  readonly fields?: string
  readonly labels?: string
  readonly decision: Decision
  readonly reason?: string
}

interface Session<Q> {
  readonly version: 'v1' | 'v1beta1'
  readonly questions: readonly Q[]
}

/** A webhook with configured responses, which records the last request body. Delays take no time. */
function scripted() {
  const seen: { answer: Answer; calls: number; sent?: unknown } = { answer: { status: 200, body: '' }, calls: 0 }
  const transport = new InProcessTransport(async ({ body }) => {
    const { status, headers = {}, body: text } = seen.answer
    seen.calls++
    seen.sent = JSON.parse(Buffer.from(body as Uint8Array).toString())
    const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    return { status, headers: Object.fromEntries(fields), body: Buffer.from(status === 204 ? '' : text) }
  })
  const clock = new FakeClock()
  const soon = { now: () => clock.now(), monotonic: () => 0, setTimer: impatient }
  return { clock, seen, webhook: webhookOver(transport, '/', { clock: soon, random: () => 0 }) }
}

function impatient(callback: () => void) {
  const timer = setImmediate(callback)
  return {
    stop: () => {
      clearImmediate(timer)
      return true
    },
  }
}

/** Go reads objects of other kinds before it refuses them, and knows which kinds there are: those are refused in either case. */
function expectedRefusal(theirs: string | undefined, ours: string | undefined): string | undefined {
  return theirs !== undefined && ours?.startsWith('converting (') ? ours : theirs
}

it('token reviews end as upstream’s', async () => {
  for (const session of readVectors<(Session<TokenQuestion> & { implicit?: string[]; cached: boolean })[]>(
    'token-reviews',
  )) {
    const { clock, seen, webhook } = scripted()
    const { version, implicit = [], cached } = session
    const asked = webhookTokenAuthenticator({ webhook, version, implicitAudiences: implicit })
    const hour = 3_600_000
    const tokens = cached ? cachedTokenAuthenticator(asked, { successTTL: hour, failureTTL: hour, clock }) : asked
    for (const question of session.questions) {
      const { token, audiences = [], answer } = question
      Object.assign(seen, { answer, calls: 0, sent: undefined })
      const found = await tokens.authenticateToken(token, { audiences }).catch((error: Error) => error)
      const { user, given, calls, sent, error } = question
      const expected = user && { name: user.Name, uid: user.UID, groups: user.Groups ?? [], extra: user.Extra ?? {} }
      // Some refusals have no words.
      const refusal = found instanceof Error ? found.message || undefined : undefined
      const answered = found instanceof Error ? undefined : found
      expect(
        { user: answered?.user, given: answered?.audiences, calls: seen.calls, sent: seen.sent, error: refusal },
        JSON.stringify(question),
      ).toEqual({ user: expected, given, calls, sent, error: expectedRefusal(error, refusal) })
    }
  }
})

type Settings = { allowed: boolean; others: boolean; denies: boolean; conditions?: string[] }

it('access reviews end as upstream’s', async () => {
  for (const session of readVectors<(Session<AccessQuestion> & Settings)[]>('access-reviews')) {
    const { clock, seen, webhook } = scripted()
    const { version, allowed, others, denies, conditions = [] } = session
    const authorizer = webhookAuthorizer({
      webhook,
      version,
      authorizedTTL: allowed ? 3_600_000 : 0,
      unauthorizedTTL: others ? 3_600_000 : 0,
      decisionOnError: denies ? 'deny' : 'no-opinion',
      conditions: new ReviewConditions(conditions),
      clock,
    })
    for (const question of session.questions) {
      const { attributes, fields, labels, answer, calls, sent, decision, reason = '', error } = question
      Object.assign(seen, { answer, calls: 0, sent: undefined })
      const fieldSelector = fieldRequirements(fields)
      const labelSelector = labelRequirements(labels)
      const result = await authorizer.authorize({
        ...attributes,
        user: { ...attributes.user, extra: attributes.user.extra ?? {} },
        ...(fieldSelector && { fieldSelector }),
        ...(labelSelector && { labelSelector }),
      })
      const message = (result.error as Error | undefined)?.message
      expect({ ...result, error: message, calls: seen.calls, sent: seen.sent }, JSON.stringify(question)).toEqual({
        decision,
        reason,
        error: expectedRefusal(error, message),
        calls,
        sent,
      })
    }
  }
})
