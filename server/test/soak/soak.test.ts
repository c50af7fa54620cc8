import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@apimachinery/client'
import { EmbeddedKV } from '@apimachinery/server/storage/kv/embedded'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { TestServer } from '@apimachinery/server/testing'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import type { KV } from '../../src/storage/kv/kv.js'
import { newTestCertificates, SocketPort } from '../../src/testing/socket-port.js'
import { EtcdServer, hasEtcd } from '../storage/kv/etcd/etcd-server.js'
import { type Footprint, footprint, growth, told } from './footprint.js'
import { MixedLoad } from './mixed-load.js'

const long = process.env.SOAK === '1'
const hours = 24
const realMinutes = Number(process.env.SOAK_MINUTES ?? 30)
const minute = 60_000

function expectFlat(footprints: readonly Footprint[], files: readonly string[] = []): void {
  console.info(told(footprints))
  expect(growth(footprints, ({ heap }) => heap)).toBeLessThan(1.15)
  expect(growth(footprints, ({ handles }) => handles)).toBeLessThanOrEqual(1.1)
  for (const name of files) expect(growth(footprints, (each) => each.files[name] ?? 0)).toBeLessThan(1.15)
}

if (!long) console.warn('skipped without SOAK=1: a day under load (npm run soak -w server)')

describe.runIf(long)('a server under mixed load', () => {
  it(`holds no more after ${hours} hours of fake time`, async () => {
    const clock = new FakeClock()
    await using server = await TestServer.start({ clock, controllers: 'all' })
    const load = new MixedLoad(server.client, 'soak', 20)
    await load.start()
    const footprints: Footprint[] = []
    const pause = 5
    for (let past = 0; past < hours * 60; past += pause) {
      await load.round()
      for (let part = 0; part < pause * 2; part++) {
        clock.step(minute / 2)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      server.requests.clear()
      // Events live for an hour.
      if (past >= 60 && past % 30 === 0) footprints.push(await footprint())
    }
    expectFlat(footprints)
  }, 3_600_000)

  it.runIf(long)(
    `holds no more after ${realMinutes} minutes`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'soak-'))
      const etcd = hasEtcd ? await EtcdServer.start() : undefined
      const stores: Record<string, KV> = {
        lmdb: await EmbeddedKV.open({ path: folder, history: { revisions: 5000, age: minute } }),
        ...(etcd && { etcd: await EtcdKV.open({ endpoints: [etcd.endpoint] }) }),
      }
      const running = await Promise.all(Object.values(stores).map((kv) => RunningLoad.start(kv)))
      const footprints: Footprint[] = []
      const end = Date.now() + realMinutes * minute
      while (Date.now() < end) {
        const next = Date.now() + minute / 4
        while (Date.now() < next) {
          await Promise.all(running.map(({ load }) => load.round()))
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
        const sizes = await Promise.all(
          Object.entries(stores).map(async ([name, kv]) => [name, (await kv.status()).size ?? 0]),
        )
        footprints.push(await footprint(Object.fromEntries(sizes)))
        // Printed while it runs, to show growth before the end.
        if (footprints.length % 4 === 0) console.info(`minute ${footprints.length / 4}\n${told(footprints.slice(-1))}`)
      }
      for (const each of running) await each.stop()
      await etcd?.stop()
      rmSync(folder, { recursive: true, force: true })
      expectFlat(footprints, Object.keys(stores))
    },
    (realMinutes + 5) * minute,
  )
})

/** A server over a store, and a load that comes through a socket. */
class RunningLoad {
  readonly load: MixedLoad
  readonly #server: APIServer
  readonly #port: SocketPort
  readonly #client: Client

  private constructor(server: APIServer, port: SocketPort, client: Client) {
    this.#server = server
    this.#port = port
    this.#client = client
    this.load = new MixedLoad(client, 'soak', 20)
  }

  static async start(kv: KV): Promise<RunningLoad> {
    const server = await APIServer.start({
      kv,
      compactionInterval: minute,
      eventTTL: 60,
      admissionPlugins: { disable: ['ServiceAccount'] },
    } as never)
    await server.ready()
    const port = await SocketPort.open(server.generic, await newTestCertificates())
    const { url, certificateAuthority } = port.address
    const tls = { caData: Buffer.from(certificateAuthority) }
    const client = await Client.connect({ config: { host: url, tls, bearerToken: server.loopbackToken } })
    const running = new RunningLoad(server, port, client)
    await running.load.start()
    return running
  }

  async stop(): Promise<void> {
    await this.#client.close()
    await this.#port.close()
    await this.#server.stop()
  }
}
