import { describe, expect, test } from 'vitest'
import { Deployment } from '../../src/api/apps/v1/index.js'
import { Pod } from '../../src/api/core/v1/index.js'
import { ResourceClaim } from '../../src/api/resource/v1/index.js'
import { sameUndeclaredMembers, withoutSameMembers } from '../../src/managedfields/field-manager/same-members.js'
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

describe('members of custom resources that need no comparison', () => {
  const crew = (more: object): Unstructured =>
    new Unstructured({ apiVersion: 'a/v1', kind: 'Crew', metadata: { name: 'a' }, ...more } as never)

  test('are those that are the same, but for what every object has', () => {
    const left = crew({ spec: { size: 1, parts: [{ a: 1, b: [] }] }, status: { ready: true }, gone: 1 })
    const right = crew({ spec: { parts: [{ b: [], a: 1 }], size: 1 }, status: { ready: false }, added: 1 })
    expect(sameUndeclaredMembers(left, right)).toEqual(['spec'])
  })

  test('are not those of which a part differs, be it absent, of another type or in another place', () => {
    const spec = { size: 1, parts: ['a', 'b'] }
    for (const other of [{ size: 1 }, { size: 1n, parts: ['a', 'b'] }, { size: 1, parts: ['b', 'a'] }, null, []]) {
      expect(sameUndeclaredMembers(crew({ spec }), crew({ spec: other }))).toEqual([])
    }
  })

  test('are not those that a class declares', () => {
    expect(sameUndeclaredMembers(pod('one', 'Running'), pod('one', 'Running'))).toEqual([])
  })
})
