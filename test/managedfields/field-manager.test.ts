import { describe, expect, it } from 'vitest'
import { Pod, PodList } from '../../src/api/core/v1/index.js'
import { isBadRequest, isConflict, type StatusError } from '../../src/errors/index.js'
import {
  ignoreManagedFieldsTimestamps,
  newDeducedTypeConverter,
  newDefaultCRDFieldManager,
} from '../../src/managedfields/index.js'
import { fromUnstructured, Unstructured } from '../../src/runtime/index.js'
import { GroupVersionKind } from '../../src/schema/index.js'
import { thrown } from '../thrown.js'
import { PodTracker, podWith, podWithLabels } from './pod-tracker.js'

describe('apply', () => {
  it('creates an object and gives its fields to the manager', () => {
    const pod = new PodTracker()
    pod.apply(podWith({ name: 'web', labels: { app: 'web' } }), 'alpha')
    expect(pod.entries).toEqual([
      {
        manager: 'alpha',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2024-01-02T03:04:05Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:app': {} } } },
      },
    ])
    expect(pod.live).toBeInstanceOf(Pod)
  })

  it('refuses to change what an update owns, with the causes Go gives', () => {
    const pod = new PodTracker()
    pod.apply(podWith({ labels: { a: '1' } }), 'alpha')
    pod.update(podWith({ labels: { a: '1', b: '1' } }), 'beta')
    const error = thrown<StatusError>(() => pod.apply(podWith({ labels: { a: '1', b: '2' } }), 'alpha'))
    expect(isConflict(error)).toBe(true)
    expect(error.message).toBe('Apply failed with 1 conflict: conflict with "beta" using v1: .metadata.labels.b')
    expect(error.status.details?.causes).toEqual([
      { reason: 'FieldManagerConflict', message: 'conflict with "beta" using v1', field: '.metadata.labels.b' },
    ])
    pod.apply(podWith({ labels: { a: '1', b: '2' } }), 'alpha', true)
    expect(pod.metadata.labels).toEqual({ a: '1', b: '2' })
    expect(pod.managers).toEqual(['alpha'])
  })

  it('lists several conflicts under their managers', () => {
    const pod = new PodTracker()
    pod.apply(podWith({ labels: { a: '1', c: '1' } }), 'alpha')
    pod.apply(podWith({ labels: { b: '1' } }), 'beta')
    const error = thrown<StatusError>(() => pod.apply(podWith({ labels: { a: '2', b: '2', c: '2' } }), 'gamma'))
    expect(error.message).toBe(
      'Apply failed with 3 conflicts: conflicts with "alpha":\n- .metadata.labels.a\n- .metadata.labels.c\nconflicts with "beta":\n- .metadata.labels.b',
    )
  })

  it('shares fields that two managers apply alike, and removes those that no manager applies', () => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a', 'b'), 'alpha')
    pod.apply(podWithLabels('b'), 'beta')
    pod.apply(podWithLabels(), 'alpha')
    expect(pod.metadata.labels).toEqual({ b: 'true' })
    expect(pod.managers).toEqual(['beta', 'alpha'].filter((name) => pod.fieldsOf(name) !== undefined))
    pod.apply(podWith({}), 'beta')
    expect(pod.metadata.labels).toBeUndefined()
  })

  it('owns nothing of what identifies an object', () => {
    const pod = new PodTracker()
    const metadata = { name: 'b', namespace: 'b', creationTimestamp: '2016-05-19T09:59:00Z', uid: 'b', generation: 0 }
    pod.apply(podWith({ ...metadata, resourceVersion: 'b', selfLink: 'b' }), 'alpha')
    expect(pod.entries).toEqual([])
  })

  it('refuses other kinds, other versions and managed fields in what is applied', () => {
    const pod = new PodTracker()
    const other = thrown<StatusError>(() =>
      pod.apply(new Unstructured({ apiVersion: 'apps/v1', kind: 'Deployment' }), 'alpha'),
    )
    expect(isBadRequest(other)).toBe(true)
    expect(other.message).toBe('invalid object type: apps/v1, Kind=Deployment')
    expect(
      isBadRequest(
        thrown<StatusError>(() => pod.apply(new Unstructured({ apiVersion: 'v1/v1/v1', kind: 'Pod' }), 'a')),
      ),
    ).toBe(true)
    const managed = thrown<StatusError>(() => pod.apply(podWith({ managedFields: [{ manager: 'test' }] }), 'alpha'))
    expect(managed.message).toBe('metadata.managedFields must be nil')
  })

  it('refuses a live object whose owners cannot be read, or that has no metadata', () => {
    const live = new Pod({ metadata: { managedFields: [{ operation: 'Patch' } as never] } })
    const { manager } = new PodTracker()
    expect(thrown(() => manager.apply(live, podWithLabels('a'), { manager: 'a' }))).toMatchObject({
      message: expect.stringMatching(/^failed to decode managed fields: /),
    })
    expect(thrown(() => manager.apply(new PodList() as never, podWithLabels('a'), { manager: 'a' }))).toMatchObject({
      code: 'InvalidObject',
      message: "couldn't get accessor: object does not implement the Object interfaces",
    })
  })

  it('asks a converter of types that it is given, not the scheme', () => {
    const typeConverter = newDeducedTypeConverter()
    const pod = new PodTracker({ typeConverter })
    pod.apply(podWith({ name: 'web' }, { spec: { replicas: 1 } }), 'alpha')
    expect(pod.fieldsOf('alpha')).toEqual({ 'f:spec': { '.': {}, 'f:replicas': {} } })
  })

  it('of a subresource leaves the owners that the object has, whatever a request says', () => {
    const tracker = new PodTracker()
    tracker.apply(podWithLabels('a'), 'alpha')
    const { live } = tracker
    const { manager } = new PodTracker({ subresource: 'status' })
    const others = [
      { manager: 'x', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': {} } },
    ]
    for (const managedFields of [[], [{}], others]) {
      const next = podWith({ labels: { a: 'true' }, managedFields }, { status: { phase: 'Running' } })
      const updated = manager.update(live, fromUnstructured(next, Pod), { manager: 'kubelet' })
      expect(updated.metadata?.managedFields?.map((entry) => [entry.manager, entry.subresource])).toEqual([
        ['alpha', undefined],
        ['kubelet', 'status'],
      ])
    }
    const reset = fromUnstructured(podWith({ labels: { a: 'true' }, managedFields: [] }), Pod)
    expect(tracker.manager.update(live, reset, { manager: 'beta' }).metadata?.managedFields).toBeUndefined()
  })

  it('says where a configuration does not conform to its type', () => {
    const error = thrown<StatusError>(() =>
      new PodTracker().apply(podWith({ name: 'web' }, { spec: { replicas: 1 } }), 'alpha'),
    )
    expect(error.message).toBe(
      'failed to create typed patch object (/web; /v1, Kind=Pod): .spec.replicas: field not declared in schema',
    )
    expect(error).toMatchObject({ code: 'InvalidTypedValue', path: '.spec.replicas' })
  })

  it('takes a typed configuration unchanged, without zero values', () => {
    const pod = new PodTracker()
    pod.apply(new Pod({ spec: { containers: [{ name: 'web' }] } }), 'alpha')
    expect(pod.fieldsOf('alpha')).toEqual({
      'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {} } } },
    })
  })

  it('refuses a live object with fields that its class does not declare, rather than lose them', () => {
    const pod = new PodTracker()
    const spec = { containers: [{ name: 'web', newField: 1 }] }
    pod.update(fromUnstructured(podWith({ name: 'web' }, { spec }), Pod), 'alpha')
    expect(pod.live).toMatchObject({ spec })
    expect(thrown<StatusError>(() => pod.apply(podWithLabels('a'), 'beta'))).toMatchObject({
      code: 'InvalidTypedValue',
      path: '.spec.containers[0].newField',
    })
  })

  it('changes neither the live object nor the configuration', () => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a'), 'alpha')
    const live = pod.live
    const before = JSON.stringify(live)
    const config = podWithLabels('b')
    pod.apply(config, 'alpha')
    pod.update(podWithLabels('c'), 'beta')
    expect(JSON.stringify(live)).toBe(before)
    expect(config).toEqual(podWithLabels('b'))
  })
})

