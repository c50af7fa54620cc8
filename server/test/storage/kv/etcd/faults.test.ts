import type { KVEvent, KVWatch } from '@apimachinery/server/storage/kv'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { CutProxy, EtcdServer, hasEtcd } from './etcd-server.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const put = (kv: EtcdKV, key: string, value = 'x') =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: bytes(value) }] })

/** The next events of a watch. */
async function take(watch: AsyncIterator<{ events: readonly KVEvent[] }>, count: number): Promise<string[]> {
  const keys: string[] = []
  while (keys.length < count) {
    const { value, done } = await watch.next()
    if (done) throw new Error('the watch ended')
    for (const { kv } of value.events) keys.push(kv.key)
  }
  return keys
}

const reading = (watch: KVWatch) => watch[Symbol.asyncIterator]()

/** Tries until it works. */
const eventually = <R>(attempt: () => Promise<R>): Promise<R> => vi.waitFor(attempt, { timeout: 30_000, interval: 100 })

describe.runIf(hasEtcd)('an etcd that fails', () => {
  let server: EtcdServer
  const opened: EtcdKV[] = []
  beforeAll(async () => {
    server = await EtcdServer.start('--quota-backend-bytes=20000000', '--grpc-keepalive-min-time=100ms')
  })
  afterEach(async () => {
    for (const kv of opened.splice(0)) await kv.close()
  })
  afterAll(() => server?.stop())

  const open = async (endpoints = [server.endpoint], requestTimeout = 1000) => {
    const kv = await EtcdKV.open({ endpoints, requestTimeout, keepaliveTime: 500, keepaliveTimeout: 500 })
    opened.push(kv)
    return kv
  }

  it('by a kill: calls fail, and after a restart watches have missed nothing', async () => {
    const kv = await open()
    const { revision } = await put(kv, '/kill/0')
    const watch = reading(kv.watch({ key: '/kill/', prefix: true, fromRevision: revision + 1 }))
    await put(kv, '/kill/1')
    expect(await take(watch, 1)).toEqual(['/kill/1'])
    await server.kill()
    await expect(put(kv, '/kill/never')).rejects.toMatchObject({ name: 'KVError', code: 'Unavailable' })
    await expect(kv.range({ key: '/kill/' })).rejects.toMatchObject({ name: 'KVError' })
    await server.run()
    const other = await open()
    await put(other, '/kill/2')
    await eventually(() => put(kv, '/kill/3'))
    expect(await take(watch, 2)).toEqual(['/kill/2', '/kill/3'])
    expect((await kv.range({ key: '/kill/', prefix: true })).count).toBe(4)
  })

  it('by a pause: calls end at their deadline, and continue after it', async () => {
    const kv = await open()
    const { revision } = await put(kv, '/stop/0')
    const watch = reading(kv.watch({ key: '/stop/', prefix: true, fromRevision: revision }))
    expect(await take(watch, 1)).toEqual(['/stop/0'])
    server.signal('SIGSTOP')
    try {
      const error = await put(kv, '/stop/1').catch((thrown) => thrown)
      expect(['DeadlineExceeded', 'Unavailable']).toContain(error.code)
    } finally {
      server.signal('SIGCONT')
    }
    await eventually(() => put(kv, '/stop/2'))
    const seen: string[] = []
    while (seen.at(-1) !== '/stop/2') seen.push(...(await take(watch, 1)))
    // The outcome of an abandoned write is unknown.
    expect(seen.filter((key) => key !== '/stop/1')).toEqual(['/stop/2'])
  })

  it('at one endpoint: calls and watches go on at the next', async () => {
    const proxy = await CutProxy.start(server.port)
    const kv = await open([`http://127.0.0.1:${proxy.port}`, server.endpoint])
    const { revision } = await put(kv, '/turn/0')
    const watch = reading(kv.watch({ key: '/turn/', prefix: true, fromRevision: revision }))
    expect(await take(watch, 1)).toEqual(['/turn/0'])
    await proxy.cut()
    await eventually(() => put(kv, '/turn/1'))
    expect((await kv.range({ key: '/turn/', prefix: true })).count).toBe(2)
    expect(await take(watch, 1)).toEqual(['/turn/1'])
  })

  it('by a compaction under a watcher that was cut off', async () => {
    const proxy = await CutProxy.start(server.port)
    const direct = await open()
    const kv = await open([`http://127.0.0.1:${proxy.port}`, server.endpoint])
    const { revision } = await put(kv, '/compact/0')
    const watch = reading(kv.watch({ key: '/compact/', prefix: true, fromRevision: revision }))
    expect(await take(watch, 1)).toEqual(['/compact/0'])
    await proxy.cut()
    await put(direct, '/compact/1')
    const { revision: last } = await put(direct, '/compact/2')
    await direct.compact(last)
    const outcome = await take(watch, 2).catch((thrown) => thrown)
    // The watch is ahead of the compaction or gets its error; it never continues with a gap.
    if (Array.isArray(outcome)) expect(outcome).toEqual(['/compact/1', '/compact/2'])
    else expect(outcome).toMatchObject({ name: 'KVError', code: 'Compacted', compactRevision: last })
  })

  it('without disk space: writes are rejected, reads and deletions work', async () => {
    const kv = await open([server.endpoint], 5000)
    const fill = async () => {
      for (let i = 0; i < 60; i++) await put(kv, `/full/${i}`, 'x'.repeat(1_000_000))
    }
    await expect(fill()).rejects.toMatchObject({
      code: 'QuotaExceeded',
      message: expect.stringContaining('database space exceeded'),
    })
    expect((await kv.range({ key: '/full/0' })).count).toBe(1)
    const { responses } = await kv.txn({ compare: [], success: [{ type: 'delete', key: '/full/0' }] })
    expect(responses[0]?.key).toBe('/full/0')
  })
})
