import type { Pod } from 'apimachinery/api/core/v1'
import { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { type DeviceFacts, noDevices } from '../../src/admission/plugins/resource-quota/device-facts.js'
import { resourceClaimEvaluator } from '../../src/admission/plugins/resource-quota/resource-claim-evaluator.js'
import { type Amounts, containers, handles, podOf, usageOf } from './quota-usage.js'

// Rows of resource_claims_test.go of pkg/quota/v1/evaluator/core of Kubernetes.
const clock = new FakeClock(new Date('2026-01-01T00:00:00Z'))

describe('claims of devices use of quotas', () => {
  const exactly = (count = 1, more: object = {}) => ({
    name: 'r',
    exactly: { deviceClassName: 'gpu', allocationMode: 'ExactCount', count: BigInt(count), ...more },
  })
  const first = (...each: object[]) => ({
    name: 'r',
    firstAvailable: each.map((more) => ({
      name: 's',
      deviceClassName: 'gpu',
      allocationMode: 'ExactCount',
      count: 1n,
      ...more,
    })),
  })
  const owned = (podName: string, name = 'foo') => ({
    name,
    namespace: 'ns',
    annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: podName, uid: 'uid', controller: true }],
  })
  const claimOf = (requests: object[], metadata: object = { name: 'foo', namespace: 'ns' }) =>
    new ResourceClaim({ metadata, spec: { devices: { requests } } } as object)
  const [class1, explicit] = ['deviceclass.resource.kubernetes.io/gpu', 'example.com/gpu']
  const asking = (spec: object, named = true) =>
    podOf(spec, {
      metadata: { name: 'p', namespace: 'ns', uid: 'uid' },
      status: named ? { extendedResourceClaimStatus: { requestMappings: [], resourceClaimName: 'foo' } } : {},
    })
  const pods: Record<string, Pod> = {
    implicit: asking({ containers: containers({ requests: { [class1]: '1' } }) }),
    explicit: asking({ initContainers: containers({ requests: { [explicit]: '1' } }) }),
    hybrid: asking({
      initContainers: containers({ requests: { [class1]: '1', [explicit]: '1' } }),
      containers: containers({ requests: { [class1]: '1', [explicit]: '1' } }),
    }),
    silent: asking(
      {
        initContainers: containers({ requests: { [explicit]: '1' } }),
        containers: containers({ requests: { [class1]: '1' } }),
      },
      false,
    ),
  }
  const facts = (...beside: ResourceClaim[]): DeviceFacts => ({
    classes: () => [new DeviceClass({ metadata: { name: 'gpu' }, spec: { extendedResourceName: explicit } })],
    podOf: (_claim, name) => pods[name],
    claimsBeside: () => beside,
  })
  const used = (devices: string, ofClass: string, ofName = '0'): Amounts => ({
    'count/resourceclaims.resource.k8s.io': '1',
    'gpu.deviceclass.resource.k8s.io/devices': devices,
    ...(ofClass !== '0' && { [`requests.${class1}`]: ofClass }),
    ...(ofName !== '0' && { [`requests.${explicit}`]: ofName }),
  })
  const tpu = { deviceClassName: 'tpu', allocationMode: 'All' }

  it.each<[string, ResourceClaim, DeviceFacts, Amounts]>([
    ['for an implicit request', claimOf([exactly()], owned('implicit')), facts(), used('1', '0', '1')],
    ['for an explicit request', claimOf([exactly()], owned('explicit')), facts(), used('1', '1', '0')],
    ['for both', claimOf([exactly(), exactly()], owned('hybrid')), facts(), used('2', '1', '1')],
    ['of a silent pod', claimOf([exactly(), exactly()], owned('silent', 'copy')), facts(), used('2', '1', '1')],
    [
      'of a silent pod with an older claim',
      claimOf([exactly(), exactly()], owned('silent', 'foo-copy')),
      facts(claimOf([], owned('silent'))),
      used('2', '2', '2'),
    ],
    ['of a pod that names another', claimOf([exactly()], owned('implicit', 'bar')), facts(), used('1', '1', '1')],
    ['of a pod that is not there', claimOf([exactly()], owned('none')), facts(), used('1', '1', '1')],
    ['one device', claimOf([exactly()]), noDevices, used('1', '1')],
    ['many requests', claimOf(Array(5).fill(exactly())), noDevices, used('5', '5')],
    ['a count', claimOf([exactly(5)]), noDevices, used('5', '5')],
    ['all', claimOf([exactly(0, { allocationMode: 'All' })]), noDevices, used('32', '32')],
    ['another mode', claimOf([exactly(1, { allocationMode: 'future' })]), noDevices, used('0', '0')],
    ['administrators', claimOf([exactly(1, { adminAccess: true })]), noDevices, used('1', '1')],
    ['a list', claimOf([first({})]), noDevices, used('1', '1')],
    ['the largest of a list', claimOf([first({ count: 2n }, {})]), noDevices, used('2', '2')],
    ['all of a list', claimOf([first({}, { allocationMode: 'All' })]), noDevices, used('32', '32')],
    [
      'two classes',
      claimOf([first({}, tpu)]),
      noDevices,
      {
        ...used('1', '1'),
        'tpu.deviceclass.resource.k8s.io/devices': '32',
        'requests.deviceclass.resource.kubernetes.io/tpu': '32',
      },
    ],
    [
      'a request of a later release',
      claimOf([{ name: 'r' }]),
      noDevices,
      { 'count/resourceclaims.resource.k8s.io': '1' },
    ],
  ])('%s', (...[, claim, devices, usage]) => {
    expect(usageOf(resourceClaimEvaluator(clock, devices), claim)).toEqual(usage)
  })

  it.each<[string, object, string]>([
    ['its own', {}, '0'],
    ['one that is not its controller', { ownerReferences: [{ controller: false }] }, '1'],
    ['one of another kind', { ownerReferences: [{ kind: 'Job' }] }, '1'],
    ['one of another version', { ownerReferences: [{ apiVersion: 'v2' }] }, '1'],
    ['a pod of another uid', { ownerReferences: [{ uid: 'other' }] }, '1'],
    ['its controller behind others', { ownerReferences: [{ kind: 'Job', controller: false }, {}] }, '0'],
    ['none', { ownerReferences: undefined }, '1'],
    ['one without its note', { annotations: undefined }, '1'],
    ['one with another note', { annotations: { 'resource.kubernetes.io/extended-resource-claim': 'no' } }, '1'],
  ])('were charged with the pod that owns a claim: %s', (_what, more, left) => {
    const metadata = owned('implicit')
    const [owner] = metadata.ownerReferences
    const { ownerReferences, ...rest } = { ...metadata, ...more } as typeof metadata
    const owners = ownerReferences?.map((each) => ({ ...owner, ...each }))
    const claim = claimOf([exactly()], { ...rest, ...(owners && { ownerReferences: owners }) })
    expect(usageOf(resourceClaimEvaluator(clock, facts()), claim)).toEqual(used('1', left, '1'))
  })

  it('by classes without a resource of their own', () => {
    const bare = {
      ...facts(),
      classes: () => [new DeviceClass({ metadata: { name: 'gpu' }, spec: {} }), new DeviceClass()],
    }
    expect(usageOf(resourceClaimEvaluator(clock, bare), claimOf([exactly()]))).toEqual(used('1', '1'))
    expect(resourceClaimEvaluator(clock, bare).matchingResources(['requests.example.com/gpu', 'requests.'])).toEqual([])
  })

  it('by some names', () => {
    const all = ['count/resourceclaims.resource.k8s.io', 'gpu.deviceclass.resource.k8s.io/devices']
    const known = [`requests.${explicit}`, `requests.${class1}`]
    const others = ['resourceclaims', 'storage', 'b.deviceclass.resource.k8s.io/storage', 'requests.example.com/other']
    expect(resourceClaimEvaluator(clock, facts()).matchingResources([...all, ...known, ...others])).toEqual([
      ...all,
      ...known,
    ])
    expect(resourceClaimEvaluator(clock, noDevices).matchingResources([...all, ...known])).toEqual(all)
    for (const [operation, subresource, handled] of [
      ['CREATE', '', true],
      ['UPDATE', '', true],
      ['DELETE', '', false],
      ['CONNECT', '', false],
      ['CREATE', 'x', false],
      ['UPDATE', 'x', false],
    ] as const) {
      expect(handles(resourceClaimEvaluator(clock, noDevices), { operation, subresource })).toBe(handled)
    }
  })
})
