import { KubeConfig } from '@apimachinery/client'
import type { LevelVersion } from 'apimachinery/api/admission-plugins'
import { Pod, ResourceQuota } from 'apimachinery/api/core/v1'
import { Quantity } from 'apimachinery/resource'
import { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import { describe, expect, it } from 'vitest'
import { isAdmissionConfiguration, matchesRule } from '../../src/admission/match-rules.js'
import { limitViolations } from '../../src/admission/plugins/limit-violations.js'
import { namespaceLifecycle } from '../../src/admission/plugins/namespace-lifecycle.js'
import { selectorFits } from '../../src/admission/plugins/resource-quota/evaluator.js'
import { quotaAccess } from '../../src/admission/plugins/resource-quota/quota-access.js'
import { named } from '../../src/admission/pod-security/check.js'
import { reasonsText, violationsOf } from '../../src/admission/pod-security/evaluate.js'
import { templateFinder } from '../../src/admission/pod-security/pod-of-controller.js'
import { HookClient } from '../../src/admission/webhook/hook-client.js'
import { hookCredentials } from '../../src/admission/webhook/hook-credentials.js'
import { hookTarget } from '../../src/admission/webhook/hook-target.js'
import { attributesOf } from './attributes-of.js'

// Facts of rules_test.go of k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules.
describe('a rule', () => {
  const matches = (rule: object, asked = 'pods', more: object = {}): boolean => {
    const [resource = '', subresource = ''] = asked.split('/')
    const all = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }
    return matchesRule(
      { ...all, ...rule },
      {
        resource: new GroupVersionResource('', 'v1', resource),
        subresource,
        operation: 'CREATE',
        namespace: 'ns',
        name: 'n',
        ...more,
      },
    )
  }

  it.each([
    ['pods', 'pods', true],
    ['pods', 'pods/status', false],
    ['pods/status', 'pods/status', true],
    ['pods/status', 'pods/exec', false],
    ['pods/status', 'pods', false],
    ['pods/*', 'pods', true],
    ['pods/*', 'pods/status', true],
    ['pods/*', 'nodes', false],
    ['*', 'pods', true],
    ['*', 'pods/status', false],
    ['*/status', 'nodes/status', true],
    ['*/status', 'nodes', false],
    ['*/*', 'nodes', true],
    ['*/*', 'nodes/status', true],
    ['', 'pods', false],
    ['/status', 'pods/status', false],
  ])('for %s is for %s: %s', (pattern, asked, is) => {
    expect(matches({ resources: [pattern] }, asked)).toBe(is)
  })

  it.each([
    ['*', 'ns', true],
    ['*', '', true],
    [undefined, '', true],
    ['Namespaced', 'ns', true],
    ['Namespaced', '', false],
    ['Cluster', '', true],
    ['Cluster', 'ns', false],
    ['Other', '', false],
  ])('of scope %s is for namespace %j: %s', (scope, namespace, is) => {
    expect(matches(scope === undefined ? {} : { scope }, 'pods', { namespace })).toBe(is)
  })

  it.each([
    ['', 'Cluster', true],
    ['', 'Namespaced', false],
    ['apps', 'Cluster', false],
    ['apps', 'Namespaced', true],
  ])('takes namespaces of group %j for scope %s: %s', (group, scope, is) => {
    const resource = new GroupVersionResource(group, 'v1', 'namespaces')
    expect(matches({ scope }, 'namespaces', { resource, namespace: 'ns' })).toBe(is)
  })

  it.each([
    [undefined, 'n', true],
    [[], 'n', true],
    [['n', 'm'], 'm', true],
    [['n'], 'm', false],
    [['n'], '', false],
  ])('with the names %j is for %j: %s', (resourceNames, name, is) => {
    expect(matches(resourceNames === undefined ? {} : { resourceNames }, 'pods', { name })).toBe(is)
  })

  it.each([
    ['admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', true],
    ['admissionregistration.k8s.io', 'MutatingWebhookConfiguration', true],
    ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicy', true],
    ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicyBinding', true],
    ['admissionregistration.k8s.io', 'MutatingAdmissionPolicy', true],
    ['admissionregistration.k8s.io', 'MutatingAdmissionPolicyBinding', true],
    ['admissionregistration.k8s.io', 'Other', false],
    ['apps', 'ValidatingAdmissionPolicy', false],
  ])('is never about %s %s: %s', (group, kind, is) => {
    expect(isAdmissionConfiguration({ kind: new GroupVersionKind(group, 'v1', kind) })).toBe(is)
  })
})

