// client-go's tests of plugin/pkg/client/auth/exec: policy, metrics, hints, certificates, the input of the plugin.
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { credentialsFor } from '../../src/config/credentials-for.js'
import { ExecCredentials, type ExecEnvironment } from '../../src/config/exec-credentials.js'
import type { ExecHooks } from '../../src/config/exec-hooks.js'
import { type ExecPluginPolicy, validatePluginPolicy } from '../../src/config/exec-plugin-policy.js'
import type { ExecConfig, RESTConfig } from '../../src/config/rest-config.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'

const apiVersion = 'client.authentication.k8s.io/v1'
let folder = ''
let certificates: readonly TestCertificate[] = []
beforeAll(async () => {
  certificates = [await testCertificate('one'), await testCertificate('two')]
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugins-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A program in a folder of the `PATH`, which prints `status`. */
async function program(name: string, status: object, { exitCode = 0 } = {}): Promise<string> {
  const path = join(folder, 'bin', name)
  await mkdir(join(folder, 'bin'), { recursive: true })
  const answer = JSON.stringify({ kind: 'ExecCredential', apiVersion, status }).replaceAll("'", '')
  await writeFile(path, `#!/bin/sh\nprintf '%s' '${answer}'\nexit ${exitCode}\n`)
  await chmod(path, 0o755)
  return path
}

function credentials(
  exec: Partial<ExecConfig>,
  more: Partial<ExecEnvironment> & { readonly config?: Partial<RESTConfig> } = {},
): ExecCredentials {
  const { config, ...environment } = more
  const whole = { apiVersion, command: 'plugin', interactiveMode: 'Never' as const, ...exec }
  return new ExecCredentials(
    { host: 'https://kube', ...config, exec: whole },
    { environment: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }, isTerminal: () => false, ...environment },
  )
}

const allow = (...commands: readonly string[]): ExecPluginPolicy => ({
  policyType: 'Allowlist',
  allowlist: commands.map((command) => ({ command })),
})

describe('the policy of plugins', () => {
  it.each<[ExecPluginPolicy, string]>([
    [{ policyType: 'Nothing' as never }, 'unknown plugin policy: "Nothing"'],
    [{ policyType: 'AllowAll', allowlist: [] }, 'plugin policy is "AllowAll" but allowlist is non-nil'],
    [{ policyType: 'DenyAll', allowlist: [{ command: 'a' }] }, 'plugin policy is "DenyAll" but allowlist is non-nil'],
    [{ allowlist: [{ command: 'a' }] }, 'plugin policy is "" but allowlist is non-nil'],
    [{ policyType: 'Allowlist' }, 'credential plugin policy set to "Allowlist", but allowlist is unspecified'],
    [allow(), 'credential plugin policy set to "Allowlist", but allowlist is empty; use "DenyAll" policy instead'],
    [allow('a', ''), 'misconfigured credential plugin allowlist: empty allowlist entry #2'],
  ])('must be clear: %j', (policy, message) => {
    expect(() => validatePluginPolicy(policy)).toThrow(`invalid plugin policy: `)
    expect(() => credentials({ pluginPolicy: policy })).toThrow(message)
  })

  it.each<[string, string, (path: string) => ExecPluginPolicy, string | undefined]>([
    ['all', 'plugin', () => ({ policyType: 'AllowAll' }), undefined],
    ['all by default', 'plugin', () => ({}), undefined],
    ['none', 'plugin', () => ({ policyType: 'DenyAll' }), 'plugin "plugin" not allowed: policy set to "DenyAll"'],
    ['the name', 'plugin', () => allow('other', 'plugin'), undefined],
    ['the path of a name', 'plugin', (path) => allow(path), undefined],
    ['the name of a path', '', () => allow('plugin'), undefined],
    ['the path', '', (path) => allow(path), undefined],
    ['another', 'plugin', () => allow('other', 'cat'), 'is not permitted by the credential plugin allowlist'],
    ['one of that name elsewhere', 'plugin', () => allow('/opt/plugin'), 'is not permitted by the credential plugin'],
    ['what is not there', 'gone', () => allow('plugin'), 'cannot be resolved for credential plugin allowlist check'],
  ])('allows %s', async (...[, command, policyOf, message]) => {
    const path = await program('plugin', { token: 't' })
    const asked: unknown[] = []
    const hooks: ExecHooks = { onPolicy: ({ allowed }) => void asked.push(allowed) }
    const made = credentials({ command: command || path, pluginPolicy: policyOf(path) }, { hooks })
    const outcome = made.authorization()
    if (message === undefined) expect(await outcome).toBe('Bearer t')
    else await expect(outcome).rejects.toThrow(message)
    expect(asked).toEqual([message === undefined])
  })

  it('does not accept a link with an allowed name in another folder', async () => {
    const path = await program('plugin', { token: 't' })
    await symlink(path, join(folder, 'plugin'))
    const made = credentials({ command: join(folder, 'plugin'), pluginPolicy: allow('plugin') })
    await expect(made.authorization()).rejects.toThrow('is not permitted')
  })
})

describe('hooks of plugins', () => {
  it.each([
    ['a good end', { token: 't' }, 0, 'no_error'],
    ['a bad end', { token: 't' }, 3, 'plugin_execution_error'],
  ])('hear of %s', async (...[, status, exitCode, expected]) => {
    await program('plugin', status, { exitCode })
    const calls: unknown[] = []
    const made = credentials({}, { hooks: { onCall: (event) => void calls.push(event) } })
    await made.authorization().catch(() => undefined)
    expect(calls).toEqual([{ command: 'plugin', exitCode, status: expected }])
  })

  it('observe a missing program', async () => {
    const calls: unknown[] = []
    const made = credentials({ command: 'gone' }, { hooks: { onCall: (event) => void calls.push(event) } })
    await expect(made.authorization()).rejects.toThrow('exec: executable gone not found')
    expect(calls).toEqual([{ command: 'gone', exitCode: 1, status: 'plugin_not_found_error' }])
  })

  it('observe certificates, and the age of the previous one', async () => {
    const events: { expires: number | undefined; rotatedAge: number | undefined }[] = []
    const now = Date.now() + 10_000
    const hooks: ExecHooks = { onCertificate: (event) => void events.push(event) }
    const pair = (each: TestCertificate | undefined): object => ({
      clientCertificateData: each?.cert,
      clientKeyData: each?.key,
    })
    await program('plugin', pair(certificates[0]))
    const made = credentials({}, { hooks, clock: { now: () => now } })
    expect(await made.certificate()).toEqual({ cert: certificates[0]?.cert, key: certificates[0]?.key })
    await made.renew()
    await program('plugin', pair(certificates[1]))
    await made.renew()
    await program('plugin', { token: 't' })
    await made.renew()
    expect(events.map(({ expires, rotatedAge }) => [expires !== undefined && expires > now, rotatedAge])).toEqual([
      [true, undefined],
      [true, undefined],
      [true, expect.any(Number)],
      [false, expect.any(Number)],
    ])
    expect(events[2]?.rotatedAge).toBeGreaterThan(0)
  })
})

describe('the output of plugins', () => {
  it.each<[string, () => object, string]>([
    ['no PEM', () => ({ clientCertificateData: 'c', clientKeyData: 'k' }), 'failed parsing client key/certificate'],
    [
      'the key of another certificate',
      () => ({ clientCertificateData: certificates[0]?.cert, clientKeyData: certificates[1]?.key }),
      'private key does not match public key',
    ],
  ])('is refused when it is %s', async (_, status, message) => {
    await program('plugin', status())
    await expect(credentials({}).certificate()).rejects.toThrow(message)
  })
})

describe('several users', () => {
  it('never have the credentials of one another, whatever their plugins are called', async () => {
    await program('plugin', { token: 'one' })
    const [one, two] = [credentials({}), credentials({ args: ['--cluster', 'two'] })]
    expect(await one.authorization()).toBe('Bearer one')
    await program('plugin', { token: 'two' })
    expect(await two.authorization()).toBe('Bearer two')
    expect(await one.authorization()).toBe('Bearer one')
    expect(await two.authorization()).toBe('Bearer two')
  })
})

describe('the hint of a plugin that is not installed', () => {
  it('is given at most ten times an hour', async () => {
    let now = 0
    const made = credentials({ command: 'gone', installHint: 'brew it' }, { clock: { now: () => now } })
    const hinted = async (): Promise<boolean> => {
      const error = (await made.authorization().catch((thrown: unknown) => thrown)) as Error
      expect(error.message).toContain('exec: executable gone not found')
      return error.message.includes('brew it')
    }
    for (let time = 0; time < 10; time++) expect(await hinted()).toBe(true)
    expect(await hinted()).toBe(false)
    now = 3_600_001
    expect(await hinted()).toBe(true)
  })
})

describe('the input of plugins', () => {
  it('has the authority of a file', async () => {
    const authority = join(folder, 'ca.pem')
    await writeFile(authority, 'a CA bundle lives here')
    await mkdir(join(folder, 'bin'))
    const plugin = join(folder, 'bin', 'plugin')
    const answer = `{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"token":"'"$(printf '%s' "$KUBERNETES_EXEC_INFO" | base64 -w0)"'"}}`
    await writeFile(plugin, `#!/bin/sh\nprintf '%s' '${answer}'\n`)
    await chmod(plugin, 0o755)
    const config = { tls: { caFile: authority, serverName: 'kube', insecure: true }, proxyURL: 'https://proxy/fish' }
    const told = await credentials(
      { provideClusterInfo: true, clusterConfig: { audience: 'x' } },
      { config },
    ).authorization()
    const text = Buffer.from((told ?? '').slice('Bearer '.length), 'base64').toString()
    expect(JSON.parse(text)).toMatchObject({
      kind: 'ExecCredential',
      spec: {
        interactive: false,
        cluster: {
          server: 'https://kube',
          'tls-server-name': 'kube',
          'insecure-skip-tls-verify': true,
          'certificate-authority-data': Buffer.from('a CA bundle lives here').toString('base64'),
          'proxy-url': 'https://proxy/fish',
          config: { audience: 'x' },
        },
      },
    })
  })

  it('must be readable', async () => {
    await program('plugin', { token: 't' })
    const config = { tls: { caFile: join(folder, 'no-such-file') } }
    await expect(credentials({ provideClusterInfo: true }, { config }).authorization()).rejects.toThrow(
      'failed to load CA bundle for execProvider',
    )
    expect(await credentials({}, { config }).authorization()).toBe('Bearer t')
  })
})

describe('plugins', () => {
  it.each<[string, Partial<RESTConfig>]>([
    ['a token', { bearerToken: 't' }],
    ['a user', { username: 'u', password: 'p' }],
    ['a certificate', { tls: { certData: new Uint8Array([1]), keyData: new Uint8Array([1]) } }],
    ['a certificate in a file', { tls: { certFile: 'c.pem', keyFile: 'k.pem' } }],
  ])('are not run where the configuration has %s', (_, more) => {
    const exec = { apiVersion, command: 'gone' }
    expect(credentialsFor({ host: 'https://k', ...more, exec }, {})).not.toBeInstanceOf(ExecCredentials)
  })

  it.each([
    ['', 'standard input is unavailable'],
    ['a manifest is read from it', 'standard input is unavailable: a manifest is read from it'],
  ])('that need the input are refused when the program reads it: %j', async (stdinUnavailable, message) => {
    const needs = credentials({ interactiveMode: 'Always', stdinUnavailable }, { isTerminal: () => true })
    await expect(needs.authorization()).rejects.toThrow(`exec plugin cannot support interactive mode: ${message}`)
    await program('plugin', { token: 't' })
    const may = credentials({ interactiveMode: 'IfAvailable', stdinUnavailable }, { isTerminal: () => true })
    expect(await may.authorization()).toBe('Bearer t')
  })
})
