import { describe, expect, test } from 'vitest'
import { reservedDomainErrors } from '../../../../src/api/validation/reserved-domains.js'
import { fieldPath } from '../../../../src/validation/field-path.js'
import { Judged } from '../judged.js'
import { changed, creations, updates } from '../tables.js'

const judged = new Judged({
  apiVersion: 'lifecycle.k8s.io/v1alpha1',
  kind: 'EvictionRequest',
  resource: 'evictionrequests',
  namespace: 'ns',
})
const uid = '11111111-2222-3333-4444-555555555555'
const valid = {
  metadata: { name: 'away', namespace: 'ns' },
  spec: { target: { pod: { name: 'web-0', uid } }, requester: 'acme.io/drain', intent: 'Eviction' },
}
const reserved = 'domain names *.k8s.io, *.kubernetes.io are reserved'

describe('a request', () => {
  creations(judged, valid, [
    ['no target', { 'spec/target': {} }, 'spec.target: Invalid value: "": must specify one of: `pod`'],
    [
      'a pod without facts',
      { 'spec/target/pod': {} },
      'spec.target.pod.name: Required value',
      'spec.target.pod.uid: Required value',
    ],
    [
      'a bad identity',
      { 'spec/target/pod/uid': 'A<B' },
      'spec.target.pod.uid: Invalid value: "A<B": must be a lowercase UUID in 8-4-4-4-12 format',
    ],
    [
      'nothing said',
      { spec: {} },
      'spec.target: Invalid value: "": must specify one of: `pod`',
      'spec.requester: Required value',
      'spec.intent: Required value',
    ],
    [
      'another intent',
      { 'spec/intent': 'Later' },
      'spec.intent: Unsupported value: "Later": supported values: "Eviction", "Withdrawn"',
    ],
    [
      'a reserved domain',
      { 'spec/requester': 'Node.K8s.io/drain', 'spec/intent': 'Later' },
      `spec.requester: Invalid value: "Node.K8s.io/drain": ${reserved}`,
      expect.stringContaining('spec.requester: Invalid value: "Node.K8s.io/drain": prefix part') as never,
      'spec.intent: Unsupported value: "Later": supported values: "Eviction", "Withdrawn"',
    ],
    [
      'the reserved domain itself',
      { 'spec/requester': 'kubernetes.io/drain' },
      `spec.requester: Invalid value: "kubernetes.io/drain": ${reserved}`,
    ],
    ['a domain that ends alike', { 'spec/requester': 'myk8s.io/drain' }],
  ])

  test('status is not taken, and generations begin', async () => {
    const stored = await judged.stored({ ...valid, status: { observedGeneration: 3 } })
    expect(stored).toMatchObject({ metadata: { generation: 1 }, status: {} })
    expect(Reflect.get(stored, 'status')).not.toHaveProperty('observedGeneration')
  })
})

test('a requester of many dots is judged in linear time', () => {
  const requester = `${'.'.repeat(200_000)}a`
  expect(reservedDomainErrors({ path: fieldPath('spec', 'requester'), value: requester })).toEqual([])
})

describe('a change', () => {
  updates(judged, valid, [
    ['withdrawal', { 'spec/intent': 'Withdrawn' }],
    ['another pod', { 'spec/target/pod/name': 'web-1' }, 'spec.target: Invalid value: null: field is immutable'],
    [
      'another requester',
      { 'spec/requester': 'acme.io/other' },
      'spec.requester: Invalid value: null: field is immutable',
    ],
  ])
  const condition = { type: 'Failed', status: 'True', reason: 'Canceled', lastTransitionTime: '2026-01-01T00:00:00Z' }
  updates(judged.of('status'), valid, [
    ['generation and condition', { status: { observedGeneration: 1, conditions: [condition] } }],
    ['the spec is kept', { 'spec/requester': 'acme.io/other' }],
    [
      'no generation',
      { 'status/observedGeneration': 0 },
      'status.observedGeneration: Invalid value: 0: must be greater than or equal to 1',
    ],
    [
      'many conditions',
      { 'status/conditions': Array.from({ length: 101 }, (_, i) => ({ ...condition, type: `T${i}` })) },
      'status.conditions: Too many: 101: must have at most 100 items',
    ],
    [
      'a condition without a reason',
      { 'status/conditions': [{ ...condition, reason: '' }] },
      'status.conditions[0].reason: Required value',
    ],
  ])

  test('a change of the intent is another generation', async () => {
    const verdict = await judged.updated(valid, changed(valid, { 'spec/intent': 'Withdrawn' }))
    expect(verdict.stored).toMatchObject({ metadata: { generation: 2 } })
  })
})
