import { MemoryKV } from '@apimachinery/server/storage/kv'
import type { APIVersions } from 'apimachinery/meta/v1'
import { afterEach, describe, expect, it } from 'vitest'
import { servingHosts } from '../../src/cli/cluster-options.js'
import { flagGroups } from '../../src/cli/flags.js'
import { parseFlags } from '../../src/flags/flag.js'
import { APIServer, type APIServerOptions } from '../../src/kubernetes/api-server.js'
import { identityOf } from '../../src/kubernetes/bootstrap/identity-lease.js'
import type { Logger } from '../../src/server/logger.js'

let servers: APIServer[] = []
afterEach(async () => {
  for (const server of servers) await server.stop()
  servers = []
})

async function started(options: APIServerOptions): Promise<APIServer> {
  const server = await APIServer.start(options)
  servers.push(server)
  return server
}

async function get(server: APIServer, path: string, headers: Record<string, string> = {}) {
  const own = { authorization: `Bearer ${server.loopbackToken}`, accept: 'application/json', ...headers }
  const response = await server.generic.fetch(new Request(`https://localhost${path}`, { headers: own }))
  return { status: response.status, text: await response.text() }
}

/** What is logged above the level of debugging. */
function recorder(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = []
  const log = (facts: object, message: string): void => {
    lines.push(`${message} ${Object.values(facts).map(String).join(' ')}`)
  }
  return { logger: { debug() {}, info: log, warn: log, error: log, isLevelEnabled: () => true }, lines }
}

describe('a start', () => {
  it('over a store that is filled reads what is there in lists, and writes none of it again', async () => {
    const kv = new MemoryKV()
    const first = await started({ kv, authorizationModes: ['RBAC'] })
    await first.ready()
    const requests: string[] = []
    const counting: APIServerOptions['outerFilters'] = [
      (next) => (request, response) => {
        requests.push(`${request.method} ${request.path}`)
        return next(request, response)
      },
    ]
    const second = await started({ kv: kv.fork(), authorizationModes: ['RBAC'], outerFilters: counting })
    await second.ready()
    // The conditions of flow schemas are another controller's.
    const bootstrap = requests.filter((each) => !each.endsWith('/status'))
    const of = (resource: string): string[] => bootstrap.filter((each) => each.split('/').includes(resource))
    for (const [resource, count] of Object.entries({
      clusterroles: 1,
      clusterrolebindings: 1,
      roles: 2,
      rolebindings: 2,
      flowschemas: 1,
      prioritylevelconfigurations: 1,
      priorityclasses: 1,
    })) {
      const found = of(resource)
      expect(
        found.filter((each) => !each.startsWith('GET ')),
        resource,
      ).toEqual([])
      expect(found.length, found.join()).toBe(count)
    }
    expect(of('namespaces').filter((each) => each === 'POST /api/v1/namespaces')).toEqual([])
    expect(bootstrap.length, bootstrap.join('\n')).toBeLessThan(45)
  })

  it('logs nothing that is no error, however early its health is asked for', async () => {
    const { logger, lines } = recorder()
    const server = await started({ logger, authorizationModes: ['RBAC', 'Node'] })
    const early = await get(server, '/readyz')
    await server.ready()
    expect(early.status).toBe(500)
    expect((await get(server, '/readyz')).status).toBe(200)
    expect(lines).toEqual([])
  })

  it('logs checks that fail later', async () => {
    const kv = new MemoryKV()
    const { logger, lines } = recorder()
    const server = await started({ logger, kv })
    await server.ready()
    kv.status = async () => {
      throw new Error('away')
    }
    expect((await get(server, '/readyz')).status).toBe(500)
    expect(lines.filter((line) => line.startsWith('check failed etcd'))).not.toEqual([])
  })

  it.each(['127.0.0.1', '::1', '169.254.1.1'])(
    'is ready with %s as its address, which endpoints must not have',
    async (address) => {
      const { logger, lines } = recorder()
      const server = await started({ logger, bootstrap: { advertise: { address, port: 6443 } } })
      await server.ready()
      expect((await get(server, '/readyz')).status).toBe(200)
      expect((await get(server, '/api/v1/namespaces/default/services/kubernetes')).status).toBe(200)
      expect(lines.filter((line) => line.includes('bootstrap-controller') && line.includes(address))).not.toEqual([])
    },
  )

  it('that is given up before it listens ends its hooks', async () => {
    const server = await APIServer.start({
      bootstrap: { advertise: { address: '192.0.2.1', port: new Promise<number>(() => undefined) } },
    })
    await server.stop({ delay: false })
    await server.ready()
  })
})

