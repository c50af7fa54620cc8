import { describe, expect, test } from 'vitest'
import { validateNode, validateNodeUpdate, warningsForNode } from '../../../../src/api/core/node/validation.js'
import { Node, type NodeSpec, type NodeStatus } from '../../../../src/api/core/v1/types.gen.js'
import { messagesOf } from '../messages-of.js'

function node(spec: NodeSpec, status: NodeStatus = {}, annotations: Record<string, string> = {}): Node {
  return new Node({ metadata: { name: 'abc', resourceVersion: '1', annotations }, spec, status })
}

describe('a new node', () => {
  const found = (given: Node) => messagesOf(validateNode(given, { strict: true }))

  test('has taints that differ', () => {
    const taint = { key: 'GPU', value: 'true', effect: 'NoSchedule' }
    expect(found(node({ taints: [taint, { ...taint, effect: 'NoExecute' }] }))).toEqual([])
    expect(
      found(node({ taints: [taint, { ...taint, value: '' }, { key: 'a', effect: 'X' }, { key: 'b', effect: '' }] })),
    ).toEqual([
      'metadata.taints[1]: Duplicate value: {"Key":"GPU","Value":"","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
      'metadata.taints[2].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      'metadata.taints[3].effect: Required value',
    ])
  })

  test('has amounts of resources, whole where they are counted', () => {
    expect(found(node({}, { capacity: { cpu: '-1' }, allocatable: { 'example.com/a': '500m' } }))).toEqual([
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.allocatable.example.com/a: Invalid value: "500m": must be an integer',
    ])
  })

  test('has a network of each family at most', () => {
    const path = 'spec.podCIDRs'
    const detail = 'may specify no more than one CIDR for each IP family'
    expect(found(node({ podCIDRs: ['192.168.0.0/16', '2000::/10'] }))).toEqual([])
    expect(found(node({ podCIDRs: ['192.168.0.0/16', '10.0.0.0/8'] }))).toEqual([
      `${path}: Invalid value: ["192.168.0.0/16","10.0.0.0/8"]: ${detail}`,
    ])
    expect(found(node({ podCIDRs: ['192.168.0.0/16', 'x'] }))).toEqual([
      `${path}[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
      `${path}: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)`,
      `${path}: Invalid value: ["192.168.0.0/16","x"]: ${detail}`,
    ])
  })

  test('declares features in order', () => {
    expect(found(node({}, { declaredFeatures: ['A', 'B/c', 'B/c', 'A', 'lower'] }))).toEqual([
      'status.declaredFeatures[2]: Duplicate value: "B/c"',
      'status.declaredFeatures[3]: Invalid value: "A": list must be sorted alphabetically',
      expect.stringMatching(
        /^status\.declaredFeatures\[4\]: Invalid value: "lower": invalid feature name "lower": must start/,
      ),
    ])
  })

  test('has JSON in its old annotations', () => {
    const taints = (text: string) => found(node({}, {}, { 'scheduler.alpha.kubernetes.io/taints': text }))
    expect(taints('[{"key":"a","effect":"NoSchedule"}]')).toEqual([])
    expect(taints('{}')).toEqual([
      'metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/taints": json: cannot unmarshal object into Go value of type []core.Taint',
    ])
    const avoid = (text: string) => found(node({}, {}, { 'scheduler.alpha.kubernetes.io/preferAvoidPods': text }))
    const at = 'metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature'
    expect(avoid('{"preferAvoidPods":[{"podSignature":{"podController":{"controller":true}}}]}')).toEqual([])
    expect(avoid('{"preferAvoidPods":[{}]}')).toEqual([`${at}: Required value`])
    expect(avoid('{"preferAvoidPods":[{"podSignature":{"podController":{"controller":false}}}]}')).toEqual([
      `${at}.PodController.Controller: Invalid value: false: must point to a controller`,
    ])
  })
})

test('a changed node keeps what it got', () => {
  const before = node({ podCIDRs: ['10.0.0.0/8'], providerID: 'p', externalID: 'a' })
  const address = { type: 'InternalIP', address: '1.1.1.1' }
  const now = node({ podCIDRs: ['11.0.0.0/8'], configSource: {} }, { addresses: [address, address] })
  expect(messagesOf(validateNodeUpdate(now, before))).toEqual([
    'status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"1.1.1.1"}',
    'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    'spec.providerID: Invalid value: null: field cannot be cleared once set',
    'spec.configSource: Invalid value: {"ConfigMap":null}: exactly one reference subfield must be non-nil',
    'spec.externalID: Forbidden: may not be updated',
  ])
  const empty = node({})
  expect(messagesOf(validateNodeUpdate(node({ podCIDRs: ['10.0.0.0/8'], providerID: 'p' }), empty))).toEqual([])
})

test('the configuration of a node is a key of a ConfigMap', () => {
  const configMap = { namespace: '', name: 'Bad', kubeletConfigKey: '/', uid: 'u', resourceVersion: '1' }
  const found = messagesOf(validateNodeUpdate(node({ configSource: { configMap } }), node({})))
  expect(found).toEqual([
    'spec.configSource.configMap.uid: Forbidden: uid must not be set in spec',
    'spec.configSource.configMap.resourceVersion: Forbidden: resourceVersion must not be set in spec',
    'spec.configSource.configMap.namespace: Required value',
    expect.stringContaining('spec.configSource.configMap.name: Invalid value: "Bad"'),
    expect.stringContaining('spec.configSource.configMap.kubeletConfigKey: Invalid value: "/"'),
  ])
  const assigned = {
    configMap: { ...configMap, namespace: 'n', name: 'm', kubeletConfigKey: 'k', uid: '', resourceVersion: '' },
  }
  expect(messagesOf(validateNodeUpdate(node({}, { config: { assigned } }), node({})))).toEqual([
    'status.config.assigned.configMap.uid: Required value',
    'status.config.assigned.configMap.resourceVersion: Required value',
  ])
})

test('warnings name what is gone or deprecated', () => {
  expect(warningsForNode(node({ configSource: {}, externalID: 'x', podCIDRs: ['10.0.0.1/8'] }))).toEqual([
    'spec.configSource: the feature is removed',
    'spec.externalID: this field is deprecated, and is unused by Kubernetes',
    'spec.podCIDRs[0]: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
  ])
})
