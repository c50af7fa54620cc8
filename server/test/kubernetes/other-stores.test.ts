import { ConfigMap, Event } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { parseStorageOverrides } from '../../src/cli/options/storage-overrides.js'
import type { APIServer } from '../../src/kubernetes/api-server.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { startInProcess } from './in-process.js'

// Facts of TestEtcdOptionsValidate of k8s.io/apiserver/pkg/server/options.
describe('--etcd-servers-overrides', () => {
  it('names a resource and its servers', () => {
    expect(parseStorageOverrides(['/events#http://a:1;http://b:2', 'apps/deployments#c'])).toEqual([
      { group: '', resource: 'events', servers: ['http://a:1', 'http://b:2'] },
      { group: 'apps', resource: 'deployments', servers: ['c'] },
    ])
  })

  it.each(['/events/http://127.0.0.1:4002', 'events#a', '/events#', '/events#a;', 'a/b/c#d', '/events#a#b'])(
    'refuses %s',
    (override) => {
      expect(() => parseStorageOverrides([override])).toThrow(
        '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated',
      )
    },
  )
})

describe('a store of single resources', () => {
  it('has their objects, and health checks of its own', async () => {
    const [kv, other] = [new MemoryKV(), new MemoryKV()]
    const otherStores = [{ kv: other, resources: [{ group: '', resource: 'events' }] }]
    const { server, client } = await startInProcess({ kv, otherStores })
    try {
      await client.create(new ConfigMap({ metadata: { name: 'a', namespace: 'default' } }))
      const involvedObject = { kind: 'ConfigMap', name: 'a', namespace: 'default' }
      await client.create(new Event({ metadata: { name: 'e', namespace: 'default' }, involvedObject }))
      expect(await keysOf(other)).toEqual(['/registry/events/default/e'])
      expect(await keysOf(kv)).not.toContain('/registry/events/default/e')
      expect(await keysOf(kv)).toContain('/registry/configmaps/default/a')
      const { items } = await client.resource(Event).namespace('default').list()
      expect(items.map(({ metadata }) => metadata?.name)).toEqual(['e'])
      const ready = await server.generic.fetch(new Request('https://localhost/readyz?verbose', loopback(server)))
      const text = await ready.text()
      for (const name of ['etcd ok', 'etcd-override-0 ok', 'etcd-override-readiness-0 ok']) expect(text).toContain(name)
    } finally {
      await server.stop()
    }
    await expect(other.status()).rejects.toThrow()
  })
})

function loopback(server: APIServer): RequestInit {
  return { headers: { authorization: `Bearer ${server.loopbackToken}` } }
}

async function keysOf(kv: MemoryKV): Promise<string[]> {
  const { kvs } = await kv.range({ key: '/registry/', prefix: true, keysOnly: true })
  return kvs.map(({ key }) => key)
}