describe('discovery', () => {
  const addresses = async (server: APIServer, client: string) => {
    const { text } = await get(server, '/api', { 'x-forwarded-for': client })
    return (JSON.parse(text) as APIVersions).serverAddressByClientCIDRs
  }

  it('tells clients with addresses of services how to reach the server in the cluster', async () => {
    const server = await started({
      services: { clusterIPRanges: ['10.96.0.0/16'] },
      externalAddress: '192.0.2.1:6443',
    })
    const everybody = { clientCIDR: '0.0.0.0/0', serverAddress: '192.0.2.1:6443' }
    expect(await addresses(server, '192.0.2.7')).toEqual([everybody])
    const inside = { clientCIDR: '10.96.0.0/16', serverAddress: '10.96.0.1:443' }
    expect(await addresses(server, '10.96.3.4')).toEqual([everybody, inside])
    expect(await addresses(server, '::ffff:10.96.3.4')).toEqual([everybody, inside])
  })

  it('does so for IPv6', async () => {
    const server = await started({ services: { clusterIPRanges: ['fd00:10::/112'] } })
    expect(await addresses(server, 'fd00:10::9')).toContainEqual({
      clientCIDR: 'fd00:10::/112',
      serverAddress: '[fd00:10::1]:443',
    })
    expect(await addresses(server, '10.96.3.4')).toEqual([{ clientCIDR: '0.0.0.0/0', serverAddress: 'localhost' }])
  })
})

describe('the certificate that the server makes', () => {
  const hostsOf = (...args: string[]): readonly string[] => servingHosts(parseFlags(flagGroups, args), '127.0.0.1')

  it('is for the address that is advertised, and for the service', () => {
    const hosts = hostsOf('--advertise-address=192.0.2.4', '--service-cluster-ip-range=10.96.0.0/16,fd00::/112')
    expect(hosts).toEqual([
      'localhost',
      '127.0.0.1',
      'kubernetes',
      'kubernetes.default',
      'kubernetes.default.svc',
      '10.96.0.1',
      '192.0.2.4',
    ])
  })

  it('is for the first address of the default range', () => {
    expect(hostsOf('--advertise-address=127.0.0.1')).toContain('10.0.0.1')
  })

  it('is for IPv6', () => {
    expect(hostsOf('--advertise-address=2001:db8::5', '--service-cluster-ip-range=fd00::/112')).toEqual(
      expect.arrayContaining(['fd00::1', '2001:db8::5']),
    )
  })
})

describe('storage versions', () => {
  const gate = {
    featureGates: { StorageVersionAPI: true },
    runtimeConfig: { 'internal.apiserver.k8s.io/v1alpha1': true },
    bootstrap: { hostname: 'vm' },
  }
  type Version = {
    status: {
      commonEncodingVersion?: string
      storageVersions: {
        apiServerID: string
        encodingVersion: string
        decodableVersions: string[]
        servedVersions: string[]
      }[]
      conditions: { type: string; status: string; reason: string; lastTransitionTime: string }[]
    }
  }
  const versionsOf = async (server: APIServer, name: string): Promise<Version> =>
    JSON.parse((await get(server, `/apis/internal.apiserver.k8s.io/v1alpha1/storageversions/${name}`)).text)

  it('of built-in resources are written with their gate, by the name of the identity lease', async () => {
    const server = await started(gate)
    await server.ready()
    expect((await get(server, '/readyz')).status).toBe(200)
    const serverID = identityOf('vm')
    const { status } = await versionsOf(server, 'apps.deployments')
    expect(status.commonEncodingVersion).toBe('apps/v1')
    expect(status.storageVersions).toEqual([
      {
        apiServerID: serverID,
        encodingVersion: 'apps/v1',
        decodableVersions: expect.arrayContaining(['apps/v1']),
        servedVersions: ['apps/v1'],
      },
    ])
    expect(status.conditions).toMatchObject([
      { type: 'AllEncodingVersionsEqual', status: 'True', reason: 'CommonEncodingVersionSet' },
    ])
    const events = await versionsOf(server, 'core.events')
    expect(events.status.storageVersions[0]!.decodableVersions).toEqual(['v1', 'events.k8s.io/v1'])
    expect(
      (await get(server, '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions/events.k8s.io.events')).status,
    ).toBe(404)
    expect(
      (
        await versionsOf(server, 'autoscaling.horizontalpodautoscalers')
      ).status.storageVersions[0]!.servedVersions.sort(),
    ).toEqual(['autoscaling/v1', 'autoscaling/v2'])
  })

  it('keep what other servers say, and are not written again', async () => {
    const kv = new MemoryKV()
    const first = await started({ ...gate, kv })
    await first.ready()
    const before = await versionsOf(first, 'core.pods')
    const writes: string[] = []
    const second = await started({
      ...gate,
      kv: kv.fork(),
      outerFilters: [
        (next) => (request, response) => {
          if (request.method !== 'GET' && request.path.includes('storageversions')) writes.push(request.path)
          return next(request, response)
        },
      ],
    })
    await second.ready()
    expect(writes).toEqual([])
    const third = await started({ ...gate, kv: kv.fork(), bootstrap: { hostname: 'other' } })
    await third.ready()
    const { storageVersions, conditions } = (await versionsOf(third, 'core.pods')).status
    expect(storageVersions.map(({ apiServerID }) => apiServerID)).toEqual([identityOf('vm'), identityOf('other')])
    expect(conditions).toEqual(before.status.conditions)
  })

  it('are not written without their gate', async () => {
    const server = await started({ ...gate, featureGates: {} })
    await server.ready()
    expect(
      (await get(server, '/apis/internal.apiserver.k8s.io/v1alpha1/storageversions/apps.deployments')).status,
    ).toBe(404)
    expect((await get(server, '/readyz?verbose')).text).not.toContain('storage-version-updater')
  })
})
