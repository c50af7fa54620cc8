import { describe, expect, it } from 'vitest'
import { EquivalentResourceRegistry } from '../../src/runtime/scheme/equivalent-resource-registry.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { GroupVersionResource } from '../../src/schema/group-version-resource.js'

const resource = (group: string, version: string, name = 'deployments') =>
  new GroupVersionResource(group, version, name)
const kind = (group: string, version: string, name = 'Deployment') => new GroupVersionKind(group, version, name)

describe('EquivalentResourceRegistry', () => {
  it('holds the versions of one group together', () => {
    const registry = new EquivalentResourceRegistry()
    registry.registerKindFor(resource('apps', 'v1'), '', kind('apps', 'v1'))
    registry.registerKindFor(resource('apps', 'v1beta1'), '', kind('apps', 'v1beta1'))
    registry.registerKindFor(resource('extensions', 'v1beta1'), '', kind('extensions', 'v1beta1'))
    const both = [resource('apps', 'v1'), resource('apps', 'v1beta1')]
    expect(registry.equivalentResourcesFor(resource('apps', 'v1'))).toEqual(both)
    expect(registry.equivalentResourcesFor(resource('extensions', 'v1beta1'))).toEqual([
      resource('extensions', 'v1beta1'),
    ])
    expect(registry.equivalentResourcesFor(resource('other', 'v1'))).toEqual([])
    expect(registry.kindFor(resource('apps', 'v1beta1'))).toEqual(kind('apps', 'v1beta1'))
    expect(registry.kindFor(resource('apps', 'v2'))).toBeUndefined()
  })

  it('holds groups together that share an identity, subresources apart', () => {
    const registry = new EquivalentResourceRegistry(({ resource }) => (resource === 'deployments' ? 'shared' : ''))
    registry.registerKindFor(resource('apps', 'v1'), '', kind('apps', 'v1'))
    registry.registerKindFor(resource('extensions', 'v1beta1'), '', kind('extensions', 'v1beta1'))
    registry.registerKindFor(resource('apps', 'v1'), 'scale', kind('autoscaling', 'v1', 'Scale'))
    expect(registry.equivalentResourcesFor(resource('apps', 'v1'))).toHaveLength(2)
    expect(registry.equivalentResourcesFor(resource('extensions', 'v1beta1'), 'scale')).toEqual([
      resource('apps', 'v1'),
    ])
    expect(registry.kindFor(resource('apps', 'v1'), 'scale')?.kind).toBe('Scale')
  })
})
