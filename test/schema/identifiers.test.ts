import { describe, expect, test } from 'vitest'
import {
  GroupKind,
  GroupResource,
  GroupVersion,
  GroupVersionKind,
  GroupVersionResource,
  GroupVersions,
} from '../../src/schema/index.js'

const apps = new GroupVersion('apps', 'v1')
const core = new GroupVersion('', 'v1')

describe('text', () => {
  test.each([
    [apps, 'apps/v1'],
    [core, 'v1'],
    [new GroupVersion('apps', ''), 'apps/'],
    [new GroupKind('apps', 'Deployment'), 'Deployment.apps'],
    [new GroupKind('', 'Pod'), 'Pod'],
    [new GroupResource('apps', 'deployments'), 'deployments.apps'],
    [new GroupResource('', 'pods'), 'pods'],
    [apps.withKind('Deployment'), 'apps/v1, Kind=Deployment'],
    [core.withKind('Pod'), '/v1, Kind=Pod'],
    [apps.withResource('deployments'), 'apps/v1, Resource=deployments'],
    [core.withResource('pods'), '/v1, Resource=pods'],
  ])('%# prints %s', (identifier, text) => {
    expect(String(identifier)).toBe(text)
  })
})

describe('parts', () => {
  test('kinds come apart and together', () => {
    const gvk = new GroupVersionKind('apps', 'v1', 'Deployment')
    expect(gvk.groupKind().withVersion('v1')).toEqual(gvk)
    expect(gvk.groupVersion().withKind('Deployment')).toEqual(gvk)
    expect(gvk.toAPIVersionAndKind()).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment' })
    expect(core.withKind('Pod').toAPIVersionAndKind()).toEqual({ apiVersion: 'v1', kind: 'Pod' })
  })

  test('resources come apart and together', () => {
    const gvr = new GroupVersionResource('apps', 'v1', 'deployments')
    expect(gvr.groupResource().withVersion('v1')).toEqual(gvr)
    expect(gvr.groupVersion().withResource('deployments')).toEqual(gvr)
  })

  test('a kind of its own type keeps the type', () => {
    const gvk: GroupVersionKind<{ spec: string }> = apps.withKind<{ spec: string }>('Deployment')
    expect(Object.keys(gvk)).toEqual(['group', 'version', 'kind'])
  })
})

describe('emptiness and equality', () => {
  test('only all parts empty is empty', () => {
    expect(new GroupVersion('', '').isEmpty()).toBe(true)
    expect(core.isEmpty()).toBe(false)
    expect(new GroupVersionKind('', '', '').isEmpty()).toBe(true)
    expect(new GroupVersionKind('', '', 'Pod').isEmpty()).toBe(false)
    expect(new GroupKind('', '').isEmpty()).toBe(true)
    expect(new GroupKind('a', '').isEmpty()).toBe(false)
    expect(new GroupResource('', '').isEmpty()).toBe(true)
    expect(new GroupResource('', 'pods').isEmpty()).toBe(false)
    expect(new GroupVersionResource('', '', '').isEmpty()).toBe(true)
    expect(new GroupVersionResource('', 'v1', '').isEmpty()).toBe(false)
  })

  test('equality looks at every part', () => {
    expect(apps.equals(new GroupVersion('apps', 'v1'))).toBe(true)
    expect(apps.equals(core)).toBe(false)
    expect(apps.withKind('A').equals(apps.withKind('A'))).toBe(true)
    expect(apps.withKind('A').equals(apps.withKind('B'))).toBe(false)
    expect(apps.withKind('A').equals(core.withKind('A'))).toBe(false)
    expect(apps.withResource('a').equals(apps.withResource('a'))).toBe(true)
    expect(apps.withResource('a').equals(apps.withResource('b'))).toBe(false)
    expect(new GroupKind('a', 'b').equals(new GroupKind('a', 'c'))).toBe(false)
    expect(new GroupResource('a', 'b').equals(new GroupResource('c', 'b'))).toBe(false)
  })
})

describe('choosing a kind for a version', () => {
  const kinds = [
    new GroupVersionKind('apps', 'v1beta1', 'Deployment'),
    new GroupVersionKind('apps', 'v1', 'Deployment'),
  ]

  test('an exact match wins over the group', () => {
    expect(apps.kindForGroupVersionKinds(kinds)).toBe(kinds[1])
  })

  test('another version of the group is moved to the wanted one', () => {
    expect(String(new GroupVersion('apps', 'v2').kindForGroupVersionKinds(kinds))).toBe('apps/v2, Kind=Deployment')
    expect(core.kindForGroupVersionKinds(kinds)).toBeUndefined()
  })

  test('of several wanted versions, one that exists wins over an earlier one that does not', () => {
    const wanted = new GroupVersions([new GroupVersion('apps', 'v2'), apps])
    expect(wanted.identifier).toBe('[apps/v2,apps/v1]')
    expect(String(wanted.kindForGroupVersionKinds(kinds))).toBe('apps/v1, Kind=Deployment')
  })

  test('when none exists the first is taken, and none for other groups', () => {
    const wanted = new GroupVersions([new GroupVersion('apps', 'v3'), new GroupVersion('apps', 'v2')])
    expect(String(wanted.kindForGroupVersionKinds(kinds))).toBe('apps/v3, Kind=Deployment')
    expect(new GroupVersions([core]).kindForGroupVersionKinds(kinds)).toBeUndefined()
    expect([...wanted].map(String)).toEqual(['apps/v3', 'apps/v2'])
  })
})
