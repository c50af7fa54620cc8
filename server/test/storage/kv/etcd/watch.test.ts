import type { KVWatch } from '@apimachinery/server/storage/kv'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { status } from '@grpc/grpc-js'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeEtcd } from './fake-etcd.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(version: string, ...more: string[]) {
  return startFor({}, version, ...more)
}

async function startFor(user: { user?: string; password?: string }, ...versions: string[]) {
  const servers: FakeEtcd[] = []
  for (const version of versions) {
    const server = await FakeEtcd.start(version)
    ends.push(() => server.stop())
    servers.push(server)
  }
  const kv = await EtcdKV.open({ endpoints: servers.map(({ endpoint }) => endpoint), requestTimeout: 20_000, ...user })
  ends.push(() => kv.close())
  return { kv, etcd: servers[0]! }
}

/** Reads responses until the watch is at a revision; each as its revision and its events. */
async function readUntil(watch: KVWatch, revision: number): Promise<[number, number[]][]> {
  const seen: [number, number[]][] = []
  for await (const response of watch) {
    seen.push([response.revision, response.events.map(({ kv }) => kv.modRevision)])
    if (response.revision >= revision) break
  }
  return seen
}

describe('progress of a watch', () => {
  it('is not requested from an etcd that reports more than it has sent', async () => {
    const { kv, etcd } = await start('3.4.23')
    etcd.onProgress = (watch) => watch.progress(49)
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 28 })
    watch.requestProgress()
    const served = await etcd.watch()
    served.created(49)
    await watch.started
    watch.requestProgress()
    // On the same connection: the server has seen a request that was sent before.
    await kv.status()
    served.puts([28, 29], 49)
    expect(await readUntil(watch, 29)).toEqual([[29, [28, 29]]])
    expect(etcd.progressRequests).toBe(0)
    expect(kv.progressSupported).toBe(false)
  })

  it('is requested from a member that reports it correctly', async () => {
    const { kv, etcd } = await start('3.5.13')
    expect(kv.progressSupported).toBe(true)
    etcd.onProgress = (watch) => watch.progress(49)
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 28 })
    const served = await etcd.watch()
    served.puts([28, 29], 49)
    served.created(49)
    watch.requestProgress()
    expect(await readUntil(watch, 49)).toEqual([
      [29, [28, 29]],
      [49, []],
    ])
    expect(etcd.progressRequests).toBe(1)
  })

  it('is not used where one member cannot report it', async () => {
    const { kv } = await start('3.5.13', '3.4.23')
    await expect.poll(() => kv.progressSupported, { timeout: 20_000 }).toBe(false)
  })
})

describe('a watch whose stream breaks', () => {
  it('resumes after the last event, also with a slow reader', async () => {
    const { kv, etcd } = await start('3.5.13')
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 1 })
    const first = await etcd.watch()
    first.created(1000)
    // More than wait for the reader: the rest stays in the stream.
    for (let revision = 1; revision <= 200; revision++) first.puts([revision])
    await watch.started
    await kv.status()
    first.fail(status.UNAVAILABLE, 'gone')
    const second = await etcd.watch()
    second.created(1000)
    for (let revision = second.fromRevision; revision <= 300; revision++) second.puts([revision])
    const seen = await readUntil(watch, 300)
    expect(seen.flatMap(([, events]) => events)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
  })

  it.each([
    ['the transport', status.UNAVAILABLE, 'gone', undefined],
    ['the transport, in words of an end', status.UNAVAILABLE, 'permission denied', undefined],
    ['a member that ends', status.CANCELLED, 'gone', undefined],
    ['the protocol', status.INTERNAL, 'gone', undefined],
    ['a cluster without a leader', status.UNAVAILABLE, 'etcdserver: no leader', 'NoLeader'],
    ['a cluster that may answer later', status.UNAVAILABLE, 'etcdserver: not ready', undefined],
    ['a missing right', status.PERMISSION_DENIED, 'etcdserver: permission denied', 'PermissionDenied'],
    ['a damaged store', status.DATA_LOSS, 'gone', 'Corrupt'],
    ['something else', status.UNKNOWN, 'gone', undefined],
  ])('by %s (%i %s) ends with %s, or goes on', async (...[, code, details, end]) => {
    const { kv, etcd } = await start('3.5.13')
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 5 })
    const first = await etcd.watch()
    first.created(5)
    await watch.started
    first.fail(code, details)
    if (end !== undefined) return expect(readUntil(watch, 6)).rejects.toMatchObject({ code: end })
    const second = await etcd.watch()
    second.created(6)
    second.puts([6])
    expect(await readUntil(watch, 6)).toEqual([[6, [6]]])
  })

  it('does not deliver a part of an answer', async () => {
    const { kv, etcd } = await start('3.5.13')
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 5 })
    const first = await etcd.watch()
    first.created(5)
    first.puts([5, 6], 9, true)
    await watch.started
    await kv.status()
    first.fail(status.UNAVAILABLE, 'gone')
    const second = await etcd.watch()
    expect(second.fromRevision).toBe(5)
    second.created(9)
    second.puts([5, 6], 9, true)
    second.puts([7], 9)
    expect(await readUntil(watch, 7)).toEqual([[7, [5, 6, 7]]])
  })

  it('after an unknown token is retried with a new one, once', async () => {
    const { kv, etcd } = await startFor({ user: 'alice', password: 'secret' }, '3.5.13')
    const watch = kv.watch({ key: '/k/', prefix: true, fromRevision: 5 })
    const unknown = 'rpc error: code = Unauthenticated desc = etcdserver: invalid auth token'
    const first = await etcd.watch()
    first.cancel(unknown)
    const second = await etcd.watch()
    expect([first.token, second.token]).toEqual(['token 1', 'token 2'])
    second.created(5)
    second.puts([5])
    expect(await readUntil(watch, 5)).toEqual([[5, [5]]])
    const refused = kv.watch({ key: '/k/', prefix: true, fromRevision: 6 })
    for (let i = 0; i < 2; i++) (await etcd.watch()).cancel(unknown)
    await expect(refused.started).rejects.toMatchObject({ code: 'PermissionDenied' })
  })
})
