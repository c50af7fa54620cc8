import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ensureCertificates } from '../../../../src/certificates/certificate-files.js'
import { GRPCChannel } from '../../../../src/internal/grpc/grpc-channel.js'
import { MessageWriter } from '../../../internal/message-writer.js'
import { type EtcdCertificates, EtcdServer, hasEtcd } from './etcd-server.js'

const opened: EtcdKV[] = []
afterEach(async () => {
  for (const kv of opened.splice(0)) await kv.close()
})

async function open(options: ConstructorParameters<typeof EtcdKV>[0]): Promise<EtcdKV> {
  const kv = await EtcdKV.open({ requestTimeout: 20_000, ...options })
  opened.push(kv)
  return kv
}

const put = (kv: EtcdKV, key: string) =>
  kv.txn({ compare: [], success: [{ type: 'put', key, value: new TextEncoder().encode('x') }] })

const folder = mkdtempSync(join(tmpdir(), 'etcd-certificates-'))
let ca: Buffer
/** All start at once: each takes a second. */
let started: { readonly secured: EtcdServer; readonly users: EtcdServer; readonly cluster: readonly EtcdServer[] }

async function startSecured(): Promise<EtcdServer> {
  await ensureCertificates(folder, ['127.0.0.1'], new Date())
  const file = (name: string) => join(folder, name)
  const pair = (name: string) => ({ cert: file(`${name}.crt`), key: file(`${name}.key`) })
  const certificates: EtcdCertificates = { ca: file('ca.crt'), serving: pair('apiserver'), client: pair('admin') }
  ca = readFileSync(certificates.ca)
  return EtcdServer.startWith({ certificates })
}

beforeAll(async () => {
  if (!hasEtcd) return
  const flags = ['--heartbeat-interval=50', '--election-timeout=500', '--grpc-keepalive-min-time=100ms']
  const starting = [startSecured(), EtcdServer.start(), EtcdServer.startCluster(...flags)] as const
  const [secured, users, cluster] = await Promise.all(starting)
  started = { secured, users, cluster }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (started === undefined) return
  const { secured, users, cluster } = started
  await Promise.all([secured, users, ...cluster].map((server) => server.stop()))
})

describe.runIf(hasEtcd)('an etcd that takes clients with certificates', () => {
  it('is written, read and watched by one that has them', async () => {
    const kv = await open(started.secured.connection)
    const { revision } = await put(kv, '/a')
    expect((await kv.range({ key: '/a' })).kvs[0]?.modRevision).toBe(revision)
    for await (const { events } of kv.watch({ key: '/', prefix: true, fromRevision: revision })) {
      expect(events.map(({ kv }) => kv.key)).toEqual(['/a'])
      break
    }
  })

  it('is not reached without one, or with an authority that did not sign its own', async () => {
    const { endpoints, tls } = started.secured.connection
    const wrong: ConstructorParameters<typeof EtcdKV>[0]['tls'][] = [
      { ca },
      { cert: tls!.cert, key: tls!.key },
      undefined,
    ]
    const errors = await Promise.all(
      wrong.map((each) =>
        EtcdKV.open({ endpoints, requestTimeout: 1000, dialTimeout: 1000, ...(each && { tls: each }) }).catch(
          (error) => error,
        ),
      ),
    )
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'KVError' })
      expect(['Unavailable', 'DeadlineExceeded']).toContain(error.code)
    }
  })
})

