// The cases of client-go's tools/clientcmd/client_config_test.go of overrides, and of merged_client_builder_test.go.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContextOverrides, KubeConfigEntry } from '../../src/config/context-source.js'
import { KubeConfig } from '../../src/config/kube-config.js'
import { loadConfig } from '../../src/config/load-config.js'
import type { RESTConfig } from '../../src/config/rest-config.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overrides-'))
  for (const name of ['ca', 'other-ca', 'cert', 'key', 'token', 'ca.crt']) await writeFile(join(folder, name), name)
})
afterEach(() => rm(folder, { recursive: true }))
const path = (name: string): string => join(folder, name)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

function clean(cluster: KubeConfigEntry = {}, user: KubeConfigEntry = {}): KubeConfig {
  const config = new KubeConfig()
  config.setCluster('clean', { server: 'https://localhost:8443', ...cluster })
  config.setUser('clean', { token: 'my-very-secret-token', ...user })
  config.setContext('clean', { cluster: 'clean', user: 'clean', namespace: 'shop' })
  config.useContext('clean')
  return config
}
const clusterOf = (cluster: KubeConfigEntry, clusterInfo: KubeConfigEntry): RESTConfig =>
  clean(cluster).restConfig({ clusterInfo })

describe('overrides of a cluster', () => {
  it('TestInsecureOverridesCA: insecure takes the authority away', () => {
    const { tls } = clusterOf({ 'certificate-authority': path('ca') }, { 'insecure-skip-tls-verify': true })
    expect(tls).toMatchObject({ insecure: true, caFile: undefined, caData: undefined })
    const data = clusterOf({ 'certificate-authority-data': base64('ca') }, { 'insecure-skip-tls-verify': true }).tls
    expect(data).toMatchObject({ insecure: true, caFile: undefined, caData: undefined })
  })

  it('TestCAOverridesCAData: an authority takes data and insecure away', () => {
    const file = { 'certificate-authority': path('other-ca') }
    for (const cluster of [{ 'certificate-authority-data': base64('ca') }, { 'insecure-skip-tls-verify': true }]) {
      const { tls } = clusterOf(cluster, file)
      expect(tls).toMatchObject({ insecure: false, caFile: path('other-ca'), caData: undefined })
    }
  })

  it('TestTLSServerName, TestTLSServerNameClearsWhenServerNameSet', () => {
    const cluster = { 'tls-server-name': 'overridden-server-name' }
    expect(clusterOf(cluster, {}).tls?.serverName).toBe('overridden-server-name')
    expect(clusterOf(cluster, { server: 'https://host2' })).toMatchObject({
      host: 'https://host2',
      tls: { serverName: undefined },
    })
    const both = { server: 'https://host2', 'tls-server-name': 'server' }
    expect(clusterOf(cluster, both).tls?.serverName).toBe('server')
  })

  it('TestProxyURL, TestDisableCompression', () => {
    expect(clusterOf({ 'proxy-url': 'http://a' }, { 'proxy-url': 'http://b' }).proxyURL).toBe('http://b')
    expect(clusterOf({}, { 'disable-compression': true }).disableCompression).toBe(true)
  })

  it.each([undefined, '', false])('%j changes nothing', (value) => {
    const cluster = { 'certificate-authority': path('ca'), 'tls-server-name': 'n' }
    const fields = ['server', 'tls-server-name', 'insecure-skip-tls-verify', 'certificate-authority']
    const nothing = Object.fromEntries(fields.map((field) => [field, value]))
    expect(clusterOf(cluster, nothing)).toEqual(clean(cluster).restConfig())
  })

  it('TestCreateCleanDefaultCluster: with a server no context is needed', () => {
    expect(new KubeConfig().restConfig({ clusterInfo: { server: 'https://k' } }).host).toBe('https://k')
    expect(() => new KubeConfig().restConfig()).toThrow('no configuration has been provided')
  })

  it('TestCreateMissingContext: but one that is named must be there', () => {
    const overrides = { context: 'not-present', clusterInfo: { server: 'https://anything' } }
    expect(() => clean().restConfig(overrides)).toThrow('context was not found for specified context: not-present')
  })
})

describe('overrides of a user', () => {
  it('TestPrecedenceTokenFile: a token takes a token file away, and the other way round', () => {
    const withFile = clean({}, { token: undefined, tokenFile: path('token') })
    expect(withFile.restConfig({ authInfo: { token: 'given' } })).toMatchObject({
      bearerToken: 'given',
      bearerTokenFile: undefined,
    })
    expect(clean().restConfig({ authInfo: { tokenFile: path('token') } })).toMatchObject({
      bearerToken: undefined,
      bearerTokenFile: path('token'),
    })
  })

  it('TestClientCertOverrideData: files take data away, each its own', () => {
    const data = { 'client-certificate-data': base64('c'), 'client-key-data': base64('k') }
    const config = clean({}, data)
    const both = { 'client-certificate': path('cert'), 'client-key': path('key') }
    expect(config.restConfig({ authInfo: both }).tls).toMatchObject({
      certFile: path('cert'),
      keyFile: path('key'),
      certData: undefined,
      keyData: undefined,
    })
    expect(config.restConfig({ authInfo: { 'client-key': path('key') } }).tls).toMatchObject({
      certFile: undefined,
      certData: new TextEncoder().encode('c'),
      keyFile: path('key'),
      keyData: undefined,
    })
  })

  it('TestFullImpersonateConfig', () => {
    const authInfo = { as: 'jane', 'as-uid': 'abc123', 'as-groups': ['a', 'b'] }
    expect(clean().restConfig({ authInfo }).impersonate).toMatchObject({
      userName: 'jane',
      uid: 'abc123',
      groups: ['a', 'b'],
    })
    expect(() => clean().restConfig({ authInfo: { 'as-groups': ['a'] } })).toThrow('without impersonating a user')
  })

  it('TestNamespaceOverride, TestMergeContext', () => {
    expect(clean().restConfig({ namespace: 'other' }).namespace).toBe('other')
    expect(clean().restConfig().namespace).toBe('shop')
    expect(() => clean().restConfig({ user: 'nobody', authInfo: { token: 't' } })).not.toThrow()
  })
})

describe('overrides in a pod', () => {
  const load = (overrides: ContextOverrides): Promise<RESTConfig> =>
    loadConfig({
      environment: { HOME: folder, KUBERNETES_SERVICE_HOST: 'host', KUBERNETES_SERVICE_PORT: '1' },
      folder,
      ...overrides,
    })

  it.each<[string, ContextOverrides, Partial<RESTConfig>]>([
    ['none', {}, { host: 'https://host:1' }],
    ['the server', { clusterInfo: { server: 'https://other' } }, { host: 'https://other' }],
    ['the token', { authInfo: { token: 'given' } }, { bearerToken: 'given', bearerTokenFile: '' }],
    ['a token file', { authInfo: { tokenFile: '/t' } }, { bearerToken: '', bearerTokenFile: '/t' }],
    ['the authority', { clusterInfo: { 'certificate-authority': '/ca' } }, { tls: { caFile: '/ca' } }],
    ['the namespace', { namespace: 'given' }, { namespace: 'given' }],
  ])('TestInClusterClientConfigPrecedence: %s', async (_, overrides, expected) => {
    const plain = await load({})
    expect(plain).toMatchObject({ bearerTokenFile: path('token'), tls: { caFile: path('ca.crt') } })
    expect(await load(overrides)).toEqual({ ...plain, ...expected })
  })
})
