import { FeatureGates, releaseOf } from 'apimachinery/api/releases'
import { describe, expect, it } from 'vitest'
import type { BuiltInGroup } from '../../src/kinds/built-in-groups.js'
import { builtInGroups as groupsOf } from '../../src/kinds/built-in-groups.js'
import { apiEnablement, servedGroups } from '../../src/kubernetes/api-enablement.js'
import { startInProcess } from './in-process.js'

const release = releaseOf('1.36')
const builtInGroups = groupsOf({ release, featureEnabled: new FeatureGates({ release }).enabled })
const group = (name: string): BuiltInGroup => builtInGroups.find((each) => each.group === name) as BuiltInGroup

describe('what is served', () => {
  it.each([
    [{}, 'apps/v1', true],
    [{}, 'networking.k8s.io/v1beta1', false],
    [{ 'api/beta': true }, 'networking.k8s.io/v1beta1', true],
    [{ 'api/all': true }, 'resource.k8s.io/v1alpha3', true],
    [{ 'api/all': true, 'api/alpha': false }, 'resource.k8s.io/v1alpha3', false],
    [{ 'apps/v1': false }, 'apps/v1', false],
    [{ v1: false }, '/v1', false],
    [{ 'api/v1': false }, '/v1', false],
    [{ 'networking.k8s.io/v1beta1/ipaddresses': true }, 'networking.k8s.io/v1beta1', true],
  ] as const)('%j: %s is %s', (config, place, served) => {
    const [name = '', version = ''] = place.split('/')
    expect(apiEnablement(builtInGroups, config).isVersionServed(group(name), version)).toBe(served)
  })

  it('may be single resources', () => {
    const on = apiEnablement(builtInGroups, { 'networking.k8s.io/v1beta1/ipaddresses': true })
    expect(on.isResourceServed('networking.k8s.io', 'v1beta1', 'ipaddresses')).toBe(true)
    expect(on.isResourceServed('networking.k8s.io', 'v1beta1', 'servicecidrs')).toBe(false)
    const off = apiEnablement(builtInGroups, { 'apps/v1/deployments': false })
    expect(off.isResourceServed('apps', 'v1', 'deployments')).toBe(false)
    expect(off.isResourceServed('apps', 'v1', 'replicasets')).toBe(true)
    expect(servedGroups([group('apps')], apiEnablement(builtInGroups, { 'apps/v1': false }))).toEqual([])
  })

  it.each([
    [{ 'apps/v1': true, 'apps/v1/deployments': false }, false, true],
    [{ 'apps/v1': false, 'apps/v1/deployments': true }, true, false],
    [{ 'api/ga': true, 'apps/v1/deployments': false }, false, true],
    [{ 'api/ga': false, 'apps/v1/deployments': true }, true, false],
    [{ 'api/ga': false, 'apps/v1': true, 'apps/v1/deployments': false }, false, true],
    [{ 'api/ga': false, 'apps/v1': false, 'apps/v1/deployments': true }, true, false],
    [{ 'api/ga': true, 'apps/v1': true, 'apps/v1/deployments': false }, false, true],
    [{ 'api/ga': true, 'apps/v1': false, 'apps/v1/deployments': true }, true, false],
    [{ 'api/all': false, '/v1': true }, false, false],
    [{ 'api/beta': false, 'api/legacy': true }, true, true],
  ])('%j: the most specific word counts', (config, deployments, others) => {
    const enablement = apiEnablement(builtInGroups, config)
    const isServed = (resource: string): boolean =>
      enablement.isVersionServed(group('apps'), 'v1') && enablement.isResourceServed('apps', 'v1', resource)
    expect([isServed('deployments'), isServed('replicasets')]).toEqual([deployments, others])
  })

  it.each(['v1', '/v1', 'api/v1', 'v1/pods', 'api/v1/pods'])('%s is all of the core group', (key) => {
    const off = apiEnablement(builtInGroups, { [key]: false })
    expect(off.isVersionServed(group(''), 'v1')).toBe(false)
    expect(apiEnablement(builtInGroups, { '/v1/pods': false }).isResourceServed('', 'v1', 'nodes')).toBe(true)
  })

  it.each([
    [{ 'api/all': false }, 'invalid runtime-config with only api/all=false'],
    [
      { 'none.example.com/v1': true, 'a.example.com/v1/b': true },
      'unknown api groups a.example.com/v1,none.example.com/v1',
    ],
    [{ 'apps/v9': true }, 'group version apps/v9 that has not been registered'],
    [{ '/v2': false }, 'group version v2 that has not been registered'],
    [
      { 'apps/v1/Deployment': false },
      'invalid key apps/v1/Deployment: group/version/resource and resource is always lowercase plural, not "Deployment"',
    ],
    [{ apps: true }, 'runtime-config invalid key apps'],
    [{ 'a/b/c/d': true }, 'runtime-config invalid key a/b/c/d'],
  ])('%j is refused', (config, message) => {
    expect(() => apiEnablement(builtInGroups, config as never)).toThrow(message)
  })

  it('is what discovery and paths have', async () => {
    const runtimeConfig = {
      'api/all': true,
      'apps/v1/deployments': false,
      'autoscaling/v1': false,
      'scheduling.k8s.io/v1': false,
    }
    const { server } = await startInProcess({ release: '1.36', runtimeConfig })
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${server.loopbackToken}` }
      const response = await server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
      return { status: response.status, text: await response.text() }
    }
    expect((await get('/apis/networking.k8s.io/v1beta1/ipaddresses')).status).toBe(200)
    expect((await get('/apis/internal.apiserver.k8s.io/v1alpha1/storageversions')).status).toBe(200)
    expect((await get('/apis/apps/v1/deployments')).status).toBe(404)
    expect((await get('/apis/apps/v1')).text).not.toContain('deployments')
    expect((await get('/apis')).text).not.toContain('"autoscaling/v1"')
    // What is not served is not waited for.
    expect((await get('/readyz')).text).toBe('ok')
    await server.stop()
  })
})
