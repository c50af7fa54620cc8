import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from 'apimachinery/wait'
import { afterAll, describe, expect, it } from 'vitest'
import { flagGroups } from '../../src/cli/flags.js'
import { storageOptions } from '../../src/cli/options/storage-options.js'
import { parseFlags } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'
import { Reloads } from '../../src/flags/reloads.js'
import { OpenResources } from '../../src/internal/open-resources.js'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { newestVersion } from '../../src/request/version-info.js'
import { silentLogger } from '../../src/server/logger.js'
import { ServerMetrics } from '../../src/server/server-metrics.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'

const folder = mkdtempSync(join(tmpdir(), 'storage-options-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function optionsOf(...args: string[]) {
  const flags = parseFlags(flagGroups, args)
  return storageOptions(flags, new FlagValues(flagGroups, flags), {
    dataDir: folder,
    reloads: new Reloads(systemClock, () => {}),
    observer: new ServerMetrics({ version: newestVersion }).encryption,
    opened: new OpenResources(),
    logger: silentLogger,
  })
}

describe('the storage flags', () => {
  it('encrypt what the file names, and nothing else', async () => {
    const file = join(folder, 'encryption.yaml')
    const secret = Buffer.alloc(32, 7).toString('base64')
    writeFileSync(
      file,
      `apiVersion: apiserver.config.k8s.io/v1\nkind: EncryptionConfiguration\nresources:\n- resources: [secrets]\n  providers:\n  - secretbox: {keys: [{name: k1, secret: ${secret}}]}\n  - identity: {}\n`,
    )
    const options = await optionsOf('--memory', `--encryption-provider-config=${file}`)
    expect(options.compactionInterval).toBeUndefined()
    const server = await APIServer.start(options)
    const post = async (resource: string, kind: string) => {
      const response = await server.generic.handleInProcess({
        method: 'POST',
        path: `/api/v1/namespaces/default/${resource}`,
        headers: { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify({ apiVersion: 'v1', kind, metadata: { name: 'a' } })),
      })
      expect(response.status).toBe(201)
    }
    await server.ready()
    await post('secrets', 'Secret')
    await post('configmaps', 'ConfigMap')
    const stored = async (key: string) => {
      const { kvs } = await options.kv!.range({ key: `/registry/${key}` })
      return Buffer.from(kvs[0]!.value).toString('latin1')
    }
    expect(await stored('secrets/default/a')).toMatch(/^k8s:enc:secretbox:v1:k1:/)
    expect(await stored('configmaps/default/a')).toMatch(/^k8s\0/)
    await server.stop()
  })

  it('refuse a file that upstream refuses', async () => {
    const file = join(folder, 'bad.yaml')
    writeFileSync(file, 'kind: EncryptionConfiguration\napiVersion: apiserver.config.k8s.io/v1\nresources: []\n')
    await expect(optionsOf('--memory', `--encryption-provider-config=${file}`)).rejects.toThrow()
  })

  it.runIf(hasEtcd)('compact an etcd, and no other store', async () => {
    const etcd = await EtcdServer.start()
    try {
      const byDefault = await optionsOf(`--etcd-servers=${etcd.endpoint}`)
      expect(byDefault.compactionInterval).toBe(300_000)
      await byDefault.kv?.close()
      const server = await APIServer.start(
        await optionsOf(`--etcd-servers=${etcd.endpoint}`, '--etcd-compaction-interval=500ms'),
      )
      await server.ready()
      const other = await optionsOf(`--etcd-servers=${etcd.endpoint}`)
      await expect
        .poll(async () => (await other.kv!.range({ key: 'compact_rev_key' })).kvs[0]?.version ?? 0, { timeout: 30_000 })
        .toBeGreaterThan(2)
      await expect(other.kv!.range({ key: '/', revision: 1 })).rejects.toMatchObject({ code: 'Compacted' })
      await other.kv?.close()
      await server.stop()
    } finally {
      await etcd.stop()
    }
  })
})
