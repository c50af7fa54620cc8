import { releaseOf } from 'apimachinery/api/releases'
import { describe, expect, it } from 'vitest'
import { defaultPluginNames } from '../../src/kubernetes/admission-plugins.js'
import { APIServer } from '../../src/kubernetes/api-server.js'

// Facts of `AllOrderedPlugins` and `DefaultOffAdmissionPlugins` of pkg/kubeapiserver/options in three releases of Kubernetes.
describe('admission plugins of a release', () => {
  it('are on by default from the release on that added them', () => {
    expect(defaultPluginNames(releaseOf('1.35'))).not.toContain('PodResizeValidator')
    expect(defaultPluginNames(releaseOf('1.36'))).toContain('PodResizeValidator')
    expect(defaultPluginNames(releaseOf('1.35'))).toContain('NodeDeclaredFeatureValidator')
  })

  it.each([
    ['1.35', 'PodGroupProtection', false],
    ['1.35', 'JobValidation', false],
    ['1.36', 'JobValidation', true],
    ['1.36', 'PodGroupWorkloadExists', true],
    ['1.37', 'PodGroupProtection', true],
    ['1.37', 'JobValidation', false],
    ['1.37', 'PodGroupWorkloadExists', false],
  ])('in %s include %s: %s', async (release, name, isKnown) => {
    const start = APIServer.start({ release, admissionPlugins: { disable: [name] } })
    if (!isKnown) {
      return expect(start).rejects.toThrow(`disable-admission-plugins plugin "${name}" is unknown`)
    }
    await (await start).stop()
  })
})

describe('/statusz and /flagz', () => {
  const page = 'application/json;g=config.k8s.io;as=Statusz;v='
  const get = async (release: string, version: string, options: object = {}) => {
    const server = await APIServer.start({ release, ...options })
    try {
      const headers = { authorization: `Bearer ${server.loopbackToken}`, accept: page + version }
      const response = await server.generic.fetch(new Request('https://localhost/statusz', { headers }))
      const body = response.status === 200 ? ((await response.json()) as { apiVersion: string }) : undefined
      return { status: response.status, apiVersion: body?.apiVersion, warning: response.headers.get('warning') }
    } finally {
      await server.stop()
    }
  }

  it('are there where their gates are on, in the versions of the release', async () => {
    expect(await get('1.36', 'v1beta1')).toEqual({ status: 200, apiVersion: 'config.k8s.io/v1beta1', warning: null })
    expect(await get('1.37', 'v1alpha1')).toEqual({
      status: 200,
      apiVersion: 'config.k8s.io/v1alpha1',
      warning: '299 - "This version of the statusz endpoint is deprecated. Please use a newer version."',
    })
    expect((await get('1.37', 'v1beta1', { featureGates: { ComponentStatusz: false } })).status).toBe(404)
  })
})

it('a server of each release is ready', async () => {
  for (const release of ['1.35', '1.36', '1.37']) {
    const server = await APIServer.start({ release })
    try {
      await expect(server.ready()).resolves.toBeUndefined()
    } finally {
      await server.stop()
    }
  }
})
