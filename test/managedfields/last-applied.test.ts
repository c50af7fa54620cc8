import { describe, expect, it } from 'vitest'
import { Pod } from '../../src/api/core/v1/index.js'
import type { JSONObject } from '../../src/json/json-value.js'
import {
  buildLastAppliedConfig,
  lastAppliedConfigAnnotation,
} from '../../src/managedfields/field-manager/last-applied-annotation.js'
import { newDefaultCRDFieldManager } from '../../src/managedfields/index.js'
import { Unstructured } from '../../src/runtime/index.js'
import { GroupVersionKind } from '../../src/schema/index.js'
import { PodTracker, podWith } from './pod-tracker.js'

const config = (labels: JSONObject): JSONObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { labels } })

/** A pod after client-side apply. */
function clientSideApplied(labels: JSONObject, lastApplied: unknown = config(labels)): PodTracker {
  const pod = new PodTracker()
  const text = typeof lastApplied === 'string' ? lastApplied : JSON.stringify(lastApplied)
  pod.update(podWith({ labels, annotations: { [lastAppliedConfigAnnotation]: text } }), 'kubectl-client-side-apply')
  return pod
}

const annotationOf = (pod: PodTracker): unknown =>
  (pod.metadata.annotations as JSONObject | undefined)?.[lastAppliedConfigAnnotation]

describe('going from client-side to server-side apply', () => {
  it('takes over what kubectl applied last', () => {
    const pod = clientSideApplied({ a: '1', b: '1' })
    pod.apply(podWith({ labels: { a: '2', b: '1' } }), 'kubectl')
    expect(pod.metadata.labels).toEqual({ a: '2', b: '1' })
  })

  it('writes the annotation anew, sorted and with a line break as kubectl does', () => {
    const pod = clientSideApplied({ a: '1' })
    pod.apply(podWith({ labels: { a: '<2>' }, annotations: { note: 'x' } }), 'kubectl')
    expect(annotationOf(pod)).toBe(
      '{"apiVersion":"v1","kind":"Pod","metadata":{"annotations":{"note":"x"},"labels":{"a":"\\u003c2\\u003e"}}}\n',
    )
  })

  it('writes typed objects as Go does', () => {
    const pod = new Pod({ metadata: { name: 'a' }, spec: { containers: [{ name: 'c' }] } })
    expect(JSON.parse(buildLastAppliedConfig(pod))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'a' },
      spec: { containers: [{ name: 'c', resources: {} }] },
      status: {},
    })
    const unstructured = new Unstructured(config({ b: '1', a: '2' }))
    expect(JSON.parse(buildLastAppliedConfig(unstructured))).toEqual(config({ a: '2', b: '1' }))
  })

  it('drops the annotation when it would become too large', () => {
    const pod = clientSideApplied({ a: '1' })
    const large = 'x'.repeat(200 * 1024)
    pod.apply(podWith({ labels: { a: '2' }, annotations: { large } }), 'kubectl')
    expect(pod.metadata.annotations).toEqual({ large })
  })

  it('adds no annotation where there is none', () => {
    const pod = new PodTracker()
    pod.apply(podWith({ labels: { a: '1' } }), 'kubectl')
    expect(pod.metadata.annotations).toBeUndefined()
  })

  it('does all this for the manager kubectl only', () => {
    const pod = clientSideApplied({ a: '1' })
    expect(() => pod.apply(podWith({ labels: { a: '2' } }), 'other')).toThrow('Apply failed with 1 conflict')
    pod.apply(podWith({ labels: { a: '2' } }), 'other', true)
    expect(annotationOf(pod)).toBe(JSON.stringify(config({ a: '1' })))
  })

  it('leaves conflicts in fields that were changed since, and only those', () => {
    const pod = clientSideApplied({ a: '1', b: 'changed' }, config({ a: '1', b: '1' }))
    expect(() => pod.apply(podWith({ labels: { a: '2', b: '2' } }), 'kubectl')).toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .metadata.labels.b',
    )
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another version', { ...config({ a: '1' }), apiVersion: 'v2' }],
    ['unknown fields', { ...config({ a: '1' }), unknown: true }],
    ['nothing', ''],
  ])('allows nothing by an annotation that holds %s', (_, lastApplied) => {
    const pod = clientSideApplied({ a: '1' }, lastApplied)
    expect(() => pod.apply(podWith({ labels: { a: '2' } }), 'kubectl')).toThrow('Apply failed with 1 conflict')
  })

  it.each([
    ['example.com/v1', true],
    ['example.com/v2', false],
    ['example.org/v1', false],
  ])('of custom resources needs the version of the request: %s', (apiVersion, allowed) => {
    const kind = new GroupVersionKind('example.com', 'v1', 'Crew')
    const manager = newDefaultCRDFieldManager({ kind, clock: { now: () => 0 } })
    const crew = (size: number, metadata: JSONObject = {}): Unstructured =>
      new Unstructured({ apiVersion: 'example.com/v1', kind: 'Crew', metadata, size })
    const last = JSON.stringify({ apiVersion, kind: 'Crew', size: 1 })
    const next = crew(1, { annotations: { [lastAppliedConfigAnnotation]: last } })
    const live = manager.update(new Unstructured({ apiVersion: 'example.com/v1', kind: 'Crew' }), next, {
      manager: 'kubectl-client-side-apply',
    })
    const apply = () => manager.apply(live, crew(2), { manager: 'kubectl' })
    if (allowed) expect(apply()).toMatchObject({ size: 2 })
    else expect(apply).toThrow('Apply failed with 1 conflict: conflict with "kubectl-client-side-apply"')
  })
})
