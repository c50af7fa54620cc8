import { ValidatingWebhookConfiguration } from 'apimachinery/api/admissionregistration/v1'
import { describe, expect, it } from 'vitest'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import { HookSource } from '../../src/admission/webhook/hook.js'
import { mapRequest } from './map-request.js'
import { hook, rules, validated } from './webhook-answers.js'

describe('a webhook is asked', () => {
  const only = (more: object) => [{ ...rules[0], ...more }]
  it.each<{ what: string; more: object; asked: boolean; request?: AdmissionAttributes }>([
    { what: 'about the resource of a rule', more: {}, asked: true },
    { what: 'about no other resource', more: { rules: only({ resources: ['pods'] }) }, asked: false },
    { what: 'about all resources of *', more: { rules: only({ resources: ['*'] }) }, asked: true },
    { what: 'about no subresource only', more: { rules: only({ resources: ['configmaps/status'] }) }, asked: false },
    { what: 'about no other version', more: { rules: only({ apiVersions: ['v2'] }) }, asked: false },
    { what: 'about no other group', more: { rules: only({ apiGroups: ['apps'] }) }, asked: false },
    { what: 'about no other operation', more: { rules: only({ operations: ['UPDATE'] }) }, asked: false },
    { what: 'about its operation', more: { rules: only({ operations: ['UPDATE', 'CREATE'] }) }, asked: true },
    { what: 'about its scope', more: { rules: only({ scope: 'Namespaced' }) }, asked: true },
    { what: 'about every scope', more: { rules: only({ scope: '*' }) }, asked: true },
    { what: 'about no other scope', more: { rules: only({ scope: 'Cluster' }) }, asked: false },
    { what: 'about no scope that there is not', more: { rules: only({ scope: 'Other' }) }, asked: false },
    { what: 'about nothing without rules', more: { rules: [] }, asked: false },
    { what: 'about its namespaces', more: { namespaceSelector: { matchLabels: { tier: 'team' } } }, asked: true },
    { what: 'about no other namespaces', more: { namespaceSelector: { matchLabels: { tier: 'x' } } }, asked: false },
    { what: 'about its objects', more: { objectSelector: { matchLabels: { own: 'yes' } } }, asked: true },
    { what: 'about no other objects', more: { objectSelector: { matchLabels: { own: 'no' } } }, asked: false },
    {
      what: 'about objects that were selected',
      more: { objectSelector: { matchLabels: { own: 'yes' } } },
      asked: true,
      request: mapRequest({}, { operation: 'DELETE', object: undefined, old: mapRequest().object }),
    },
    {
      what: 'in a namespace that only the store has',
      more: { namespaceSelector: { matchLabels: { tier: 'late' } } },
      asked: true,
      request: mapRequest({}, { namespace: 'late' }),
    },
    { what: 'where its conditions hold', more: { matchConditions: [{ name: 'c', expression: 'true' }] }, asked: true },
    {
      what: 'not where one of its conditions does not hold',
      more: {
        matchConditions: [
          { name: 'c', expression: 'true' },
          { name: 'd', expression: "object.data.a == '2'" },
        ],
      },
      asked: false,
    },
  ])('$what', async ({ more, asked, request = mapRequest({ a: '1' }) }) => {
    const { calls, result } = await validated([hook('one', more)], {}, request)
    expect([result, calls.length]).toEqual(['allowed', asked ? 1 : 0])
  })

  it('but a namespace that there is not is not found', async () => {
    const more = { namespaceSelector: { matchLabels: { tier: 'x' } } }
    const { result } = await validated([hook('one', more)], {}, mapRequest({}, { namespace: 'gone' }))
    expect(result).toEqual({ code: 404, message: 'namespaces "gone" not found' })
  })

  it('but never about the configuration of admission', async () => {
    const request = mapRequest({})
    const kind = ValidatingWebhookConfiguration.groupVersionKind
    const all = [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }]
    const { calls } = await validated([hook('one', { rules: all })], {}, Object.assign(request, { kind }))
    expect(calls).toEqual([])
  })

  it.each([
    ['Fail', { code: 403, message: expect.stringContaining("expression 'object.data.none == '1'' resulted in error") }],
    ['Ignore', 'allowed'],
  ])('not where a condition fails; with the policy %s the answer is %j', async (failurePolicy, result) => {
    const matchConditions = [{ name: 'c', expression: "object.data.none == '1'" }]
    const found = await validated([hook('one', { matchConditions, failurePolicy })], {})
    expect([found.result, found.calls]).toEqual([result, []])
    const owner = { kind: 'webhook', name: 'one', type: 'validating', operation: 'CREATE' }
    expect(found.conditions).toEqual([[owner, { errors: 1, excluded: failurePolicy === 'Ignore' }]])
  })
})

describe('the webhooks of all configurations', () => {
  const configuration = (name: string, ...names: string[]) =>
    new ValidatingWebhookConfiguration({ metadata: { name }, webhooks: names.map((each) => hook(each)) })

  it('are in the order of the configurations’ names, each with an id of its own', () => {
    const all = [configuration('b', 'x', 'y', 'x'), configuration('a', 'x'), new ValidatingWebhookConfiguration()]
    const found = new HookSource(() => all).hooks()
    expect(found.map(({ uid, name, configuration: of }) => [uid, name, of])).toEqual([
      ['a/x/0', 'x', 'a'],
      ['b/x/0', 'x', 'b'],
      ['b/y/0', 'y', 'b'],
      ['b/x/1', 'x', 'b'],
    ])
  })

  it('are made once for each configuration', () => {
    const all = [configuration('a', 'x')]
    const source = new HookSource(() => all)
    const [first] = source.hooks()
    expect(source.hooks()[0]).toBe(first)
    all[0] = configuration('a', 'x')
    expect(source.hooks()[0]).not.toBe(first)
  })
})