describe('update', () => {
  it('tracks from the creation on by default', () => {
    const tracked = new PodTracker()
    tracked.update(podWithLabels('a'), 'alpha')
    expect(tracked.managers).toEqual(['alpha'])
    const untracked = new PodTracker({ trackOnCreateProbability: 0 })
    untracked.update(podWithLabels('a'), 'alpha')
    expect(untracked.entries).toEqual([])
    const half = (random: number): PodTracker => new PodTracker({ trackOnCreateProbability: 0.5, random: () => random })
    const [lucky, unlucky] = [half(0.4), half(0.5)]
    for (const pod of [lucky, unlucky]) pod.update(podWithLabels('a'), 'alpha')
    expect([lucky.entries.length, unlucky.entries.length]).toEqual([1, 0])
  })

  it('assigns fields from before the first apply to before-first-apply', () => {
    const pod = new PodTracker({ trackOnCreateProbability: 0 })
    pod.update(podWithLabels('a'), 'alpha')
    const message = thrown<StatusError>(() => pod.apply(podWith({ labels: { a: 'false', b: 'true' } }), 'beta')).message
    expect(message).toContain('conflict with "before-first-apply" using v1: .metadata.labels.a')
    pod.apply(podWithLabels('a', 'b'), 'beta')
    expect(pod.managers).toEqual(['beta', 'before-first-apply'])
  })

  it('does not begin to track an object that has a UID', () => {
    const pod = new PodTracker({ trackOnCreateProbability: 0 })
    pod.update(podWith({ uid: 'x' }), 'alpha')
    const tracking = new PodTracker()
    tracking.live = pod.live
    tracking.update(podWith({ uid: 'x', labels: { a: '1' } }), 'alpha')
    expect(tracking.entries).toEqual([])
  })

  it.each([[[]], [[{}]]])('drops everything on %j', (managedFields) => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a'), 'alpha')
    pod.update(podWith({ labels: { a: 'true' }, managedFields }), 'beta')
    expect(pod.entries).toEqual([])
  })

  it('takes managed fields that the new object has, and those of the live one when they cannot be read', () => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a'), 'alpha')
    const [entry] = pod.entries
    pod.update(podWith({ labels: { a: 'true' }, managedFields: [{ ...entry, manager: 'renamed' }] }), 'beta')
    expect(pod.managers).toEqual(['renamed'])
    pod.update(podWith({ labels: { a: 'true' }, managedFields: [{ manager: 'broken' }] }), 'beta')
    expect(pod.managers).toEqual(['renamed'])
  })

  it('does not let a subresource write managed fields', () => {
    const pod = new PodTracker({ subresource: 'status' })
    pod.update(podWith({ managedFields: [] }, { status: { phase: 'Running' } }), 'kubelet')
    expect(pod.entries).toMatchObject([{ manager: 'kubelet', subresource: 'status' }])
    const other = new PodTracker()
    other.live = pod.live
    const message = thrown<StatusError>(() =>
      other.apply(podWith({}, { status: { phase: 'Failed' } }), 'alpha'),
    ).message
    expect(message).toContain('conflict with "kubelet" with subresource "status" using v1: .status.phase')
  })

  it.each([[[]], ['a'], [null]])('does not change metadata that is not an object: %j', (metadata) => {
    const kind = new GroupVersionKind('example.com', 'v1', 'Thing')
    const manager = newDefaultCRDFieldManager({ kind })
    const next = new Unstructured({ ...kind.toAPIVersionAndKind(), metadata, spec: { a: 1 } })
    const live = new Unstructured(kind.toAPIVersionAndKind())
    expect(manager.update(live, next, { manager: 'a' })).toEqual(next)
  })

  it('leaves objects alone that have no metadata for managed fields', () => {
    const list = new PodList()
    expect(new PodTracker().manager.update(list, list, { manager: 'alpha' })).toBe(list)
    expect(() => new PodTracker().manager.apply(list, podWith({}), { manager: 'alpha' })).toThrow(
      "couldn't get accessor",
    )
  })

  it('updates typed objects with the zero values that Go always writes', () => {
    const pod = new PodTracker()
    const spec = { containers: [{ name: 'web', image: 'web:1' }] }
    pod.update(fromUnstructured(podWith({ name: 'web' }, { spec }), Pod), 'alpha')
    expect(pod.fieldsOf('alpha')).toEqual({
      'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {}, 'f:resources': {} } } },
    })
  })
})