describe('the address of a webhook', () => {
  it.each([
    [{ url: 'https://h.example/a%zz' }, { host: 'h.example', port: 443, path: '/a%25zz' }],
    [{ url: 'HTTPS://h.example:8443/a?b=c#d' }, { host: 'h.example:8443', port: 8443, path: '/a' }],
    [{ url: 'https://[::1]:8443/a<b>~' }, { hostname: '::1', path: '/a%3Cb%3E~' }],
    [{ url: "https://h.example/(*)!'" }, { path: '/%28%2A%29%21%27' }],
    [{ url: 'https://h.example/é' }, { path: '/%C3%A9' }],
    [
      { service: { namespace: 'ns', name: 's' } },
      { host: 's.ns.svc:443', path: '/', service: { namespace: 'ns', name: 's', port: 443 } },
    ],
    [{ service: { namespace: 'ns', name: 's', port: 80, path: 'a/' } }, { host: 's.ns.svc:80', path: '/a' }],
  ])('of %j', (config, target) => {
    expect(hookTarget(config as never)).toMatchObject(target)
  })

  it('is a service or a URL', () => {
    expect(() => hookTarget({})).toThrow('webhook configuration must have either service or URL')
    expect(() => hookTarget({ url: ':' })).toThrow(TypeError)
  })
})

describe('the response of a webhook over HTTP', () => {
  /** Calls a webhook of this process; `responses` are given one after the other, the last one again and again. */
  async function called(...responses: (() => Response)[]) {
    let calls = 0
    const client = new HookClient({
      resolveService: () => Promise.reject(new Error('none')),
      inProcess: () => async () => responses[Math.min(calls++, responses.length - 1)]!(),
    })
    const { signal } = new AbortController()
    const call = { config: { url: 'https://hook/' }, body: '{}', timeoutSeconds: 5, signal }
    const result = await client.call(call).catch((error: Error) => error)
    client.close()
    return { result, calls }
  }
  const response =
    (status: number, headers: Record<string, string> = {}, body = '{"a":1}') =>
    () =>
      new Response(body, { status, headers })

  it.each([200, 201, 206])('of status %i is read', async (status) => {
    expect((await called(response(status))).result).toEqual({ a: 1 })
  })

  it.each([207, 300, 404, 500])('of status %i is an error', async (status) => {
    const { result } = await called(response(status))
    expect(result).toMatchObject({ status: { code: status } })
    expect((result as Error).message).not.toContain('POST')
  })

  it.each([
    [{}, 'application/json'],
    [{ 'content-type': 'text/x' }, 'text/x'],
  ])('without content, of %j, says so', async (headers, type) => {
    const bytes = () => new Response(new Uint8Array(), { status: 200, headers: headers as Record<string, string> })
    expect((await called(bytes)).result).toMatchObject({
      message: `0-length response with status code: 200 and content type: ${type}`,
    })
  })

  it('that is no JSON says so', async () => {
    expect((await called(response(200, {}, 'x'))).result).toMatchObject({
      message: expect.stringContaining("couldn't get version/kind; json parse error: "),
    })
  })

  it.each([
    [429, '0', 11],
    [500, '0', 11],
    [503, '0', 11],
    [404, '0', 1],
    [503, '', 1],
    [503, 'x0', 1],
    [503, '0x', 1],
    [503, '-1', 1],
    [503, '0000000', 1],
  ])('of status %i with Retry-After %j is asked for %i times', async (status, after, times) => {
    const { calls } = await called(response(status, after === '' ? {} : { 'retry-after': after }))
    expect(calls).toBe(times)
  })

  it('that comes at last is read', async () => {
    const busy = response(503, { 'retry-after': '0' })
    expect(await called(busy, busy, response(200))).toEqual({ result: { a: 1 }, calls: 3 })
  })
})

describe('the credentials for a webhook', () => {
  const user = (entry: object, name = 'hook:443') =>
    hookCredentials(
      KubeConfig.parse(
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [],
          contexts: [],
          users: [{ name, user: entry }],
        }),
      ),
    )
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const [certificate, key] = [{ 'client-certificate-data': base64('c') }, { 'client-key-data': base64('k') }]

  it.each([
    [{}, {}],
    [certificate, {}],
    [key, {}],
    [
      { ...certificate, ...key },
      { cert: Buffer.from('c'), key: Buffer.from('k') },
    ],
    [{ token: 't' }, { headers: { authorization: 'Bearer t' } }],
    [{ token: '' }, {}],
    [{ username: 'u' }, { headers: { authorization: `Basic ${base64('u:')}` } }],
    [{ password: 'p' }, { headers: { authorization: `Basic ${base64(':p')}` } }],
    [{ token: 't', username: 'u' }, { headers: { authorization: 'Bearer t' } }],
  ])('of a user with %j', (entry, credential) => {
    expect(user(entry)('hook')).toEqual(credential)
  })

  it.each([
    ['hook', 'hook:443', true],
    ['hook', 'hook', true],
    ['hook', 'hook:8443', false],
    ['hook:8443', 'hook:8443', true],
    ['*.ns.svc', 'hook.ns.svc', true],
    ['*.svc', 'hook.ns.svc:443', true],
    ['*.hook.ns.svc', 'hook.ns.svc', false],
    ['*.ns.svc:8443', 'hook.ns.svc:8443', true],
    ['*.ns.svc', 'hook.ns.svc:8443', false],
    ['*', 'hook:1', true],
  ])('named %s are for %s: %s', (name, host, are) => {
    expect(user({ token: 't' }, name)(host) !== undefined).toBe(are)
  })

  it('are not those of plugins', () => {
    expect(() => user({ 'auth-provider': { name: 'x' } })('hook')).toThrow('auth provider not supported')
  })
})

