import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { afterEach, describe, expect, it } from 'vitest'
import { APIServer } from '../../../../src/kubernetes/api-server.js'
import { Compactor } from '../../../../src/storage/compactor.js'
import { EtcdServer, hasEtcd } from './etcd-server.js'
import { FakeEtcd } from './fake-etcd.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const put = (kv: EtcdKV, key: string) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: Buffer.from('x') }] })

async function realEtcd(): Promise<{ readonly etcd: EtcdServer; readonly kv: EtcdKV }> {
  const etcd = await EtcdServer.start()
  ends.push(() => etcd.stop())
  const kv = await EtcdKV.open(etcd.connection)
  ends.push(() => kv.close())
  return { etcd, kv }
}

describe.runIf(hasEtcd)('etcd that was restored from a copy', { timeout: 60_000 }, () => {
  it('ends a watch that has shown what is not there any more', async () => {
    const { etcd, kv } = await realEtcd()
    await put(kv, '/a')
    const restore = await etcd.copy()
    await put(kv, '/b').catch(() => put(kv, '/b'))
    const seen: string[] = []
    const watch = kv.watch({ key: '/', prefix: true, fromRevision: 2 })
    const ended = (async () => {
      for await (const { events } of watch) seen.push(...events.map((event) => event.kv.key))
    })().catch((error: unknown) => error)
    await expect.poll(() => seen).toContain('/b')
    await restore()
    expect(await ended).toMatchObject({
      code: 'Restored',
      message: expect.stringMatching(/went back from \d+ to \d+/),
    })
  })

  it('leaves a watch alone that is not behind', async () => {
    const { etcd, kv } = await realEtcd()
    await put(kv, '/a')
    const watch = kv.watch({ key: '/', prefix: true })
    await watch.started
    const restore = await etcd.copy()
    await restore()
    await expect
      .poll(() =>
        put(kv, '/b').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    for await (const { events } of watch) {
      expect(events.map((event) => event.kv.key)).toContain('/b')
      break
    }
  })

  it('is shown by the server as it is: no phantoms, no missed writes, and clients begin anew', async () => {
    const { etcd, kv } = await realEtcd()
    const server = await APIServer.start({ kv, authorizationModes: ['AlwaysAllow'] })
    ends.push(() => server.stop())
    await server.ready()
    const ask = async (path: string, method = 'GET', body?: object) => {
      const headers = { authorization: `Bearer ${server.loopbackToken}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return server.generic.fetch(new Request(`https://localhost${path}`, init))
    }
    const path = '/api/v1/namespaces/default/configmaps'
    const create = async (name: string) => (await ask(path, 'POST', { metadata: { name } })).status
    const names = async (query: string): Promise<string[]> => {
      const { items = [] } = (await (await ask(`${path}?${query}`)).json()) as {
        items?: { metadata: { name: string } }[]
      }
      return items.map(({ metadata }) => metadata.name)
    }
    expect(await create('kept')).toBe(201)
    const restore = await etcd.copy()
    await expect.poll(() => create('phantom'), { timeout: 20_000 }).not.toBe(500)
    // The etcd that begins again for the copy may fail some requests, of which some were carried out.
    for (let count = 0; count < 5; count++) {
      await expect
        .poll(() => create(`phantom-${count}`), { timeout: 20_000 })
        .toSatisfy((code) => [201, 409].includes(code))
    }
    await expect.poll(() => names('resourceVersion=0'), { timeout: 20_000 }).toContain('phantom-4')
    const list = (await (await ask(path)).json()) as { metadata: { resourceVersion: string } }
    const { resourceVersion } = list.metadata
    const watch = await ask(`${path}?watch=true&resourceVersion=${resourceVersion}`)
    await restore()
    // What the watch ends with: the client lists again.
    expect(await watch.text()).toMatch(/"code":410/)
    // Empty while the cache is read anew.
    await expect.poll(() => names('resourceVersion=0'), { timeout: 20_000 }).toContain('kept')
    expect((await names('resourceVersion=0')).filter((name) => name.startsWith('phantom-'))).toEqual([])
    const again = await ask(`${path}?watch=true&resourceVersion=${resourceVersion}&timeoutSeconds=1`)
    expect(await again.text()).toMatch(/"code":410/)
    expect(await create('after')).toBe(201)
    await expect.poll(() => names('resourceVersion=0')).toContain('after')
    expect(await names('')).not.toContain('phantom-0')
  })

  it('is not compacted to where it has not been', async () => {
    const { etcd, kv } = await realEtcd()
    for (let count = 0; count < 3; count++) await put(kv, `/${count}`)
    const restore = await etcd.copy()
    const errors: unknown[] = []
    const compactor = new Compactor({ kv, interval: 1e9, onError: (error) => errors.push(error) })
    ends.push(() => compactor.close())
    await expect
      .poll(() =>
        put(kv, '/more').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    for (let count = 0; count < 20; count++) await put(kv, `/more/${count}`)
    await compactor.turn()
    await compactor.turn()
    const compacted = compactor.compactRevision
    expect(compacted).toBeGreaterThan(20)
    await restore()
    await expect
      .poll(() =>
        put(kv, '/other').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await expect.poll(() => compactor.compactRevision, { timeout: 20_000 }).toBeLessThan(compacted)
    await compactor.turn()
    await compactor.turn()
    await compactor.turn()
    expect(compactor.compactRevision).toBeLessThanOrEqual((await kv.status()).revision)
  })
})

describe('a member of etcd that is behind the others', () => {
  it('is no reason to begin anew', async () => {
    const etcd = await FakeEtcd.start('3.5.13')
    ends.push(() => etcd.stop())
    etcd.revision = 60
    const kv = await EtcdKV.open({ endpoints: [etcd.endpoint] })
    ends.push(() => kv.close())
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 51, known: true })
    const served = await etcd.watch()
    served.created(40)
    await watch.started
    served.puts([55])
    for await (const { events } of watch) {
      expect(events.length).toBe(1)
      break
    }
    await expect.poll(() => etcd.ranges).toBe(1)
  })
})
