import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Endpoints } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectIdentityLeases, identityOf } from '../../src/kubernetes/bootstrap/identity-lease.js'
import { MasterLeases } from '../../src/kubernetes/bootstrap/master-leases.js'
import { repeat } from '../../src/kubernetes/bootstrap/repeat.js'
import { writeServerEndpoints } from '../../src/kubernetes/bootstrap/server-endpoints.js'
import { newBuiltInScheme } from '../../src/kubernetes/built-in-scheme.js'
import { Storages } from '../../src/registry/storages.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { type InProcess, startInProcess } from './in-process.js'

const captured = (name: string): string =>
  fileURLToPath(new URL(`../../../../shared/capture/bootstrap/${name}.txt`, import.meta.url))

/** What differs from start to start. */
const changing = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'time',
  'renewTime',
  'lastTransitionTime',
  'holderIdentity',
]

function stable(text: string): unknown {
  return JSON.parse(text, (key, value) => (changing.includes(key) ? undefined : value))
}

// The recorded responses of a real server are outside of the repository.
describe.skipIf(!existsSync(captured('services')))('a new cluster', () => {
  let running: InProcess

  beforeAll(async () => {
    running = await startInProcess({
      // That of the recorded answers.
      release: '1.36',
      services: { clusterIPRanges: ['10.96.0.0/16'] },
      bootstrap: { hostname: 'vm', advertise: { address: '192.0.2.10', port: 17_443 } },
    })
  })
  afterAll(() => running.server.stop())

  const recorded = (name: string): string =>
    readFileSync(fileURLToPath(new URL(`../../../../shared/capture/discovery/${name}.txt`, import.meta.url)), 'utf8')
  const ask = async (path: string): Promise<string> => {
    const headers = { authorization: `Bearer ${running.server.loopbackToken}` }
    return (await running.server.generic.fetch(new Request(`https://localhost${path}`, { headers }))).text()
  }

  it.each(['livez', 'readyz', 'healthz'])('has the checks of a real one: %s', async (name) => {
    expect(
      recorded(`${name}-verbose`)
        .trimEnd()
        .endsWith((await ask(`/${name}?verbose`)).trimEnd()),
    ).toBe(true)
  })

  it('names the paths of a real one', async () => {
    const { paths } = JSON.parse(recorded('root').slice(recorded('root').indexOf('\n{') + 1)) as { paths: string[] }
    const debugging = (path: string): boolean => !/^\/(debug|logs|configz|flagz|statusz|metrics)/.test(path)
    const named = JSON.parse(await ask('/')) as { paths: string[] }
    expect(named.paths.filter(debugging)).toEqual(paths.filter(debugging))
  })

  it.each([
    ['services', '/api/v1/services'],
    ['ipaddresses', '/apis/networking.k8s.io/v1/ipaddresses'],
    ['servicecidrs', '/apis/networking.k8s.io/v1/servicecidrs'],
    ['endpoints', '/api/v1/endpoints'],
    ['endpointslices', '/apis/discovery.k8s.io/v1/endpointslices'],
    ['leases', '/apis/coordination.k8s.io/v1/leases'],
    ['namespaces', '/api/v1/namespaces'],
    ['priorityclasses', '/apis/scheduling.k8s.io/v1/priorityclasses'],
  ])('has the %s of a real one', async (name, path) => {
    const headers = { authorization: `Bearer ${running.server.loopbackToken}` }
    const response = await running.server.generic.fetch(new Request(`https://localhost${path}`, { headers }))
    const text = readFileSync(captured(name), 'utf8')
    const { items } = stable(text.slice(text.indexOf('\n{') + 1)) as { items: unknown[] }
    expect((stable(await response.text()) as { items: unknown[] }).items).toEqual(items)
  })

  it('restores endpoints that are deleted', async () => {
    await running.client.resource(Endpoints).namespace('default').delete('kubernetes')
    await writeServerEndpoints(running.client, { addresses: ['192.0.2.11', '192.0.2.10'], port: 17_443 })
    const found = await running.client.get(Endpoints, { namespace: 'default', name: 'kubernetes' })
    expect(found.subsets?.[0]?.addresses).toEqual([{ ip: '192.0.2.10' }, { ip: '192.0.2.11' }])
  })

  it('removes servers that no longer renew their lease', async () => {
    const metadata = {
      name: 'apiserver-gone',
      namespace: 'kube-system',
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' },
    }
    await running.client.create(
      new Lease({ metadata, spec: { leaseDurationSeconds: 3600, renewTime: '2020-01-01T00:00:00.000000Z' } }),
    )
    await collectIdentityLeases(running.client, new Date())
    const { items } = await running.client.resource(Lease).namespace('kube-system').list()
    expect(items.map((lease) => lease.metadata?.name)).toEqual([identityOf('vm')])
  })
})

describe('the identity of a server', () => {
  it('follows from its host', () => {
    expect(identityOf('vm')).toBe('apiserver-wlv32tlttr4jl3gtroqexyxapa')
  })
})

describe('leases of servers', () => {
  it('end by themselves', async () => {
    const clock = new FakeClock(Date.UTC(2030, 0, 1))
    const scheme = newBuiltInScheme()
    const kv = new MemoryKV({ clock })
    const storages = new Storages({ kv, scheme, clock })
    const leases = new MasterLeases(
      storages.openInternal({ path: 'masterleases', resource: 'apiServerIPInfo', type: Endpoints }),
    )
    await leases.renew('192.0.2.1')
    await leases.renew('192.0.2.2')
    expect(await leases.list()).toEqual(['192.0.2.1', '192.0.2.2'])
    clock.step(10_000)
    await leases.renew('192.0.2.2')
    clock.step(10_000)
    await expect.poll(() => leases.list()).toEqual(['192.0.2.2'])
    await leases.remove('192.0.2.2')
    expect(await leases.list()).toEqual([])
    await storages.close()
    await kv.close()
  })
})

describe('repeated operations', () => {
  it('is retried until it succeeds, or until it is ended', async () => {
    const clock = new FakeClock(0)
    const end = new AbortController()
    const errors: unknown[] = []
    let runs = 0
    const run = async (): Promise<void> => {
      runs++
      if (runs === 1 || runs === 3) throw new Error('not yet')
    }
    const first = repeat({ clock, signal: end.signal, every: 1000, run, onError: (error) => errors.push(error) })
    await expect.poll(() => runs).toBe(1)
    clock.step(20)
    await first
    expect(runs).toBe(2)
    clock.step(1000)
    await expect.poll(() => errors.length).toBe(1)
    clock.step(1000)
    await expect.poll(() => runs).toBe(4)
    end.abort()
    clock.step(10_000)
    expect(runs).toBe(4)
  })
})
