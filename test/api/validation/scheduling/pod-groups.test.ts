import { describe, expect, test } from 'vitest'
import { compositePodGroupStrategy } from '../../../../src/api/scheduling/composite-pod-group/strategy.js'
import { podGroupStrategy } from '../../../../src/api/scheduling/pod-group/strategy.js'
import { Judged } from '../judged.js'
import { changed, creations, updates } from '../tables.js'
import { linesWithFeatures } from './lines-with-features.js'

const judged = new Judged({
  apiVersion: 'scheduling.k8s.io/v1alpha3',
  kind: 'PodGroup',
  resource: 'podgroups',
  namespace: 'ns',
})
const valid = { metadata: { name: 'group', namespace: 'ns' }, spec: { schedulingPolicy: { gang: { minCount: 2 } } } }
const subdomain = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`
const label = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`
const immutable = 'Invalid value: null: field is immutable'

/** What servers fill in before they judge. */
const disruption = { disruptionMode: { single: {} } }

describe('a PodGroup', () => {
  creations(judged, valid, [
    ['a bad name', { 'metadata/name': 'A_' }, `metadata.name: Invalid value: "A_": ${subdomain}`],
    [
      'no policy',
      { 'spec/schedulingPolicy': {} },
      'spec.schedulingPolicy: Invalid value: "": must specify one of: `basic`, `gang`',
    ],
    [
      'two policies',
      { 'spec/schedulingPolicy/basic': {} },
      'spec.schedulingPolicy: Invalid value: "{basic, gang}": must specify exactly one of: `basic`, `gang`',
    ],
    [
      'an empty gang',
      { 'spec/schedulingPolicy/gang/minCount': 0 },
      'spec.schedulingPolicy.gang.minCount: Required value',
    ],
    [
      'less than nobody',
      { 'spec/schedulingPolicy/gang/minCount': -1 },
      'spec.schedulingPolicy.gang.minCount: Invalid value: -1: must be greater than or equal to 1',
    ],
    [
      'a bad workload',
      { 'spec/workloadRef': { workloadName: 'W', templateName: '' } },
      `spec.workloadRef.workloadName: Invalid value: "W": ${subdomain}`,
      'spec.workloadRef.templateName: Required value',
    ],
    [
      'two ways to disrupt',
      { 'spec/disruptionMode': { single: {}, all: {} } },
      'spec.disruptionMode: Invalid value: "{single, all}": must specify exactly one of: `single`, `all`',
    ],
    [
      'a priority of the system',
      { 'spec/priority': 1_000_000_001, 'spec/priorityClassName': 'High' },
      `spec.priorityClassName: Invalid value: "High": ${subdomain}`,
      'spec.priority: Invalid value: 1000000001: must be less than or equal to 1000000000',
    ],
    [
      'a parent without the feature',
      { 'spec/parentCompositePodGroupName': 'up' },
      'spec.workloadRef: Required value: must be set when parentCompositePodGroupName is set',
      'spec.parentCompositePodGroupName: Forbidden',
    ],
  ])

  test('fields of features that are off are dropped, and status is not taken', async () => {
    const spec = {
      schedulingConstraints: { topology: [{ key: 'rack' }] },
      resourceClaims: [{ name: 'a', resourceClaimName: 'b' }],
      preemptionPolicy: 'Never',
    }
    const object = { ...valid, spec: { ...valid.spec, ...spec }, status: { resourceClaimStatuses: [{ name: 'a' }] } }
    const stored = JSON.parse(JSON.stringify(await judged.stored(object))) as { spec: object; status?: object }
    expect(stored.spec).toEqual({ ...valid.spec, disruptionMode: { single: {} } })
    expect(stored.status ?? {}).toEqual({})
  })

  test('with the features: constraints, claims and preemption', () => {
    const claim = { name: 'a', resourceClaimName: 'b' }
    const spec = {
      parentCompositePodGroupName: 'Up',
      schedulingConstraints: { topology: [{ key: '' }] },
      resourceClaims: [claim, { name: 'a' }, { name: 'B', resourceClaimTemplateName: 'C' }],
      preemptionPolicy: 'Sometimes',
    }
    const object = { ...valid, spec: { ...valid.spec, ...disruption, ...spec } }
    expect(linesWithFeatures(podGroupStrategy, object)).toEqual([
      'spec.workloadRef: Required value: must be set when parentCompositePodGroupName is set',
      `spec.parentCompositePodGroupName: Invalid value: "Up": ${subdomain}`,
      'spec.schedulingConstraints.topology[0].key: Required value',
      'spec.resourceClaims[1]: Duplicate value: {"name":"a"}',
      'spec.resourceClaims[1]: Invalid value: "": must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      `spec.resourceClaims[2].name: Invalid value: "B": ${label}`,
      `spec.resourceClaims[2].resourceClaimTemplateName: Invalid value: "C": ${subdomain}`,
      'spec.preemptionPolicy: Unsupported value: "Sometimes": supported values: "Never", "PreemptLowerPriority"',
    ])
    const many = {
      ...valid,
      spec: { ...valid.spec, ...disruption, resourceClaims: 'abcde'.split('').map((name) => ({ name })) },
    }
    expect(linesWithFeatures(podGroupStrategy, many)).toEqual([
      'spec.resourceClaims: Too many: 5: must have at most 4 items',
    ])
  })

  test('with the features: the status of claims', () => {
    const old = { ...valid, spec: { ...valid.spec, resourceClaims: [{ name: 'a', resourceClaimTemplateName: 't' }] } }
    const object = {
      ...old,
      status: { resourceClaimStatuses: [{ name: 'a', resourceClaimName: 'X' }, { name: 'b' }] },
    }
    expect(linesWithFeatures(podGroupStrategy, object, { old, subresource: 'status' })).toEqual([
      'status.resourceClaimStatuses[1].name: Invalid value: "b": must match the name of an entry in `spec.resourceClaims`',
      `status.resourceClaimStatuses[0].resourceClaimName: Invalid value: "X": ${subdomain}`,
    ])
  })

  updates(judged, valid, [
    ['a larger gang', { 'spec/schedulingPolicy/gang/minCount': 5 }],
    [
      'another policy',
      { 'spec/schedulingPolicy': { basic: {} } },
      `spec.schedulingPolicy.basic: ${immutable}`,
      'spec.schedulingPolicy.gang: Invalid value: null: field cannot be cleared once set',
    ],
    [
      'what stays',
      { 'spec/priority': 3, 'spec/disruptionMode': { all: {} } },
      `spec.disruptionMode: ${immutable}`,
      `spec.priority: ${immutable}`,
    ],
  ])
  updates(judged.of('status'), valid, [
    ['the spec is kept', { 'spec/priority': 3 }],
    [
      'a condition without a reason',
      { 'status/conditions': [{ type: 'T', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }] },
      'status.conditions[0].reason: Required value',
    ],
  ])
})