describe('limits', () => {
  const amounts = (list: Record<string, string>) =>
    new Map(Object.entries(list).map(([name, text]) => [name, Quantity.parse(text)]))
  const found = (limit: object, requests: Record<string, string>, limits: Record<string, string> = {}) =>
    limitViolations({ type: 'Container', ...limit } as never, { requests: amounts(requests), limits: amounts(limits) })
  const min = (text: string) => `minimum cpu usage per Container is ${text}`
  const ratio = (text: string) => `cpu max limit to request ratio per Container is ${text}`
  // Above this, thousandths do not fit into 64 bits.
  const [fits, large] = ['9223372036854775', '9223372036854776']

  it.each<[object, Record<string, string>, Record<string, string>, string[]]>([
    [{ min: { cpu: '1' } }, { cpu: '1' }, { cpu: '1' }, []],
    [{ min: { cpu: '1' } }, { cpu: '999m' }, {}, [`${min('1')}, but request is 999m`]],
    [{ min: { cpu: '1' } }, { cpu: '1' }, { cpu: '999m' }, [`${min('1')}, but limit is 999m`]],
    [{ min: { cpu: '1' } }, {}, { cpu: '2' }, [`${min('1')}.  No request is specified`]],
    // Compared in thousandths, or rounded up where one of them is large.
    [{ min: { cpu: '1600m' } }, { cpu: '1500m' }, { cpu: fits }, [`${min('1600m')}, but request is 1500m`]],
    [{ min: { cpu: '1600m' } }, { cpu: '1500m' }, { cpu: large }, []],
    [{ min: { cpu: '1' } }, { cpu: large }, { cpu: large }, []],
    [{ maxLimitRequestRatio: { cpu: '2' } }, { cpu: '1' }, { cpu: '2' }, []],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { cpu: '1' },
      { cpu: '2001m' },
      [`${ratio('2')}, but provided ratio is 2.001000`],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { cpu: '0' },
      { cpu: '1' },
      [`${ratio('2')}, but no request is specified or request is 0`],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      {},
      { cpu: '1' },
      [`${ratio('2')}, but no request is specified or request is 0`],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { cpu: '1' },
      { cpu: '0' },
      [`${ratio('2')}, but no limit is specified or limit is 0`],
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { cpu: '1' },
      {},
      [`${ratio('2')}, but no limit is specified or limit is 0`],
    ],
    [{ maxLimitRequestRatio: { cpu: fits } }, { cpu: '1' }, { cpu: '2' }, []],
    [{ maxLimitRequestRatio: { cpu: '10P' } }, { cpu: '1' }, { cpu: '2' }, []],
    [
      { maxLimitRequestRatio: { cpu: '10P' } },
      { cpu: '1' },
      { cpu: '20P' },
      [`${ratio('10P')}, but provided ratio is 20000000000000000.000000`],
    ],
  ])('%j for %j and %j', (...[limit, requests, limits, violations]) => {
    expect(found(limit, requests, limits)).toEqual(violations)
  })
})

it.each([
  [['a', 'b'], 'In', ['b', 'c'], true],
  [['a', 'b'], 'In', ['c'], false],
  [['a'], 'NotIn', ['a'], false],
  [['a', 'b'], 'NotIn', ['a'], true],
  [[], 'NotIn', ['a'], true],
  [['a'], 'Exists', undefined, true],
  [[], 'Exists', undefined, false],
  [['a'], 'DoesNotExist', undefined, false],
  [[], 'DoesNotExist', undefined, true],
])('the values %j of a scope fit %s %j: %s', (...[present, operator, values, fits]) => {
  const selector = { scopeName: 'PriorityClass', operator, ...(values && { values }) }
  expect(selectorFits(selector, present)).toBe(fits)
  expect(() => selectorFits({ ...selector, operator: 'Other' }, present)).toThrow(
    'failed to parse and convert selector: "Other" is not a valid scope selector operator',
  )
})

