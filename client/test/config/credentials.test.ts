import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentialsFor } from '../../src/config/credentials-for.js'
import { ExecCredentials } from '../../src/config/exec-credentials.js'
import { KubeConfig } from '../../src/config/kube-config.js'
import { OIDCCredentials } from '../../src/config/oidc-credentials.js'
import { TokenFileCredentials } from '../../src/config/token-file-credentials.js'
import { testCertificate } from '../support/certificate.js'
import { answerJSON, type ScriptedServer, scriptedServer } from '../support/scripted-server.js'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'credentials-'))
})
afterEach(() => rm(folder, { recursive: true }))

const apiVersion = 'client.authentication.k8s.io/v1'
async function plugin(code: string, more: object = {}, terminal = false): Promise<ExecCredentials> {
  const script = join(folder, 'plugin.mjs')
  await writeFile(
    script,
    `import { appendFileSync } from 'node:fs'\nconst log = ${JSON.stringify(join(folder, 'log'))}\n${code}`,
  )
  const exec = {
    apiVersion,
    command: process.execPath,
    args: [script],
    interactiveMode: 'IfAvailable' as const,
    ...more,
  }
  return new ExecCredentials(
    { host: 'https://kube', tls: { caData: new Uint8Array([97]) }, exec },
    { environment: process.env, isTerminal: () => terminal, clock: { now: () => 1000 } },
  )
}
const answer = (status: object, version = apiVersion): string =>
  `console.log(JSON.stringify(${JSON.stringify({ kind: 'ExecCredential', apiVersion: version, status })}))`