const composite = new Judged({
  apiVersion: 'scheduling.k8s.io/v1alpha3',
  kind: 'CompositePodGroup',
  resource: 'compositepodgroups',
  namespace: 'ns',
})
const validComposite = {
  metadata: { name: 'groups', namespace: 'ns' },
  spec: {
    workloadRef: { workloadName: 'w', templateName: 't' },
    schedulingPolicy: { gang: { minGroupCount: 2 } },
    parentCompositePodGroupName: 'up',
  },
}

describe('a CompositePodGroup', () => {
  creations(composite, validComposite, [
    ['no workload', { 'spec/workloadRef': undefined }, 'spec.workloadRef: Required value'],
    [
      'an empty gang',
      { 'spec/schedulingPolicy/gang/minGroupCount': 0 },
      'spec.schedulingPolicy.gang.minGroupCount: Required value',
    ],
    [
      'two places',
      { 'spec/schedulingConstraints': { topology: [{ key: 'a' }, { key: 'b' }] } },
      'spec.schedulingConstraints.topology: Too many: 2: must have at most 1 item',
    ],
    ['a preemption that is dropped', { 'spec/preemptionPolicy': 'Sometimes' }],
  ])
  updates(composite, validComposite, [
    ['a larger gang', { 'spec/schedulingPolicy/gang/minGroupCount': 3 }, `spec.schedulingPolicy: ${immutable}`],
    ['another parent', { 'spec/parentCompositePodGroupName': 'x' }, `spec.parentCompositePodGroupName: ${immutable}`],
  ])
  updates(composite.of('status'), validComposite, [
    ['the spec is kept', { 'spec/priority': 3 }],
    [
      'the same condition twice',
      {
        'status/conditions': ['a', 'b'].map((reason) => ({
          ...{ type: 'T', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z', reason },
        })),
      },
      'status.conditions[1]: Duplicate value: "T"',
    ],
  ])

  test('with the features: preemption', () => {
    const object = changed(validComposite, {
      'spec/preemptionPolicy': 'Sometimes',
      'spec/disruptionMode': { single: {} },
    })
    expect(linesWithFeatures(compositePodGroupStrategy, object)).toEqual([
      'spec.preemptionPolicy: Unsupported value: "Sometimes": supported values: "Never", "PreemptLowerPriority"',
    ])
  })
})