it('quotas are not older than what was written', async () => {
  const quota = (resourceVersion: string, name = 'q') =>
    new ResourceQuota({ metadata: { name, namespace: 'ns', resourceVersion } })
  let remembered = [quota('9'), quota('3', 'other')]
  const lister = { get: () => undefined, list: () => remembered }
  const access = quotaAccess(lister, async ({ metadata }) => quota('10', metadata?.name))
  const versions = () => access.list('ns').map(({ metadata }) => metadata?.resourceVersion)
  expect(versions()).toEqual(['9', '3'])
  await access.updateStatus(quota('9'))
  expect(versions()).toEqual(['10', '3'])
  remembered = [quota('11'), quota('3', 'other')]
  expect(versions()).toEqual(['11', '3'])
  remembered = [quota('9'), quota('3', 'other')]
  expect(versions()).toEqual(['9', '3'])
})

it('what is created in a namespace that ends says so in its details', async () => {
  const ending = { metadata: { name: 'ns' }, status: { phase: 'Terminating' } }
  const plugin = namespaceLifecycle({
    namespaces: { get: () => ending as never },
    liveNamespace: async () => ending as never,
  })
  const attributes = attributesOf({ resource: 'configmaps', name: 'c', namespace: 'ns' })
  await expect(plugin.admit?.(attributes, {} as never)).rejects.toMatchObject({
    status: {
      reason: 'Forbidden',
      message:
        'configmaps "c" is forbidden: unable to create new content in namespace ns because it is being terminated',
      details: {
        name: 'c',
        kind: 'configmaps',
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace ns is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    },
  })
})

describe('the template of pods', () => {
  const template = { metadata: { name: 't' }, spec: { containers: [] } }
  const ofSpec = { spec: { template } }

  it.each([
    ['', 'podtemplates', { template }],
    ['', 'replicationcontrollers', ofSpec],
    ['apps', 'replicasets', ofSpec],
    ['apps', 'deployments', ofSpec],
    ['apps', 'statefulsets', ofSpec],
    ['apps', 'daemonsets', ofSpec],
    ['batch', 'jobs', ofSpec],
    ['batch', 'cronjobs', { spec: { jobTemplate: { spec: { template } } } }],
  ])('of %s/%s', (group, resource, object) => {
    const find = templateFinder({ group, resource })
    expect(find?.(object as never)).toEqual(template)
    for (const empty of [{}, { spec: {} }, { spec: { jobTemplate: {} } }])
      expect(find?.(empty as never)).toBeUndefined()
    const bare = JSON.parse(JSON.stringify(object).replace(',"spec":{"containers":[]}', ''))
    expect(find?.(bare)).toEqual({ metadata: { name: 't' }, spec: { containers: [] } })
  })

  it.each([
    ['', 'pods'],
    ['apps', 'jobs'],
    ['', 'constructor'],
  ])('is not in %s/%s', (group, resource) => {
    expect(templateFinder({ group, resource })).toBeUndefined()
  })
})

describe('the restricted level', () => {
  const pod = (more: object = {}) =>
    new Pod({
      metadata: { name: 'p' },
      spec: {
        containers: [{ name: 'c', securityContext: { runAsUser: 0, capabilities: {} } }],
        ...more,
      },
    }) as never
  const reasons = (version: LevelVersion['version'], more: object = {}) =>
    reasonsText(violationsOf({ level: 'restricted', version }, pod(more))).split(', ')
  const [escalation, capabilities, nonRoot, user, seccomp] = [
    'allowPrivilegeEscalation != false',
    'unrestricted capabilities',
    'runAsNonRoot != true',
    'runAsUser=0',
    'seccompProfile',
  ]

  it.each<[LevelVersion['version'], object, string[]]>([
    [7, {}, [nonRoot]],
    [8, {}, [escalation, nonRoot]],
    [19, {}, [escalation, nonRoot, seccomp]],
    [22, {}, [escalation, capabilities, nonRoot, seccomp]],
    [23, {}, [escalation, capabilities, nonRoot, user, seccomp]],
    ['latest', {}, [escalation, capabilities, nonRoot, user, seccomp]],
    [24, { os: { name: 'windows' } }, [escalation, capabilities, nonRoot, user, seccomp]],
    [25, { os: { name: 'windows' } }, [nonRoot, user]],
    [34, { hostUsers: false }, [escalation, capabilities, nonRoot, user, seccomp]],
    [35, { hostUsers: false }, [escalation, capabilities, seccomp]],
    [35, { hostUsers: true }, [escalation, capabilities, nonRoot, user, seccomp]],
  ])('of release %s for %j refuses %j', (version, more, refused) => {
    expect(reasons(version, more)).toEqual(refused)
  })

  it('names one and several', () => {
    expect([named('container', ['a']), named('container', ['a', 'b'])]).toEqual([
      'container "a"',
      'containers "a", "b"',
    ])
  })
})
