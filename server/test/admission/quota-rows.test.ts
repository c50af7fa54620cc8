import { PersistentVolumeClaim, type Pod, Service } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { persistentVolumeClaimEvaluator } from '../../src/admission/plugins/resource-quota/claim-evaluator.js'
import type { ScopeSelector } from '../../src/admission/plugins/resource-quota/evaluator.js'
import { podEvaluator } from '../../src/admission/plugins/resource-quota/pod-evaluator.js'
import { serviceEvaluator } from '../../src/admission/plugins/resource-quota/service-evaluator.js'
import { calculateUsage } from '../../src/admission/plugins/resource-quota/usage.js'
import { toResourceList } from '../../src/admission/resource-amounts.js'
import { type Amounts, containers, handles, podOf, type Resources, usageOf } from './quota-usage.js'

// Rows of pkg/quota/v1/evaluator/core of Kubernetes. Quantities are given as they are written.
const clock = new FakeClock(new Date('2026-01-01T00:00:00Z'))
const pods = podEvaluator(clock)

const dongle = 'example.com/dongle'
const implicit = 'deviceclass.resource.kubernetes.io/dongle'
const counted = { 'count/pods': '1', pods: '1' }

describe('pods use of quotas', () => {
  /** One container or init container alone. */
  const alone: readonly [Resources, Amounts][] = [
    [
      { requests: { cpu: '1m' }, limits: { cpu: '2m' } },
      { cpu: '1m', 'requests.cpu': '1m', 'limits.cpu': '2m' },
    ],
    [
      { requests: { memory: '1m' }, limits: { memory: '2m' } },
      { memory: '1m', 'requests.memory': '1m', 'limits.memory': '2m' },
    ],
    [
      { requests: { 'ephemeral-storage': '32Mi' }, limits: { 'ephemeral-storage': '64Mi' } },
      { 'ephemeral-storage': '32Mi', 'requests.ephemeral-storage': '32Mi', 'limits.ephemeral-storage': '64Mi' },
    ],
    [{ requests: { 'hugepages-2Mi': '100Mi' } }, { 'hugepages-2Mi': '100Mi', 'requests.hugepages-2Mi': '100Mi' }],
    [{ requests: { [dongle]: '3' }, limits: { [dongle]: '3' } }, { [`requests.${dongle}`]: '3' }],
    [{ requests: { [implicit]: '3' }, limits: { [implicit]: '3' } }, { [`requests.${implicit}`]: '3' }],
    [{ requests: { 'kubernetes.io/thing': '3' } }, {}],
  ]
  it.each(alone)('%j', (resources, usage) => {
    expect(usageOf(pods, podOf({ containers: containers(resources) }))).toEqual({ ...counted, ...usage })
    expect(usageOf(pods, podOf({ initContainers: containers(resources) }))).toEqual({ ...counted, ...usage })
  })

  it('is the largest init container where that is more than all others', () => {
    const of = (cpu: string, memory: string, dongles: string): Resources => ({
      requests: { cpu, memory, [dongle]: dongles },
      limits: { cpu: String(2 * Number(cpu)), memory: memory.replace(/\d+/, (each) => String(2 * Number(each))) },
    })
    const spec = {
      initContainers: containers(of('4', '100M', '4'), of('1', '50M', '2')),
      containers: containers(of('1', '50M', '1'), of('2', '25M', '2')),
    }
    expect(usageOf(pods, podOf(spec))).toEqual({
      ...counted,
      cpu: '4',
      memory: '100M',
      'requests.cpu': '4',
      'requests.memory': '100M',
      'limits.cpu': '8',
      'limits.memory': '200M',
      [`requests.${dongle}`]: '4',
    })
  })

  const cpu = { requests: { cpu: '1' }, limits: { cpu: '2' } }
  const ending = (secondsAgo: number) => ({
    metadata: {
      deletionTimestamp: new Date(clock.now() - secondsAgo * 1000).toISOString(),
      deletionGracePeriodSeconds: 30,
    },
  })
  const oneCPU = { ...counted, cpu: '1', 'requests.cpu': '1', 'limits.cpu': '2' }
  it.each<[string, Pod, object]>([
    ['has ended', podOf({ containers: containers(cpu) }, { status: { phase: 'Succeeded' } }), { 'count/pods': '1' }],
    ['should be gone', podOf({ containers: containers(cpu) }, ending(60)), { 'count/pods': '1' }],
    ['is ending', podOf({ containers: containers(cpu) }, ending(0)), oneCPU],
    [
      'has overhead',
      podOf({ overhead: { cpu: '1' }, containers: containers(cpu) }),
      { ...counted, cpu: '2', 'requests.cpu': '2', 'limits.cpu': '3' },
    ],
    ['has resources of its own', podOf({ resources: cpu }), oneCPU],
    [
      'has memory of its own, and storage of containers',
      podOf({
        resources: { requests: { memory: '1Mi' }, limits: { memory: '2Mi' } },
        containers: containers({ requests: { 'ephemeral-storage': '32Mi' } }),
      }),
      {
        ...counted,
        memory: '1Mi',
        'requests.memory': '1Mi',
        'limits.memory': '2Mi',
        'ephemeral-storage': '32Mi',
        'requests.ephemeral-storage': '32Mi',
      },
    ],
    ...(['150m', '50m', undefined] as const).map((given): [string, Pod, object] => [
      `is resized from ${given}`,
      podOf(
        { containers: containers({ requests: { cpu: '100m' }, limits: { cpu: '200m' } }) },
        { status: { containerStatuses: [{ name: '', ...(given && { resources: { requests: { cpu: given } } }) }] } },
      ),
      {
        ...counted,
        cpu: given === '150m' ? given : '100m',
        'requests.cpu': given === '150m' ? given : '100m',
        'limits.cpu': '200m',
      },
    ]),
  ])('of a pod that %s', (_name, pod, usage) => expect(usageOf(pods, pod)).toEqual(usage))

  const wanting = { requests: { cpu: '1m' }, limits: { cpu: '2m' } }
  it.each<[object, string[], string | undefined]>([
    [{ initContainers: containers({ ...wanting, name: 'dummy' }) }, ['memory'], 'must specify memory for: dummy'],
    [
      { initContainers: containers({ ...wanting, name: 'foo' }, { ...wanting, name: 'bar' }) },
      ['memory'],
      'must specify memory for: bar,foo',
    ],
    [{ containers: containers({ ...wanting, name: 'dummy' }) }, ['memory'], 'must specify memory for: dummy'],
    [
      { containers: containers({ name: 'foo' }, { name: 'bar' }) },
      ['memory', 'cpu', 'ephemeral-storage'],
      'must specify cpu for: bar,foo; memory for: bar,foo',
    ],
    [{ resources: wanting, containers: containers({ name: 'foo' }) }, ['memory', 'cpu'], undefined],
  ])('%j must have %j', (spec, required, refusal) => expect(pods.missing?.(required, podOf(spec))).toBe(refusal))

  const scopes: readonly ScopeSelector[] = [
    ...['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'].map((scopeName) => ({
      scopeName,
      operator: '',
    })),
    { scopeName: 'PriorityClass', operator: 'In', values: ['class1'] },
    { scopeName: 'CrossNamespacePodAffinity', operator: '' },
  ]
  const term = { topologyKey: '', labelSelector: {} }
  const weighted = (podAffinityTerm: object) => [{ weight: 1, podAffinityTerm }]
  const [required, preferred] = ['required', 'preferred'].map((each) => `${each}DuringSchedulingIgnoredDuringExecution`)
  it.each<[object, string]>([
    [{}, 'NotTerminating BestEffort'],
    [{ priorityClassName: 'class1' }, 'NotTerminating BestEffort PriorityClass'],
    [{ containers: containers(cpu) }, 'NotTerminating NotBestEffort'],
    [{ activeDeadlineSeconds: 30 }, 'Terminating BestEffort'],
    ...[
      { podAffinity: { [required as string]: [{ ...term, namespaces: ['ns1'], namespaceSelector: {} }] } },
      { podAffinity: { [required as string]: [{ ...term, namespaces: ['ns1'] }] } },
      { podAffinity: { [preferred as string]: weighted({ ...term, namespaces: ['ns2'] }) } },
      { podAffinity: { [preferred as string]: weighted({ ...term, namespaceSelector: {} }) } },
      { podAntiAffinity: { [preferred as string]: weighted({ ...term, namespaceSelector: {} }) } },
      { podAntiAffinity: { [required as string]: [{ ...term, namespaces: ['ns3'] }] } },
    ].map((affinity): [object, string] => [{ affinity }, 'NotTerminating BestEffort CrossNamespacePodAffinity']),
    [{ affinity: { podAffinity: { [required as string]: [term] } } }, 'NotTerminating BestEffort'],
  ])('%j is in the scopes %s', (spec, names) => {
    const pod = podOf(spec)
    const found = scopes.filter((selector) => pods.matchesScope(selector, pod)).map(({ scopeName }) => scopeName)
    expect(found.join(' ')).toBe(names)
  })

  const withDeadline = (seconds: number | undefined) => podOf({ activeDeadlineSeconds: seconds })
  it.each([
    [{ operation: 'CREATE' }, true],
    [{ object: withDeadline(undefined), oldObject: withDeadline(1) }, true],
    [{ object: withDeadline(1), oldObject: withDeadline(undefined) }, true],
    [{ object: withDeadline(1), oldObject: withDeadline(2) }, false],
    [{ object: podOf({}), oldObject: podOf({}) }, false],
    [{ operation: 'DELETE' }, false],
    [{ operation: 'CONNECT' }, false],
    [{ operation: 'CREATE', subresource: 'other' }, false],
    [{ subresource: 'other' }, false],
    [{ subresource: 'resize' }, true],
  ])('request %#: handled %s', (attributes, handled) => expect(handles(pods, attributes)).toBe(handled))

  const named = (
    priorityClassName: string,
    phase: string,
    resources: Resources = { requests: { cpu: '1' }, limits: { cpu: '1' } },
  ) => podOf({ priorityClassName, containers: containers(resources) }, { status: { phase } })
  const high = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] }
  const two = [named('high', 'Running'), named('high', 'Succeeded'), named('low', 'Running')]
  const one = { pods: '1', 'count/pods': '2', cpu: '1', 'requests.cpu': '1', 'limits.cpu': '1' }
  it.each<[Pod[], object, Amounts]>([
    [
      [named('', 'Running'), named('', 'Running')],
      {},
      { pods: '2', 'count/pods': '2', cpu: '2', 'requests.cpu': '2', 'limits.cpu': '2' },
    ],
    [[named('', 'Running'), named('', 'Succeeded')], {}, one],
    [two, { scopeSelector: { matchExpressions: [high] } }, one],
    [two, { scopes: ['PriorityClass'], scopeSelector: { matchExpressions: [high] } }, one],
    [
      [...two, named('high', 'Failed', {})],
      { scopes: ['PriorityClass', 'BestEffort'], scopeSelector: { matchExpressions: [high] } },
      { pods: '0', 'count/pods': '1', cpu: '0', 'requests.cpu': '0', 'limits.cpu': '0' },
    ],
  ])('sums %#', async (objects, spec, expected) => {
    const hard = Object.fromEntries(Object.keys(expected).map((name) => [name, '9']))
    const { used } = await calculateUsage({ spec: { hard, ...spec } } as never, [pods], async () => objects)
    const texts = Object.entries(toResourceList(used)).map(([name, amount]) => [name, String(amount)])
    expect(Object.fromEntries(texts)).toEqual(expected)
  })
})