describe('updateNoErrors', () => {
  it('removes the managed fields when something is wrong', () => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a'), 'alpha')
    const broken = podWith({ labels: { a: 'true' } }, { spec: { unknown: 1, containers: 'none' } })
    let message = ''
    const onError = (error: unknown): void => {
      message = (error as Error).message
    }
    const result = pod.manager.updateNoErrors(pod.live, broken, { manager: 'beta', onError })
    expect(message).toContain('failed to convert new object (/; /v1, Kind=Pod)')
    expect(result.metadata).toEqual({ labels: { a: 'true' } })
  })
})

describe('time', () => {
  it('is that of the last change of each manager', () => {
    const pod = new PodTracker()
    pod.apply(podWithLabels('a'), 'alpha')
    pod.tick()
    pod.update(podWithLabels('a', 'b'), 'beta')
    pod.tick()
    pod.apply(podWithLabels('a'), 'alpha')
    pod.update(podWithLabels('a', 'b'), 'beta')
    expect(pod.entries.map(({ time }) => time)).toEqual(['2024-01-02T03:04:05Z', '2024-01-02T03:04:06Z'])
    pod.apply(podWithLabels('a', 'c'), 'alpha')
    expect(pod.entries.map(({ time }) => time)).toEqual(['2024-01-02T03:04:07Z', '2024-01-02T03:04:06Z'])
  })

  it('stays when another manager takes fields over', () => {
    const pod = new PodTracker()
    pod.apply(podWith({ labels: { a: '1', b: '1' } }), 'alpha')
    pod.tick()
    pod.apply(podWith({ labels: { a: '2' } }), 'beta', true)
    expect(pod.entries.map(({ manager, time }) => [manager, time])).toEqual([
      ['alpha', '2024-01-02T03:04:05Z'],
      ['beta', '2024-01-02T03:04:06Z'],
    ])
  })
})

