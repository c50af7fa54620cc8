import { ValidatingWebhookConfiguration } from 'apimachinery/api/admissionregistration/v1'
import { isStatusError, newUnauthorized } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { describe, expect, it } from 'vitest'
import { validatingWebhooks } from '../../src/admission/webhook/validating-webhooks.js'
import { dataOf, listening, mapRequest } from './map-request.js'
import { type Answer, environmentOf, hook, mutated, outcome, patched, setting, validated } from './webhook-answers.js'

describe('mutating webhooks', () => {
  const note = (webhook: string, changed: boolean) => JSON.stringify({ configuration: 'c', webhook, mutated: changed })

  it('change the object one after the other, and what they do is in the audit log', async () => {
    const { attributes, calls, annotations, first, observed, took } = await mutated(
      [hook('one'), hook('two'), hook('three')],
      {
        one: setting('b', '2'),
        two: (request) => setting('seen', JSON.stringify((request.object as JSONObject).data)),
      },
    )
    expect(first).toBe('allowed')
    expect(dataOf(attributes.object)).toEqual({ a: '1', b: '2', seen: '{"a":"1","b":"2"}' })
    expect(calls.map(({ url, timeoutSeconds }) => [url, timeoutSeconds])).toEqual([
      ['https://hooks/one', 10],
      ['https://hooks/two', 10],
      ['https://hooks/three', 10],
    ])
    const patch = [{ op: 'add', path: '/data/b', value: '2' }]
    expect(annotations).toMatchObject({
      'mutation.webhook.admission.k8s.io/round_0_index_0': note('one', true),
      'mutation.webhook.admission.k8s.io/round_0_index_1': note('two', true),
      'mutation.webhook.admission.k8s.io/round_0_index_2': note('three', false),
      'patch.webhook.admission.k8s.io/round_0_index_0': JSON.stringify({
        configuration: 'c',
        webhook: 'one',
        patch,
        patchType: 'JSONPatch',
      }),
    })
    expect(annotations).not.toHaveProperty(['patch.webhook.admission.k8s.io/round_0_index_2'])
    expect(took).toEqual([0.25, 0.25, 0.25])
    expect(observed).toEqual(
      ['one', 'two', 'three'].map((name) => ({
        name,
        type: 'admit',
        operation: 'CREATE',
        rejected: false,
        code: 200,
        failedOpen: false,
      })),
    )
  })

  it('that change nothing, by a patch or without, do not ask for another pass', async () => {
    const { attributes, annotations } = await mutated([hook('one'), hook('two')], {
      one: patched({ op: 'test', path: '/data/a', value: '1' }),
      two: patched(),
    })
    expect(attributes.reinvocation.shouldReinvoke).toBe(false)
    expect(annotations['mutation.webhook.admission.k8s.io/round_0_index_0']).toBe(note('one', false))
  })

  it('are asked again in a second pass where they want it and something changed after them', async () => {
    const webhooks = [
      hook('one', { reinvocationPolicy: 'IfNeeded' }),
      hook('two'),
      hook('three', { reinvocationPolicy: 'IfNeeded' }),
    ]
    const { attributes, calls, plugin, context, annotations } = await mutated(webhooks, { two: setting('b', '2') })
    expect(attributes.reinvocation.shouldReinvoke).toBe(true)
    attributes.reinvocation.isReinvoke = true
    calls.length = 0
    await plugin.admit?.(attributes, context)
    expect(calls.map(({ url }) => url)).toEqual(['https://hooks/one'])
    expect(annotations).toHaveProperty(['mutation.webhook.admission.k8s.io/round_1_index_0'])
  })

  it('are all asked again in a second pass where others changed the object', async () => {
    const webhooks = [hook('one', { reinvocationPolicy: 'IfNeeded' }), hook('two')]
    const { attributes, calls, plugin, context } = await mutated(webhooks, {})
    attributes.reinvocation.isReinvoke = true
    calls.length = 0
    await plugin.admit?.(attributes, context)
    expect(calls).toEqual([])
    attributes.object = mapRequest({ other: 'x' }).object
    await plugin.admit?.(attributes, context)
    expect(calls.map(({ url }) => url)).toEqual(['https://hooks/one'])
  })

  const failing = (reason: string) => `Internal error occurred: failed calling webhook "one": ${reason}`
  it.each<{ what: string; answer: Answer; says: string; fails: string; code?: number }>([
    {
      what: 'cannot be reached',
      answer: new Error('no route'),
      says: failing('failed to call webhook: no route'),
      fails: 'open',
    },
    {
      what: 'answer something else',
      answer: { uid: 'other' },
      says: failing('received invalid webhook response: expected response.uid='),
      fails: 'open',
    },
    {
      what: 'answer a patch that is no JSON',
      answer: { allowed: true, patchType: 'JSONPatch', patch: Buffer.from('{').toString('base64') },
      says: failing('received undecodable patch in webhook response: '),
      fails: 'open',
    },
    {
      what: 'answer a patch that is no list',
      answer: { allowed: true, patchType: 'JSONPatch', patch: Buffer.from('{}').toString('base64') },
      says: failing('received undecodable patch in webhook response: no list of operations'),
      fails: 'open',
    },
    {
      what: 'answer a patch of another type',
      answer: { ...setting('b', '2'), patchType: 'Other' },
      says: failing('unsupported patch type "Other"'),
      fails: 'open',
    },
    {
      what: 'answer a patch that does not fit',
      answer: patched({ op: 'remove', path: '/data/none' }),
      says: 'Internal error occurred: ',
      fails: 'closed',
    },
  ])('that $what refuse, or with the policy Ignore fail $fails', async ({ answer, says, fails }) => {
    const strict = await mutated([hook('one')], { one: answer })
    expect(strict.first).toEqual({ code: 500, message: expect.stringContaining(says) })
    expect(strict.annotations).toEqual({ 'mutation.webhook.admission.k8s.io/round_0_index_0': note('one', false) })
    const lenient = await mutated([hook('one', { failurePolicy: 'Ignore' })], { one: answer })
    const opened = lenient.annotations['failed-open.mutation.webhook.admission.k8s.io/round_0_index_0']
    expect([lenient.first === 'allowed', opened]).toEqual(fails === 'open' ? [true, 'one'] : [false, undefined])
  })

  it('do not change what a request has no object for', async () => {
    const deletion = mapRequest({}, { operation: 'DELETE', object: undefined, name: 'm', namespace: 'team' })
    const { first } = await mutated([hook('one')], { one: setting('b', '2') }, deletion)
    expect(first).toEqual({
      code: 500,
      message:
        'Internal error occurred: admission webhook "one" attempted to modify the object, which is not supported for this operation',
    })
  })

  it('count their time', async () => {
    const { context } = await mutated([hook('one')], {})
    expect(context.latencies?.of('mutating-webhook')).toBeGreaterThan(0)
    expect(context.latencies?.of('validating-webhook')).toBe(0)
  })
})