describe('services use of quotas', () => {
  const [ports, nodePorts] = [
    [{ port: 1 }, { port: 2 }],
    [
      { port: 1, nodePort: 3 },
      { port: 2, nodePort: 4 },
    ],
  ]
  it.each<[object, string, string]>([
    [{ type: 'LoadBalancer' }, '0', '1'],
    [{ type: 'LoadBalancer', ports: [{ port: 1 }] }, '1', '1'],
    [{ type: 'LoadBalancer', ports }, '2', '1'],
    [{ type: 'ClusterIP' }, '0', '0'],
    [{ type: 'NodePort', ports: [{ port: 1 }] }, '1', '0'],
    [{ type: 'NodePort', ports }, '2', '0'],
    [{ type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false }, '0', '1'],
    [{ type: 'LoadBalancer', ports: nodePorts }, '2', '1'],
    [{ type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: true }, '2', '1'],
    [{ type: 'LoadBalancer', ports: nodePorts, allocateLoadBalancerNodePorts: false }, '2', '1'],
  ])('%j', (spec, nodeports, loadbalancers) => {
    expect(usageOf(serviceEvaluator, new Service({ spec }))).toEqual({
      'count/services': '1',
      services: '1',
      'services.nodeports': nodeports,
      'services.loadbalancers': loadbalancers,
    })
  })

  it('by some names', () => {
    const names = ['configmaps', 'cpu', 'services', 'services.nodeports', 'services.loadbalancers']
    expect(serviceEvaluator.matchingResources(names)).toEqual([
      'services',
      'services.loadbalancers',
      'services.nodeports',
    ])
  })
})

