import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inClusterConfig } from '../../src/config/in-cluster.js'
import { KubeConfig } from '../../src/config/kube-config.js'
import { loadConfig } from '../../src/config/load-config.js'

const base = `apiVersion: v1
kind: Config
# the one we use
current-context: prod
clusters:
- name: prod
  cluster:
    server: https://prod.example:6443 # do not change
    certificate-authority: ca.crt
    proxy-url: socks5://proxy:1080
    tls-server-name: kube
    disable-compression: true
    x-unknown: {kept: 9007199254740993}
contexts:
- name: prod
  context: {cluster: prod, user: admin, namespace: shop}
users:
- name: admin
  user:
    token: secret
    as: jane
    as-uid: "7"
    as-groups: [dev, ops]
    as-user-extra: {scopes: [view]}
extensions: [{name: other, extension: {a: 1}}]
`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'))
  await writeFile(join(folder, 'ca.crt'), 'authority')
})
afterEach(() => rm(folder, { recursive: true }))
async function file(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

describe('KubeConfig', () => {
  it('reads every field of a context', async () => {
    const path = await file('config', base)
    const config = await KubeConfig.load({ file: path })
    expect(config.restConfig()).toMatchObject({
      host: 'https://prod.example:6443',
      bearerToken: 'secret',
      namespace: 'shop',
      proxyURL: 'socks5://proxy:1080',
      disableCompression: true,
      tls: { caFile: join(folder, 'ca.crt'), serverName: 'kube', insecure: false },
      impersonate: { userName: 'jane', uid: '7', groups: ['dev', 'ops'], extra: { scopes: ['view'] } },
    })
  })

  it('merges a list of files, the first winning', async () => {
    const first = await file('a', base)
    const second = await file(
      'b',
      `current-context: other\nclusters: [{name: prod, cluster: {server: "https://evil"}}, {name: test, cluster: {server: "https://test"}}]\nusers: [{name: tester, user: {username: u, password: p}}]\ncontexts: [{name: test, context: {cluster: test, user: tester}}]\n`,
    )
    const KUBECONFIG = [join(folder, 'absent'), first, second].join(':')
    const config = await KubeConfig.load({ environment: { KUBECONFIG } })
    expect(config.currentContext).toBe('prod')
    expect(config.names('contexts')).toEqual(['prod', 'test'])
    expect(config.restConfig().host).toBe('https://prod.example:6443')
    expect(config.restConfig({ context: 'test' })).toMatchObject({ host: 'https://test', username: 'u', password: 'p' })
    expect(config.originOf('clusters', 'test')).toBe(second)
  })

  it('saves changes where they belong, and loses nothing it does not know', async () => {
    const path = await file('config', base)
    const config = await KubeConfig.load({ file: path })
    config.setUser('admin', { token: 'new', password: undefined })
    config.setContext('dev', { cluster: 'prod', user: 'admin' })
    config.useContext('dev')
    await config.save()
    const text = await readFile(path, 'utf8')
    expect(text).toContain('# the one we use')
    expect(text).toContain('# do not change')
    expect(text).toContain('9007199254740993')
    expect(text).toContain('extensions:')
    const again = await KubeConfig.load({ file: path })
    expect(again.currentContext).toBe('dev')
    expect(again.entry('users', 'admin')).toMatchObject({ token: 'new', as: 'jane' })
    expect(again.restConfig().bearerToken).toBe('new')
  })

  it('does not write to a file that another process has locked', async () => {
    const path = await file('config', base)
    await file('config.lock', '')
    const config = await KubeConfig.load({ file: path })
    config.setUser('admin', { token: 'new' })
    await expect(config.save()).rejects.toThrow(`${path}: the file is locked by another process`)
    expect(await readFile(path, 'utf8')).toBe(base)
  })

  it('is made from nothing and saved', async () => {
    const config = new KubeConfig()
    config.setCluster('c', { server: 'https://c' })
    config.setUser('u', {})
    config.setContext('x', { cluster: 'c', user: 'u' })
    config.useContext('x')
    const path = join(folder, 'new', 'config')
    await mkdir(join(folder, 'new'))
    await config.save(path)
    expect((await KubeConfig.load({ file: path })).restConfig().host).toBe('https://c')
  })

  it.each([
    ['clusters: 7', 'clusters: must be a list'],
    ['users: [{name: a, user: {token: 5}}]', 'users["a"].token: must be a string'],
    ['users: [{name: a, user: {exec: {env: [{name: 1}]}}}]', 'users["a"].exec.env[0].name: must be a string'],
    ['clusters: [{name: a, cluster: {certificate-authority-data: "%"}}]', 'must be base64 text'],
    ['[1]', 'a kubeconfig must be an object'],
    ['clusters: [{name: a}, {name: b}, {name: a}]', 'clusters: duplicate name "a" in list'],
    ['users: [{name: a}, {name: a}]', 'users: duplicate name "a" in list'],
    ['contexts: [{name: a}, {name: a}]', 'contexts: duplicate name "a" in list'],
    ['a: b: c', 'error loading config file'],
  ])('names file and field of what is malformed: %s', (text, message) => {
    expect(() => KubeConfig.parse(text, '/home/me/config')).toThrow(`/home/me/config`)
    expect(() => KubeConfig.parse(text, '/home/me/config')).toThrow(message)
  })

  it.each([
    [{ user: 'nobody' }, 'user "nobody" was not found for context "prod"'],
    [{ cluster: 'none' }, 'cluster "none" was not found for context "prod"'],
    [{ context: 'none' }, 'context was not found for specified context: none'],
  ])('says what a context lacks: %o', (overrides, message) => {
    const config = KubeConfig.parse(base)
    expect(() => config.restConfig(overrides)).toThrow(message)
  })

  it.each([
    [
      'token: t\n    username: u',
      'more than one authentication method found for admin; found [token basicAuth], only one is allowed',
    ],
    [
      'client-certificate-data: YQ==',
      'client-key-data or client-key must be specified for admin to use the clientCert authentication method.',
    ],
    ['as-groups: [a]', 'requesting uid, groups or user-extra for admin without impersonating a user'],
    [
      'exec: {apiVersion: client.authentication.k8s.io/v1, command: x}',
      'interactiveMode must be specified for admin to use exec authentication plugin',
    ],
    [
      'tokenFile: ""\n    client-key: /nowhere\n    client-certificate: /nowhere',
      'unable to read client-cert /nowhere for admin due to open /nowhere: no such file or directory',
    ],
  ])('validates users in the words of client-go: %s', (user, message) => {
    const text = `current-context: c\nclusters: [{name: k, cluster: {server: "https://k"}}]\ncontexts: [{name: c, context: {cluster: k, user: admin}}]\nusers:\n- name: admin\n  user:\n    ${user}\n`
    expect(() => KubeConfig.parse(text).restConfig()).toThrow(message)
  })

  it('is not misled by keys of the prototype', () => {
    const config = KubeConfig.parse(
      'contexts: [{name: __proto__, context: {cluster: c, user: u}}]\ncurrent-context: __proto__\n',
    )
    expect(config.entry('contexts', 'constructor')).toBeUndefined()
    expect(() => config.restConfig()).toThrow('cluster "c" was not found')
  })
})

describe('loadConfig', () => {
  it('finds the files of a pod where there is no kubeconfig', async () => {
    await file('token', 't')
    await file('namespace', 'shop\n')
    const environment = { HOME: folder, KUBERNETES_SERVICE_HOST: '::1', KUBERNETES_SERVICE_PORT: '443' }
    const config = await loadConfig({ environment, folder })
    expect(config).toEqual({
      identity: `the service account of the pod (${join(folder, 'token')})`,
      host: 'https://[::1]:443',
      bearerTokenFile: join(folder, 'token'),
      tls: { caFile: join(folder, 'ca.crt') },
      namespace: 'shop',
    })
  })

  it('says that there is nothing', async () => {
    await expect(loadConfig({ environment: { HOME: folder } })).rejects.toThrow('no configuration has been provided')
    await expect(inClusterConfig({ environment: {} })).rejects.toThrow(
      'unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
    )
  })
})
