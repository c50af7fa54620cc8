import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MetricsRegistry } from '@apimachinery/client/metrics'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuthenticationMetrics } from '../../src/authentication/authentication-metrics.js'
import type { Authenticator } from '../../src/authentication/authenticator.js'
import { alwaysDeny } from '../../src/authorization/always.js'
import { authorizationMetrics } from '../../src/authorization/authorization-metrics.js'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { flagGroups } from '../../src/cli/flags.js'
import { authenticationOptions } from '../../src/cli/options/authentication-options.js'
import { authorizationModes, followAuthorizationConfiguration } from '../../src/cli/options/authorization-options.js'
import { clusterAuthenticationInfo } from '../../src/cli/options/cluster-authentication-info.js'
import { storageOptions } from '../../src/cli/options/storage-options.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { Reloads } from '../../src/flags/reloads.js'
import { OpenResources } from '../../src/internal/open-resources.js'
import { ServerAuthorizer } from '../../src/kubernetes/server-authorization.js'
import { encryptionMetrics } from '../../src/metrics/encryption-metrics.js'
import { silentLogger } from '../../src/server/logger.js'

const folder = mkdtempSync(join(tmpdir(), 'reload-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let clock: FakeClock
let errors: string[]
let reloads: Reloads
let registry: MetricsRegistry
beforeEach(() => {
  clock = new FakeClock(1_800_000_000_000)
  errors = []
  reloads = new Reloads(clock, (error) => errors.push((error as Error).message))
  registry = new MetricsRegistry()
})
afterEach(() => reloads.stop())

const surroundings = () => ({ reloads, metrics: new AuthenticationMetrics(registry) })

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const flagsOf = (...args: string[]) => new FlagValues(flagGroups, parseFlags(flagGroups, args))
const own = async () => (await newCertificateAuthority('own', new Date())).certificate

async function look(): Promise<void> {
  clock.step(10_000)
  // Applying a file takes turns of the event loop, not time.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Reloads by their status. */
async function counted(configuration: string): Promise<Record<string, number>> {
  const text = await registry.text()
  const lines = text.matchAll(
    new RegExp(
      `^apiserver_${configuration}_config_controller_automatic_reloads_total{.*status="(\\w+)"} (\\d+)$`,
      'gm',
    ),
  )
  return Object.fromEntries([...lines].map(([, status, count]) => [status, Number(count)]))
}

describe('files of the command line, read again while the server runs', () => {
  it('authorizers: the new order decides, and a bad file leaves the last good one', async () => {
    const configuration = (type: string): string =>
      `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\nauthorizers:\n- {type: ${type}, name: a}\n`
    const path = file('authorization.yaml', configuration('AlwaysDeny'))
    const flags = flagsOf(`--authorization-config=${path}`)
    const rbac = { ...alwaysDeny }
    const observer = authorizationMetrics(registry)
    const authorizer = new ServerAuthorizer(await authorizationModes(flags, observer), { rbac, node: undefined })
    followAuthorizationConfiguration(flags, reloads, { use: (modes) => authorizer.use(modes), observer })
    reloads.start({ registry, serverID: 'apiserver-a' })
    const user = { name: 'a', uid: '', groups: [], extra: {} }
    const asked = { user, verb: 'get', path: '/x', isResourceRequest: false } as never
    const decision = async () => (await authorizer.authorize(asked)).decision
    expect(await decision()).toBe('no-opinion')

    file('authorization.yaml', configuration('AlwaysAllow'))
    await look()
    expect([await decision(), await counted('authorization')]).toEqual(['allow', { success: 1 }])
    expect((await authorizer.rulesFor(user, 'default')).resourceRules).toHaveLength(1)

    file('authorization.yaml', 'kind: Nonsense\n')
    await look()
    await look()
    expect([await decision(), await counted('authorization')]).toEqual(['allow', { failure: 1, success: 1 }])

    file('authorization.yaml', configuration('RBAC'))
    await look()
    expect(await decision()).toBe('allow')
    expect(errors.at(-1)).toBe('authorizer type RBAC is not allowed if it was not enabled at initial server startup')
  })

  it('issuers of tokens: anonymous users stay as they were at the start', async () => {
    const configuration = (issuer: string, more = ''): string =>
      `apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n${more}jwt:\n- issuer: {url: '${issuer}', audiences: [a]}\n  claimMappings: {username: {claim: sub, prefix: ''}}\n`
    const path = file('authentication.yaml', configuration('https://one.example'))
    const credentials = { authority: await own(), serviceAccountKey: 'key' }
    await authenticationOptions(flagsOf(`--authentication-config=${path}`), credentials, surroundings())
    reloads.start({ registry, serverID: 'apiserver-a' })
    const info = async () => /last_config_info{[^}]*hash="(sha256:\w+)"} 1/.exec(await registry.text())?.[1]
    const before = await info()

    file('authentication.yaml', configuration('https://two.example'))
    await look()
    expect(await counted('authentication')).toEqual({ success: 1 })
    const after = await info()
    expect(after).not.toBe(before)

    file('authentication.yaml', configuration('https://two.example', 'anonymous: {enabled: false}\n'))
    await look()
    await look()
    expect(await counted('authentication')).toEqual({ failure: 2, success: 1 })
    expect(errors.at(-1)).toBe('anonymous: Forbidden: changed from initial configuration file')
    expect(await info()).toBe(after)
  })

  it('authorities of clients, here and in what extension servers are told', async () => {
    const authorities = [
      await newCertificateAuthority('one', new Date()),
      await newCertificateAuthority('two', new Date()),
    ]
    const clients = await Promise.all(
      authorities.map(async (authority) => {
        const notBefore = new Date(Date.now() - 1000)
        const { certificate } = await newCertificate(authority, {
          commonName: 'a',
          hosts: [],
          usage: 'client',
          notBefore,
        })
        return { chain: [new X509Certificate(certificate).raw] }
      }),
    )
    const path = file('ca.crt', authorities[0]!.certificate)
    const flags = flagsOf(`--client-ca-file=${path}`)
    const authority = await own()
    const { authenticators } = await authenticationOptions(
      flags,
      { authority, serviceAccountKey: 'key' },
      surroundings(),
    )
    const published = clusterAuthenticationInfo(flags, authority, reloads)
    const authenticator = authenticators!.at(-1) as Authenticator
    // Each request as on a connection of its own.
    const known = (index: number) =>
      authenticator.authenticate({ peerCertificate: { ...clients[index]! } } as never).then(
        (found) => found?.user.name,
        () => undefined,
      )
    expect([await known(0), await known(1)]).toEqual(['a', undefined])

    file('ca.crt', authorities[1]!.certificate)
    await look()
    expect([await known(0), await known(1)]).toEqual([undefined, 'a'])
    expect(published().clientCA).toBe(authority + authorities[1]!.certificate)

    file('ca.crt', 'nothing')
    await look()
    expect([await known(0), await known(1)]).toEqual([undefined, 'a'])
    expect(errors).toEqual(['data does not contain any valid RSA or ECDSA certificates'])
  })

  it('encryption, where the flag says so', async () => {
    const configuration = (...keys: string[]): string => {
      const list = keys.map((key) => `{name: ${key}, secret: ${Buffer.alloc(32, key).toString('base64')}}`).join(', ')
      return `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n  - secretbox: {keys: [${list}]}\n`
    }
    const path = file('encryption.yaml', configuration('k1'))
    const args = ['--memory', `--encryption-provider-config=${path}`, '--encryption-provider-config-automatic-reload']
    const flags = parseFlags(flagGroups, args)
    const observer = encryptionMetrics(registry, { serverID: 'a', clock })
    const options = await storageOptions(flags, new FlagValues(flagGroups, flags), {
      dataDir: folder,
      reloads,
      observer,
      opened: new OpenResources(),
      logger: silentLogger,
    })
    reloads.start({ registry, serverID: 'apiserver-a' })
    const transformer = options.encryption!.transformerFor('', 'secrets')
    const told = async (line: string) =>
      expect(await registry.text()).toContain(`apiserver_storage_transformation_${line}`)
    const written = async () => Buffer.from(await transformer.toStorage(Buffer.from('x'), 'k')).toString('latin1')
    const old = Buffer.from(await written(), 'latin1')
    expect(old.toString('latin1')).toMatch(/^k8s:enc:secretbox:v1:k1:/)

    file('encryption.yaml', configuration('k2', 'k1'))
    await look()
    expect(await written()).toMatch(/^k8s:enc:secretbox:v1:k2:/)
    expect(Buffer.from((await transformer.fromStorage(old, 'k')).data).toString()).toBe('x')
    await told(
      'operations_total{resource="secrets",status="OK",transformation_type="from_storage",transformer_prefix="k8s:enc:secretbox:v1:"} 1',
    )
    await told('duration_seconds_count{transformation_type="to_storage",transformer_prefix="k1:"} 1')

    file('encryption.yaml', 'kind: Nonsense\n')
    await look()
    expect(await written()).toMatch(/^k8s:enc:secretbox:v1:k2:/)
    expect(await counted('encryption')).toEqual({ failure: 1, success: 1 })
    await options.kv!.close()
  })
})
