import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { KVStorage, type Storage } from '@apimachinery/server/storage'
import { Encryption } from '@apimachinery/server/storage/encryption'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { addToScheme, Secret } from 'apimachinery/api/core/v1'
import { Scheme } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersion } from 'apimachinery/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeKMS, serveKMS } from '../storage/encryption/fake-kms.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { everything } from '../storage/pods.js'

const run = promisify(execFile)
const source = fileURLToPath(new URL('go', import.meta.url))
const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))
const program = join(cache, 'server-interop')
const hasGo = spawnSync('go', ['version']).status === 0
// Building the modules of Kubernetes takes minutes.
const wanted = process.env.INTEROP === '1' && hasGo && hasEtcd
if (!wanted)
  console.warn('skipped without Go, etcd and INTEROP=1: values of kube-apiserver (npm run interop -w server)')

const prefix = '/registry/secrets/'
const key = (name: string) => `${prefix}ns/${name}`
const secretOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

const codecs = (() => {
  const scheme = new Scheme()
  addToScheme(scheme)
  return new CodecFactory(scheme)
})()
const protobuf = codecs
  .supportedMediaTypes()
  .find(({ mediaType }) => mediaType === 'application/vnd.kubernetes.protobuf')!
const encoder = codecs.encoderForVersion(protobuf.serializer, new GroupVersion('', 'v1'))
const codec = {
  decode: (data: Uint8Array) => codecs.universalDeserializer().decode(data).object as Secret,
  encode: (object: Secret) => encoder.encode(object),
}

function configuration(provider: string): string {
  return `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n  - ${provider}\n`
}

const keyed = (kind: string) => `${kind}: {keys: [{name: k1, secret: ${secretOf(7)}}]}`

describe.runIf(wanted)('the storage of k8s.io/apiserver', () => {
  let server: EtcdServer
  let kv: EtcdKV
  let folder: string
  let stopKMS: () => void
  beforeAll(async () => {
    mkdirSync(cache, { recursive: true })
    await run('go', ['build', '-o', program, '.'], { cwd: source })
    server = await EtcdServer.start()
    kv = await EtcdKV.open({ endpoints: [server.endpoint] })
    folder = mkdtempSync(join(tmpdir(), 'interop-'))
    stopKMS = await serveKMS(new FakeKMS(), `unix://${folder}/kms.sock`)
  }, 1_200_000)
  afterAll(async () => {
    await kv?.close()
    await server?.stop()
    stopKMS?.()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  const providers = {
    identity: () => 'identity: {}',
    aescbc: () => keyed('aescbc'),
    aesgcm: () => keyed('aesgcm'),
    secretbox: () => keyed('secretbox'),
    kms: () => `kms: {apiVersion: v2, name: plugin, endpoint: "unix://${folder}/kms.sock"}`,
  }

  it.each(Object.keys(providers) as (keyof typeof providers)[])(
    'and this one read what the other wrote: %s',
    async (kind) => {
      const text = configuration(providers[kind]())
      const file = join(folder, `${kind}.yaml`)
      writeFileSync(file, text)
      const encryption = await Encryption.load(text)
      expect(encryption.problems()).toEqual([])
      const storage: Storage<Secret> = new KVStorage<Secret>({
        kv,
        prefix,
        codec,
        attributes: ({ metadata }) => ({ labels: metadata?.labels ?? {}, fields: {} }),
        transformer: encryption.transformerFor('', 'secrets'),
      })
      const go = async (...args: string[]): Promise<Secret[]> => {
        const { stdout } = await run(program, [server.endpoint, file, ...args])
        return stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      }
      const plain = (secret: Secret) => JSON.parse(JSON.stringify(secret))

      const written = await go('write', kind, '5')
      const { items } = await storage.list(prefix, { predicate: everything })
      const mine = items.map(({ object }) => plain(object))
      expect(mine).toEqual(written.map((secret) => ({ ...secret, kind: 'Secret', apiVersion: 'v1' })))

      const raw = await kv.range({ key: key(`${kind}-0`) })
      const start = Buffer.from(raw.kvs[0]!.value).toString('latin1', 0, 8)
      expect(start).toBe(kind === 'identity' ? 'k8s\0\n\x0c\n\x02' : 'k8s:enc:')

      await storage.create(
        key('mine'),
        new Secret({ metadata: { name: 'mine', namespace: 'ns' }, data: { key: 'bWluZQ==' }, type: 'Opaque' }),
      )
      await storage.guaranteedUpdate(key(`${kind}-1`), {
        tryUpdate: async (current) => {
          const changed = JSON.parse(JSON.stringify(current!.object))
          return { object: new Secret({ ...changed, data: { ...changed.data, changed: 'aGVyZQ==' } }) }
        },
      })
      const seen = await go('read')
      expect(seen.map(({ metadata }) => metadata?.name)).toEqual(
        [0, 1, 2, 3, 4]
          .map((i) => `${kind}-${i}`)
          .concat('mine')
          .sort(),
      )
      expect(seen.find(({ metadata }) => metadata?.name === 'mine')?.data).toEqual({ key: 'bWluZQ==' })
      expect(seen.find(({ metadata }) => metadata?.name === `${kind}-1`)?.data).toMatchObject({ changed: 'aGVyZQ==' })

      const { revision } = await kv.range({ key: prefix })
      const watch = await storage.watch(prefix, { predicate: everything, resourceVersion: String(revision) })
      const [updated] = await go('update', 'mine')
      for await (const [event] of watch) {
        expect(event).toMatchObject({
          type: 'MODIFIED',
          stored: { revision: Number(updated?.metadata?.resourceVersion) },
        })
        if (event?.type === 'MODIFIED')
          expect(event.stored.object.data).toEqual({ key: 'bWluZQ==', changed: 'YnkgZ28=' })
        break
      }
      for (const { key: name } of (await storage.list(prefix, { predicate: everything })).items)
        await storage.delete(name)
      expect(await go('read')).toEqual([])
      encryption.close()
    },
  )
})
