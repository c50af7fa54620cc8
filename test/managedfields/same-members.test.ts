import { describe, expect, test } from 'vitest'
import { Deployment } from '../../src/api/apps/v1/index.js'
import { Pod } from '../../src/api/core/v1/index.js'
import { ResourceClaim } from '../../src/api/resource/v1/index.js'
import { withoutSameMembers } from '../../src/managedfields/field-manager/same-members.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'

const pod = (image: string, phase: string): Pod =>
  new Pod({
    metadata: { name: 'a', labels: { image, phase } },
    spec: { containers: [{ name: 'main', image, ports: [{ containerPort: 80 }] }] },
    status: { phase } as never,
  })
const members = (pair: readonly KubernetesObject[]): string[][] =>
  pair.map((object) => Object.keys(object).filter((name) => !['apiVersion', 'kind'].includes(name)))

describe('members that need no comparison', () => {
  test('are those that are the same to the last detail', () => {
    const pair = withoutSameMembers(pod('one', 'Running'), pod('one', 'Failed'))
    expect(members(pair)).toEqual([
      ['metadata', 'status'],
      ['metadata', 'status'],
    ])
    expect(pair[0]).toBeInstanceOf(Pod)
  })

  test('are none where something deep in them differs', () => {
    expect(members(withoutSameMembers(pod('one', 'Running'), pod('two', 'Failed')))[0]).toContain('spec')
    const [left, right] = [pod('one', 'Running'), pod('one', 'Running')]
    delete right.spec?.containers[0]?.ports
    expect(members(withoutSameMembers(left, right))).toEqual([
      ['metadata', 'spec'],
      ['metadata', 'spec'],
    ])
  })

  test('are none where Go holds text', () => {
    const claim = () => new ResourceClaim({ spec: { devices: { requests: [] } } } as never)
    expect(members(withoutSameMembers(claim(), claim()))[0]).toContain('spec')
  })

  test('are none of objects of other classes', () => {
    const left = new Unstructured({ apiVersion: 'a/v1', kind: 'A', spec: {} })
    expect(members(withoutSameMembers<KubernetesObject>(left, new Unstructured({ ...left })))[0]).toContain('spec')
    const other = new Deployment({ spec: {} } as never)
    expect(members(withoutSameMembers<KubernetesObject>(pod('one', 'Running'), other))[0]).toContain('spec')
  })

  test('change neither object', () => {
    const [left, right] = [pod('one', 'Running'), pod('one', 'Running')]
    withoutSameMembers(left, right)
    expect(left.spec).toEqual(right.spec)
    expect(left.spec).toBeDefined()
  })
})
