import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'

const folder = fileURLToPath(new URL('../../../../shared/capture/etcd/', import.meta.url))

/** What kube-apiserver had in its etcd: keys and values. */
function stored(): Map<string, Uint8Array> {
  const values = new Map<string, Uint8Array>()
  const text = readFileSync(`${folder}values.txt`, 'utf8')
  for (const [, key, file] of text.matchAll(/^== (\S+): .* \((value-\S+\.bin)\)$/gm)) {
    values.set(key!, readFileSync(folder + file!))
  }
  return values
}

/** Where an object is served that has this key. */
const paths: readonly (readonly [RegExp, string])[] = [
  [/^\/registry\/(namespaces|priorityclasses)\/([^/]+)$/, '/api/v1/$1/$2'],
  [/^\/registry\/minions\/([^/]+)$/, '/api/v1/nodes/$1'],
  [/^\/registry\/services\/specs\/(.+)\/(.+)$/, '/api/v1/namespaces/$1/services/$2'],
  [/^\/registry\/services\/endpoints\/(.+)\/(.+)$/, '/api/v1/namespaces/$1/endpoints/$2'],
  [/^\/registry\/(configmaps|pods|secrets|events)\/(.+)\/(.+)$/, '/api/v1/namespaces/$2/$1/$3'],
  [/^\/registry\/(deployments)\/(.+)\/(.+)$/, '/apis/apps/v1/namespaces/$2/$1/$3'],
  [/^\/registry\/(endpointslices)\/(.+)\/(.+)$/, '/apis/discovery.k8s.io/v1/namespaces/$2/$1/$3'],
  [/^\/registry\/(leases)\/(.+)\/(.+)$/, '/apis/coordination.k8s.io/v1/namespaces/$2/$1/$3'],
  [/^\/registry\/(clusterroles)\/(.+)$/, '/apis/rbac.authorization.k8s.io/v1/$1/$2'],
  [/^\/registry\/(flowschemas|prioritylevelconfigurations)\/(.+)$/, '/apis/flowcontrol.apiserver.k8s.io/v1/$1/$2'],
  [/^\/registry\/(ipaddresses|servicecidrs)\/(.+)$/, '/apis/networking.k8s.io/v1/$1/$2'],
  [/^\/registry\/apiregistration.k8s.io\/(apiservices)\/(.+)$/, '/apis/apiregistration.k8s.io/v1/$1/$2'],
]

function pathOf(key: string): string | undefined {
  const found = paths.find(([pattern]) => pattern.test(key))
  return found && key.replace(...(found as [RegExp, string]))
}

// The records of a real server are outside of the repository.
describe.skipIf(!existsSync(folder))('an etcd that kube-apiserver wrote', () => {
  const before = existsSync(folder) ? stored() : new Map<string, Uint8Array>()
  const served = [...before.keys()].filter((key) => pathOf(key) !== undefined)
  let kv: MemoryKV
  let server: APIServer

  beforeAll(async () => {
    kv = new MemoryKV()
    for (const [key, value] of before)
      await kv.txn({ compare: [], success: [{ type: 'put', key, value }], failure: [] })
    server = await APIServer.start({
      kv,
      release: '1.36',
      services: { clusterIPRanges: ['10.96.0.0/16'] },
      bootstrap: { hostname: 'vm', advertise: { address: '192.0.2.10', port: 17_443 } },
    })
    await server.ready()
    // The namespace of some objects was not recorded.
    await ask('/api/v1/namespaces', 'POST', JSON.stringify({ metadata: { name: 'crud' } }))
  })
  afterAll(() => server.stop())

  const ask = async (path: string, method = 'GET', body?: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/json' }
    const request = new Request(`https://localhost${path}`, { method, headers, ...(body !== undefined && { body }) })
    return (await (await server.generic.fetch(request)).json()) as Record<string, unknown>
  }

  it('has objects of many kinds', () => expect(served.length).toBeGreaterThan(14))

  it.each(served)('%s is served, and stays as it is', async (key) => {
    const path = pathOf(key) ?? ''
    const object = await ask(path)
    expect(object).toMatchObject({ metadata: { name: decodeURIComponent(path.split('/').at(-1) ?? '') } })
    const { kvs } = await kv.range({ key })
    expect(Buffer.from(kvs[0]!.value).equals(before.get(key)!)).toBe(true)
    // Writing back what was read changes nothing in the store.
    const written = await ask(path, 'PUT', JSON.stringify(object))
    expect((written.metadata as { resourceVersion: string }).resourceVersion).toBe(
      (object.metadata as { resourceVersion: string }).resourceVersion,
    )
  })

  it('keeps the ports of nodes that were taken', async () => {
    const key = '/registry/ranges/servicenodeports'
    const { kvs } = await kv.range({ key })
    expect(Buffer.from(kvs[0]!.value).equals(before.get(key)!)).toBe(true)
    const service = (nodePort: number) =>
      JSON.stringify({
        metadata: { name: `node-port-${nodePort}` },
        spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] },
      })
    const create = (port: number) => ask('/api/v1/namespaces/crud/services', 'POST', service(port))
    expect(await create(32_726)).toMatchObject({
      code: 422,
      message: expect.stringMatching(/provided port is already allocated$/),
    })
    expect(await create(32_727)).toMatchObject({ spec: { ports: [{ nodePort: 32_727 }] } })
    const after = await kv.range({ key })
    // The bit of the new port is the highest but one.
    expect(Buffer.from(after.kvs[0]!.value).indexOf(Uint8Array.of(0xc0, 0, 0))).toBeGreaterThan(0)
  })

  it('gets the keys of a real one at the start', async () => {
    const recorded = readFileSync(`${folder}keys-after-start.txt`, 'utf8').split('\n')
    // No request is proxied to a peer: nothing is stored for them.
    const known = /^\/registry\/peerserverleases\//
    const stable = (keys: readonly string[]): string[] =>
      keys
        .map((key) => key.trim().replace(/(\/leases\/kube-system\/apiserver-).*/, '$1'))
        .filter((key) => key !== '' && !known.test(key))
        .sort()
    const fresh = new MemoryKV()
    const started = await APIServer.start({
      kv: fresh,
      release: '1.36',
      services: { clusterIPRanges: ['10.96.0.0/16'] },
      bootstrap: { hostname: 'vm', advertise: { address: '192.0.2.10', port: 17_443 } },
    })
    await started.ready()
    const { kvs } = await fresh.range({ key: '/registry/', prefix: true, keysOnly: true })
    await started.stop()
    expect(stable(kvs.map(({ key }) => key))).toEqual(stable(recorded))
  })
})