describe('validating webhooks', () => {
  it('are all asked, and the first refusal in their order is the answer', async () => {
    const refusal = (message: string) => ({ allowed: false, status: { message } })
    const { result, calls, observed } = await validated([hook('one'), hook('two'), hook('three')], {
      two: refusal('second'),
      three: refusal('third'),
    })
    expect(result).toEqual({ code: 400, message: 'admission webhook "two" denied the request: second' })
    expect(calls).toHaveLength(3)
    const common = { type: 'validating', operation: 'CREATE', failedOpen: false }
    expect(observed).toEqual([
      { ...common, name: 'one', rejected: false, code: 200 },
      { ...common, name: 'two', rejected: true, errorType: 'no_error', code: 400 },
      { ...common, name: 'three', rejected: true, errorType: 'no_error', code: 400 },
    ])
  })

  it.each<{ status: JSONObject | undefined; code: number; says: string }>([
    { status: undefined, code: 400, says: ' without explanation' },
    { status: {}, code: 400, says: ' without explanation' },
    { status: { message: '', reason: 'Gone' }, code: 400, says: ': Gone' },
    { status: { message: 'm', reason: 'Gone', code: 410 }, code: 410, says: ': m' },
    { status: { message: 'm', code: 399 }, code: 400, says: ': m' },
    { status: { message: 'm', code: 400 }, code: 400, says: ': m' },
  ])('refuse in the words of their status: $status', async ({ status, code, says }) => {
    const { result } = await validated([hook('one')], { one: { allowed: false, ...(status && { status }) } })
    expect(result).toEqual({ code, message: `admission webhook "one" denied the request${says}` })
  })

  it('pass reason and details of their status on', async () => {
    const { environment } = environmentOf({
      one: { allowed: false, status: { reason: 'Gone', details: { name: 'n' } } },
    })
    const configuration = new ValidatingWebhookConfiguration({ metadata: { name: 'c' }, webhooks: [hook('one')] })
    const plugin = validatingWebhooks(() => [configuration], environment)
    const error = await plugin.validate?.(mapRequest(), listening().context).catch((thrown: unknown) => thrown)
    expect(isStatusError(error) && error.status).toMatchObject({ reason: 'Gone', details: { name: 'n' } })
  })

  it('add warnings and annotations', async () => {
    const answer = { allowed: true, warnings: ['careful'], auditAnnotations: { key: 'value' } }
    const { warnings, annotations } = await validated([hook('one')], { one: answer })
    expect(warnings).toEqual(['careful'])
    expect(annotations).toEqual({ 'one/key': 'value' })
  })

  it('may not patch', async () => {
    const { result } = await validated([hook('one')], { one: setting('b', '2') })
    expect(result).toMatchObject({ message: expect.stringContaining('validating webhook may not return') })
  })

  it('fail open where their policy says so', async () => {
    const { result, annotations, observed } = await validated([hook('no'), hook('one', { failurePolicy: 'Ignore' })], {
      one: newUnauthorized('who'),
    })
    expect(result).toBe('allowed')
    expect(annotations).toEqual({ 'failed-open.validating.webhook.admission.k8s.io/round_0_index_1': 'one' })
    expect(observed.find(({ name }) => name === 'one')).toEqual({
      name: 'one',
      type: 'validating',
      operation: 'CREATE',
      rejected: false,
      errorType: 'calling_webhook_error',
      code: 503,
      failedOpen: true,
    })
  })

  it('time out with the request, whatever their policy', async () => {
    const controller = new AbortController()
    const { environment } = environmentOf({ one: new Error('aborted') })
    const webhooks = [hook('one', { failurePolicy: 'Ignore' })]
    const configuration = new ValidatingWebhookConfiguration({ metadata: { name: 'c' }, webhooks })
    const plugin = validatingWebhooks(() => [configuration], environment)
    controller.abort()
    const { context } = listening({ signal: controller.signal })
    expect(await outcome(plugin.validate?.(mapRequest(), context))).toMatchObject({
      code: 504,
      message: expect.stringContaining('request did not complete within requested timeout'),
    })
  })

  it.each([
    ['None', 'allowed'],
    ['NoneOnDryRun', 'allowed'],
    ['Some', { code: 400, message: 'admission webhook "one" does not support dry run' }],
    ['Unknown', { code: 400, message: 'admission webhook "one" does not support dry run' }],
    [
      undefined,
      { code: 500, message: 'Internal error occurred: failed calling webhook "one": Webhook SideEffects is nil' },
    ],
  ])('with side effects %s answer a dry run: %j', async (sideEffects, result) => {
    const dry = Object.assign(mapRequest(), { dryRun: true })
    const found = await validated([hook('one', { sideEffects })], {}, dry)
    expect(found.result).toEqual(result)
    expect(found.calls.length).toBe(result === 'allowed' ? 1 : 0)
    expect((await validated([hook('one', { sideEffects })], {})).result).toBe('allowed')
  })

  it('that take no known version fail', async () => {
    const { result } = await validated([hook('one', { admissionReviewVersions: ['v9'] })], {})
    expect(result).toMatchObject({
      message: expect.stringContaining('could not create admission objects: webhook does not accept known'),
    })
  })

  it('have a time limit of their own', async () => {
    const { calls } = await validated([hook('one', { timeoutSeconds: 3 })], {})
    expect(calls[0]?.timeoutSeconds).toBe(3)
  })
})
