import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { GroupVersionResource } from 'apimachinery/schema'
import { systemClock } from 'apimachinery/wait'
import { describe, expect, it } from 'vitest'
import { flagGroups } from '../../src/cli/flags.js'
import { storageSettings } from '../../src/cli/options/storage-settings.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import type { StorageSettings } from '../../src/kubernetes/storage-settings.js'
import { Encryption } from '../../src/storage/encryption/encryption.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { startInProcess } from './in-process.js'

const settings = (...args: string[]): StorageSettings =>
  storageSettings(new FlagValues(flagGroups, parseFlags(flagGroups, args)))

/** The store of a server outlives it. */
function lasting(): MemoryKV {
  const kv = new MemoryKV({ clock: systemClock })
  kv.close = async () => {}
  return kv
}

async function keysOf(kv: MemoryKV): Promise<string[]> {
  const { kvs } = await kv.range({ key: '/', prefix: true })
  return kvs.map(({ key }) => key)
}

const widget = { apiVersion: 'example.com/v1', kind: 'Widget' }
const widgetResource = new GroupVersionResource('example.com', 'v1', 'widgets')
const schema = { openAPIV3Schema: { type: 'object' } }
const widgets = new CustomResourceDefinition({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema }],
  },
})

describe('how objects are kept', () => {
  it('below a prefix of its own, all of them', async () => {
    const kv = lasting()
    const { server, client } = await startInProcess({ groups: [], kv, storage: settings('--etcd-prefix=elsewhere/') })
    await client.create(new ConfigMap({ metadata: { name: 'a', namespace: 'default' } }))
    const keys = await keysOf(kv)
    expect(keys).toContain('/elsewhere/configmaps/default/a')
    expect(keys.filter((key) => !key.startsWith('/elsewhere/'))).toEqual([])
    await server.stop()
  })

  it.each([
    ['application/json', '{"kind":"ConfigMap"'],
    ['application/yaml', 'apiVersion: v1'],
    ['application/vnd.kubernetes.protobuf', 'k8s\0'],
  ])('as %s, and read whatever they were stored as', async (mediaType, start) => {
    const kv = lasting()
    const first = await startInProcess({ groups: [], kv, storage: settings(`--storage-media-type=${mediaType}`) })
    await first.client.create(new ConfigMap({ metadata: { name: 'a', namespace: 'default' }, data: { k: 'v' } }))
    await first.server.stop()
    const { kvs } = await kv.range({ key: '/registry/configmaps/default/a' })
    expect(Buffer.from(kvs[0]!.value).toString('latin1')).toMatch(new RegExp(`^${start}`))
    for (const other of ['application/json', 'application/vnd.kubernetes.protobuf']) {
      const next = await startInProcess({ groups: [], kv, storage: settings(`--storage-media-type=${other}`) })
      expect((await next.client.get(ConfigMap, { namespace: 'default', name: 'a' })).data).toEqual({ k: 'v' })
      await next.server.stop()
    }
  })

  it('for custom resources as for built-in ones: what a deletion waits for, and what cannot be decoded', async () => {
    const kv = lasting()
    const storage = settings('--enable-garbage-collector=false', '--watch-cache=false')
    const { server, client } = await startInProcess({ kv, storage })
    await client.create(widgets)
    const read = (name: string) => client.resource(widgetResource).namespace('default').get(name)
    const object = (name: string) => ({ ...widget, metadata: { name, namespace: 'default' } }) as never
    const created = () =>
      client.create(object('a')).then(
        () => true,
        () => false,
      )
    await expect.poll(created, { timeout: 20_000 }).toBe(true)
    // Without a garbage collector nobody would take the finalizer of a foreground deletion away.
    await client.delete(object('a'), { propagationPolicy: 'Foreground' })
    await expect(read('a')).rejects.toMatchObject({ status: { reason: 'NotFound' } })
    const key = '/registry/example.com/widgets/default/b'
    await kv.txn({ compare: [], success: [{ type: 'put', key, value: Buffer.from('{') }] })
    await expect(read('b')).rejects.toThrow()
    expect(await server.generic.metrics.registry.text()).toContain(
      'apiserver_storage_decode_errors_total{group="example.com",resource="widgets"} 1',
    )
    await server.stop()
  })

  it.each([['--watch-cache=false'], ['--watch-cache-sizes=configmaps#0,events#100']])(
    'without a watch cache: %s',
    async (flag) => {
      const { server, client } = await startInProcess({ groups: [], storage: settings(flag) })
      const configMaps = client.resource(ConfigMap).namespace('default')
      const stop = new AbortController()
      const seen: string[] = []
      const watching = (async () => {
        for await (const event of configMaps.watch({ signal: stop.signal })) {
          if ('object' in event) seen.push(`${event.type} ${(event.object as ConfigMap).metadata?.name}`)
        }
      })().catch(() => undefined)
      for (const name of ['a', 'b', 'c']) await configMaps.create(new ConfigMap({ metadata: { name } }))
      const page = await configMaps.list({ limit: 2 })
      expect([page.items.length, page.metadata?.remainingItemCount]).toEqual([2, 1])
      await configMaps.delete('a')
      await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'DELETED a'])
      stop.abort()
      await watching
      const text = await server.generic.metrics.registry.text()
      expect(text).not.toMatch(/watch_cache_initializations_total\{group="",resource="configmaps"\}/)
      expect(text.includes('watch_cache_initializations_total{group="",resource="namespaces"}')).toBe(
        flag !== '--watch-cache=false',
      )
      await server.stop()
    },
  )

  it('without garbage collection there is no wait for it', async () => {
    const { server, client } = await startInProcess({
      groups: [],
      storage: settings('--enable-garbage-collector=false'),
    })
    const configMaps = client.resource(ConfigMap).namespace('default')
    await configMaps.create(new ConfigMap({ metadata: { name: 'a' } }))
    await configMaps.delete('a', { propagationPolicy: 'Foreground' })
    await expect(configMaps.get('a')).rejects.toThrow('not found')
    await server.stop()
  })

  it('encrypted below the prefix, as kube-apiserver would', async () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const encryption = await Encryption.load(
      `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n  - aesgcm: {keys: [{name: k, secret: ${key}}]}\n`,
    )
    const kv = lasting()
    const { server, client } = await startInProcess({
      groups: [],
      kv,
      encryption,
      storage: settings('--etcd-prefix=/other'),
    })
    await client.create(new Secret({ metadata: { name: 'a', namespace: 'default' } }))
    const [stored] = (await kv.range({ key: '/other/secrets/default/a' })).kvs
    const transformer = encryption.transformerFor('', 'secrets')
    expect((await transformer.fromStorage(stored!.value, '/other/secrets/default/a')).data.length).toBeGreaterThan(0)
    await expect(async () => transformer.fromStorage(stored!.value, '/registry/secrets/default/a')).rejects.toThrow()
    await server.stop()
  })
})

// Facts of TestEtcdOptionsValidate and TestParseWatchCacheSizes of k8s.io/apiserver/pkg/server/options.
it.each([
  [
    '--storage-backend=etcd4',
    "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
  ],
  [
    '--storage-media-type=text/plain',
    '--storage-media-type "text/plain" invalid, allowed values: application/json, application/vnd.kubernetes.protobuf, application/yaml',
  ],
  ['--watch-cache-sizes=pods', 'invalid value of watch cache size: pods'],
  ['--watch-cache-sizes=pods#x', 'invalid size of watch cache size: pods#x'],
  ['--watch-cache-sizes=pods#-1', 'watch cache size cannot be negative: pods#-1'],
])('%s is refused', (flag, message) => {
  expect(() => settings(flag)).toThrow(message)
})
