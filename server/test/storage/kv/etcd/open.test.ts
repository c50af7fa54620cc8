import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { EtcdServer, freePort, hasEtcd } from './etcd-server.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

describe('etcd that does not answer', () => {
  it('is waited for, and given up after twenty seconds', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const clock = new FakeClock()
    const start = clock.now()
    const errors: Error[] = []
    const opened = EtcdKV.open({
      endpoints: [endpoint],
      clock,
      onWaiting(error) {
        errors.push(error)
        setImmediate(() => clock.step(1000))
      },
    })
    await expect(opened).rejects.toMatchObject({
      code: 'Unavailable',
      message: expect.stringContaining(`etcd does not answer at ${endpoint}: `),
    })
    expect(errors.length).toBe(19)
    expect(errors[0]!.message).toMatch(/connection|ECONNREFUSED/i)
    expect(clock.now() - start).toBe(19_000)
    expect(clock.pendingTimers).toBe(0)
  })

  it('is given up at once where it is not to be waited for', async () => {
    let waits = 0
    const endpoints = [`http://127.0.0.1:${await freePort()}`]
    const onWaiting = (): void => void waits++
    await expect(EtcdKV.open({ endpoints, dialTimeout: 500, onWaiting })).rejects.toMatchObject({ code: 'Unavailable' })
    expect(waits).toBe(0)
  })
})

describe.runIf(hasEtcd)('etcd that comes later', { timeout: 30_000 }, () => {
  it('is used from then on', async () => {
    const etcd = await EtcdServer.start()
    ends.push(() => etcd.stop())
    await etcd.kill()
    let running: Promise<void> | undefined
    const onWaiting = (): void => {
      running ??= etcd.run()
    }
    const kv = await EtcdKV.open({ ...etcd.connection, onWaiting })
    ends.push(() => kv.close())
    expect((await kv.status()).revision).toBeGreaterThan(0)
    await running
  })
})