describe('exec plugins', () => {
  it('are run once, for many requests at once, and again when the server refuses', async () => {
    const credentials = await plugin(
      `appendFileSync(log, process.env.KUBERNETES_EXEC_INFO + '\\n')\n${answer({ token: 't' })}`,
      {
        provideClusterInfo: true,
        clusterConfig: { audience: 'x' },
        env: [{ name: 'EXTRA', value: '1' }],
      },
    )
    const all = await Promise.all([1, 2, 3].map(() => credentials.authorization()))
    expect(all).toEqual(['Bearer t', 'Bearer t', 'Bearer t'])
    const runs = (await readFile(join(folder, 'log'), 'utf8')).trim().split('\n')
    expect(runs.map((run) => JSON.parse(run))).toEqual([
      {
        kind: 'ExecCredential',
        apiVersion,
        spec: {
          cluster: { server: 'https://kube', 'certificate-authority-data': 'YQ==', config: { audience: 'x' } },
          interactive: false,
        },
      },
    ])
    expect(await credentials.renew()).toBe(true)
    expect((await readFile(join(folder, 'log'), 'utf8')).trim().split('\n')).toHaveLength(2)
  })

  it('are run again when their credentials have expired', async () => {
    const credentials = await plugin(
      `appendFileSync(log, 'x')\n${answer({ token: 't', expirationTimestamp: '1970-01-01T00:00:00Z' })}`,
    )
    await credentials.authorization()
    await credentials.authorization()
    expect(await readFile(join(folder, 'log'), 'utf8')).toBe('xx')
  })

  it('may give certificates', async () => {
    const { cert, key } = await testCertificate()
    const credentials = await plugin(answer({ clientCertificateData: cert, clientKeyData: key }))
    expect(await credentials.certificate()).toEqual({ cert, key })
    expect(await credentials.authorization()).toBeUndefined()
  })

  it.each([
    [answer({}), `exec plugin didn't return a token or cert/key pair`],
    [answer({ clientKeyData: 'k' }), 'exec plugin returned only certificate or key, not both'],
    [
      answer({ token: 't' }, 'client.authentication.k8s.io/v1beta1'),
      'plugin returned version client.authentication.k8s.io/v1beta1',
    ],
    ['console.log("no")', 'decoding stdout'],
    ['process.exit(3)', 'failed with exit code 3'],
  ])('tell what is wrong: %s', async (code, message) => {
    await expect((await plugin(code)).authorization()).rejects.toThrow(message)
  })

  it('that are not installed are reported with the hint', async () => {
    const credentials = await plugin('', { command: 'no-such-plugin', installHint: 'brew it\u001b[31m' })
    const error = (await credentials.authorization().catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toContain('exec: executable no-such-plugin not found')
    expect(error.message).toContain('brew it\\u001b[31m')
  })

  it('that need a terminal are not run without', async () => {
    const credentials = await plugin(answer({ token: 't' }), { interactiveMode: 'Always' })
    await expect(credentials.authorization()).rejects.toThrow('standard input is not a terminal')
  })
})

describe('token files', () => {
  it('are read again when the server refuses their token', async () => {
    const path = join(folder, 'token')
    await writeFile(path, 'one\n')
    const credentials = new TokenFileCredentials(path)
    expect(await credentials.authorization()).toBe('Bearer one')
    expect(await credentials.renew()).toBe(false)
    await writeFile(path, 'second\n')
    expect(await credentials.renew()).toBe(true)
    expect(await credentials.authorization()).toBe('Bearer second')
  })

  it('take precedence over a token, which is used while the file cannot be read', async () => {
    const path = join(folder, 'other-token')
    const credentials = credentialsFor({ host: 'https://k', bearerToken: 'kept', bearerTokenFile: path }, {})
    expect(await credentials.authorization()).toBe('Bearer kept')
    await writeFile(path, 'from-file\n')
    expect(await credentials.authorization()).toBe('Bearer from-file')
  })
})

describe('OIDC', () => {
  let provider: ScriptedServer
  const token = (exp: number): string =>
    ['h', Buffer.from(JSON.stringify({ exp })).toString('base64url'), 's'].join('.')
  afterEach(() => provider?.close())

  it('refreshes tokens once for many, rotates the refresh token and saves both', async () => {
    provider = await scriptedServer('http1', ({ url, headers }, response) => {
      if (url.endsWith('/.well-known/openid-configuration')) {
        return answerJSON(response, { token_endpoint: `${provider.url}/token` })
      }
      if (!headers.authorization) return answerJSON(response, {}, { status: 400 })
      answerJSON(response, { id_token: token(5000), refresh_token: 'r2', access_token: 'a' })
    })
    const path = join(folder, 'config')
    const fields = {
      'idp-issuer-url': `${provider.url}/`,
      'client-id': 'kube',
      'client-secret': 's&',
      'refresh-token': 'r1',
      'id-token': token(1),
    }
    const config = new KubeConfig()
    config.setCluster('c', { server: 'https://c' })
    config.setUser('u', { 'auth-provider': { name: 'oidc', config: fields } })
    config.setContext('x', { cluster: 'c', user: 'u' })
    config.useContext('x')
    await config.save(path)
    const loaded = await KubeConfig.load({ file: path })
    const { authProvider } = loaded.restConfig()
    const credentials = new OIDCCredentials(authProvider!, new FakeClock(1_000_000))
    const all = await Promise.all([credentials.authorization(), credentials.authorization()])
    expect(all).toEqual([`Bearer ${token(5000)}`, `Bearer ${token(5000)}`])
    const sent = provider.requests.filter(({ url }) => url === '/token')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toBe('grant_type=refresh_token&refresh_token=r1')
    expect(sent[0]?.headers.authorization).toBe(`Basic ${Buffer.from('kube:s%26').toString('base64')}`)
    expect((await KubeConfig.load({ file: path })).entry('users', 'u')).toMatchObject({
      'auth-provider': { config: { 'id-token': token(5000), 'refresh-token': 'r2', 'client-id': 'kube' } },
    })
  })

  it('says that a token cannot be refreshed', async () => {
    const config = { 'idp-issuer-url': 'http://x', 'client-id': 'k', 'id-token': token(1) }
    const credentials = new OIDCCredentials({ name: 'oidc', config }, new FakeClock(1_000_000))
    await expect(credentials.authorization()).rejects.toThrow(
      'No valid id-token, and cannot refresh without refresh-token',
    )
  })
})