describe('ignoreManagedFieldsTimestamps', () => {
  const apply = (pod: PodTracker, labels: string[]): void => pod.apply(podWithLabels(...labels), 'alpha')

  it('takes the old times when nothing else changed', () => {
    const [first, second] = [new PodTracker(), new PodTracker()]
    second.tick()
    apply(first, ['a'])
    apply(second, ['a'])
    expect(second.live).not.toEqual(first.live)
    expect(ignoreManagedFieldsTimestamps(second.live, first.live)).toEqual(first.live)
    const [a, b] = [first, second].map(({ live }) => new Unstructured(live))
    expect(ignoreManagedFieldsTimestamps(b as Unstructured, a as Unstructured)).toEqual(a)
  })

  it('leaves the object as it is when anything else changed', () => {
    const [first, second] = [new PodTracker(), new PodTracker()]
    second.tick()
    apply(first, ['a'])
    apply(second, ['b'])
    expect(ignoreManagedFieldsTimestamps(second.live, first.live)).toBe(second.live)
    const changed = {
      ...second.live,
      metadata: { ...second.metadata, labels: { b: 'x' }, managedFields: second.entries },
    }
    expect(ignoreManagedFieldsTimestamps(changed, second.live)).toBe(changed)
    const none = new Pod()
    expect(ignoreManagedFieldsTimestamps(none, second.live)).toBe(none)
  })
})