describe.runIf(hasEtcd)('an etcd that knows its users', () => {
  let server: EtcdServer
  const admin = { user: 'root', password: 'toor' }
  const alice = { user: 'alice', password: 'secret' }
  beforeAll(async () => {
    server = started.users
    const channel = new GRPCChannel({ address: `127.0.0.1:${server.port}` })
    const auth = (method: string, request = new MessageWriter()) =>
      channel.call({ path: `/etcdserverpb.Auth/${method}`, request: request.finish(), timeout: 20_000 })
    const strings = (...texts: string[]) =>
      texts.reduce((writer, text, index) => writer.string(index + 1, text), new MessageWriter())
    for (const { user, password } of [admin, alice]) await auth('UserAdd', strings(user, password))
    for (const role of ['root', 'pods']) await auth('RoleAdd', strings(role))
    const everything = new MessageWriter().int64(1, 2).string(2, '/pods/').string(3, '/pods0').finish()
    await auth('RoleGrantPermission', strings('pods').message(2, everything))
    await auth('UserGrantRole', strings('root', 'root'))
    await auth('UserGrantRole', strings('alice', 'pods'))
    await auth('AuthEnable')
    channel.close()
  })
  const endpoints = () => [server.endpoint]

  it('allows each user its permissions', async () => {
    const kv = await open({ endpoints: endpoints(), ...alice })
    const { revision } = await put(kv, '/pods/a')
    expect((await kv.range({ key: '/pods/', prefix: true })).count).toBe(1)
    const denied = { name: 'KVError', code: 'PermissionDenied' }
    await expect(put(kv, '/secrets/a')).rejects.toMatchObject(denied)
    await expect(kv.range({ key: '/secrets/a' })).rejects.toMatchObject(denied)
    const watch = kv.watch({ key: '/pods/', prefix: true, fromRevision: revision })
    for await (const { events } of watch) {
      expect(events.map(({ kv }) => kv.key)).toEqual(['/pods/a'])
      break
    }
    const secrets = kv.watch({ key: '/secrets/', prefix: true })
    await expect(secrets.started).rejects.toMatchObject(denied)
    await put(await open({ endpoints: endpoints(), ...admin }), '/secrets/a')
  })

  it('rejects users without a name or with a wrong password', async () => {
    const denied = { name: 'KVError', code: 'PermissionDenied' }
    const wrong = new EtcdKV({ endpoints: endpoints(), user: 'alice', password: 'wrong' })
    opened.push(wrong)
    await expect(put(wrong, '/pods/a')).rejects.toMatchObject(denied)
    const nobody = new EtcdKV({ endpoints: endpoints() })
    opened.push(nobody)
    await expect(put(nobody, '/pods/a')).rejects.toMatchObject({ name: 'KVError' })
  })

  it('forgets tokens when it starts again: calls and watches get new ones', async () => {
    const kv = await open({ endpoints: endpoints(), ...alice, keepaliveTime: 500, keepaliveTimeout: 500 })
    const { revision } = await put(kv, '/pods/b')
    const watch = kv.watch({ key: '/pods/', prefix: true, fromRevision: revision })[Symbol.asyncIterator]()
    const next = async () => (await watch.next()).value?.events.map(({ kv }: { kv: { key: string } }) => kv.key)
    expect(await next()).toEqual(['/pods/b'])
    await server.kill()
    await server.run()
    await expect.poll(() => put(kv, '/pods/c').then(() => true, String), { timeout: 30_000 }).toBe(true)
    expect(await next()).toEqual(['/pods/c'])
  })
})

describe.runIf(hasEtcd)('a cluster of etcd', () => {
  it('continues without one member, fails without a leader, and continues when there is one again', async () => {
    const endpoints = started.cluster.map(({ endpoint }) => endpoint)
    const kv = await open({ endpoints, requestTimeout: 3000, keepaliveTime: 500, keepaliveTimeout: 500 })
    const impatient = await open({ endpoints, requestTimeout: 500 })
    const writes = (key: string) =>
      expect.poll(() => put(kv, key).then(() => true, String), { timeout: 60_000 }).toBe(true)
    await writes('/a')
    const { revision } = await kv.status()
    const watch = kv.watch({ key: '/', prefix: true, fromRevision: revision + 1 })[Symbol.asyncIterator]()
    await started.cluster[0]!.kill()
    await writes('/b')
    expect((await watch.next()).value?.events.map(({ kv }: { kv: { key: string } }) => kv.key)).toContain('/b')
    const before = (await kv.status()).revision

    const orphan = kv.watch({ key: '/', prefix: true, fromRevision: before + 1 })
    await orphan.started
    await started.cluster[1]!.kill()
    const error = await orphan[Symbol.asyncIterator]()
      .next()
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'KVError', code: 'NoLeader' })
    const refused = await put(impatient, '/never').catch((thrown) => thrown)
    expect(refused).toMatchObject({ name: 'KVError' })
    expect(['NoLeader', 'DeadlineExceeded', 'Unavailable']).toContain(refused.code)

    await started.cluster[1]!.run()
    await writes('/c')
    expect((await kv.range({ key: '/c' })).count).toBe(1)
  }, 120_000)
})
