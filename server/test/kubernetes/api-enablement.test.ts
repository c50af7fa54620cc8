import { describe, expect, it } from 'vitest'
import { apiEnablement, servedGroups } from '../../src/kubernetes/api-enablement.js'
import type { BuiltInGroup } from '../../src/kubernetes/built-in-group.js'
import { builtInGroups } from '../../src/kubernetes/built-in-groups.js'
import { startInProcess } from './in-process.js'

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
    [{ 'api/all': false }, 'invalid key with only api/all=false'],
    [{ 'none.example.com/v1': true }, 'unknown api groups none.example.com'],
    [{ apps: true }, 'runtime-config invalid key apps'],
    [{ 'a/b/c/d': true }, 'runtime-config invalid key a/b/c/d'],
  ])('%j is refused', (config, message) => {
    expect(() => apiEnablement(builtInGroups, config)).toThrow(message)
  })

  it('is what discovery and paths have', async () => {
    const runtimeConfig = {
      'api/all': true,
      'apps/v1/deployments': false,
      'autoscaling/v1': false,
      'scheduling.k8s.io/v1': false,
    }
    const { server } = await startInProcess({ runtimeConfig })
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