describe('claims of volumes use of quotas', () => {
  const storage = (amount: string, more: object = {}, status: object = {}) =>
    new PersistentVolumeClaim({ spec: { resources: { requests: { storage: amount } }, ...more }, status } as object)
  const both = (amount: string): Amounts => ({
    'count/persistentvolumeclaims': '1',
    persistentvolumeclaims: '1',
    'requests.storage': amount,
  })
  const gold = (amount: string): Amounts => ({
    ...both(amount),
    'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
    'gold.storageclass.storage.k8s.io/requests.storage': amount,
  })
  it.each<[PersistentVolumeClaim, Amounts]>([
    [storage('10Gi'), both('10Gi')],
    [storage('10Gi', { storageClassName: 'gold' }), gold('10Gi')],
    [storage('1001m'), both('2')],
    [storage('1001m', { storageClassName: 'gold' }), gold('2')],
    [storage('5G', {}, { allocatedResources: { storage: '10G' } }), both('10G')],
    [storage('10G', {}, { allocatedResources: { storage: '5G' } }), both('10G')],
  ])('%j', (claim, usage) => expect(usageOf(persistentVolumeClaimEvaluator, claim)).toEqual(usage))

  it('by some names, and their states too', () => {
    const names = ['gold', 'x'].flatMap((name) => [`${name}.storageclass.storage.k8s.io/requests.storage`])
    const all = ['count/persistentvolumeclaims', 'requests.storage', 'persistentvolumeclaims', ...names]
    const others = [
      'storage',
      'ephemeral-storage',
      'b.storageclass.storage.k8s.io/storage',
      'gold.storage.k8s.io/requests.storage',
    ]
    expect(persistentVolumeClaimEvaluator.matchingResources([...all, ...others])).toEqual(all)
    for (const [operation, subresource, handled] of [
      ['CREATE', '', true],
      ['UPDATE', '', true],
      ['UPDATE', 'status', true],
      ['UPDATE', 'other', false],
      ['DELETE', '', false],
    ] as const) {
      expect(handles(persistentVolumeClaimEvaluator, { operation, subresource })).toBe(handled)
    }
  })

  const attributes = (operator: string, ...values: string[]) => ({
    scopeName: 'VolumeAttributesClass',
    operator,
    values,
  })
  const one = { volumeAttributesClassName: 'class1' }
  const status = { currentVolumeAttributesClassName: 'class2' }
  const target = { ...status, modifyVolumeStatus: { targetVolumeAttributesClassName: 'class3', status: '' } }
  it.each<[object, object, string]>([
    [{}, {}, 'DoesNotExist NotIn:class4'],
    [one, {}, 'Exists In:class1 NotIn:class4 In:class1,class4'],
    [one, status, 'Exists In:class1 In:class2 NotIn:class4 In:class1,class4'],
    [one, target, 'Exists In:class1 In:class2 In:class3 NotIn:class4 In:class1,class4'],
  ])('%j %j is in the scopes %s', (spec, state, expected) => {
    const selectors = [
      attributes('DoesNotExist'),
      attributes('Exists'),
      ...['class1', 'class2', 'class3', 'class4'].map((name) => attributes('In', name)),
      attributes('NotIn', 'class4'),
      attributes('In', 'class1', 'class4'),
    ]
    const claim = storage('1', spec, state)
    const found = selectors.filter((selector) => persistentVolumeClaimEvaluator.matchesScope(selector, claim))
    expect(
      found
        .map(({ operator, values }) => [operator, ...(values.length > 0 ? [values.join(',')] : [])].join(':'))
        .join(' '),
    ).toBe(expected)
  })
})
