import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '@apimachinery/client'
import type { Manager } from '@apimachinery/client/controller'
import { TestServer } from '@apimachinery/server/testing'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { Job } from 'apimachinery/api/batch/v1'
import { Namespace } from 'apimachinery/api/core/v1'
import { Event } from 'apimachinery/api/events/v1'
import { isForbidden, isNotFound } from 'apimachinery/errors'
import { PatchType } from 'apimachinery/patch'
import { FakeClock } from 'apimachinery/testing'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CronTab } from './generated/v1/types.gen.js'
import { CronTab as CronTabV1beta1 } from './generated/v1beta1/types.gen.js'
import { cleanupFinalizer, newOperator } from './operator.js'
import { rbacText } from './rbac.js'

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const account = 'system:serviceaccount:crontab-operator:crontab-operator'
let namespace: string
let count = 0
let server: TestServer
let client: Client
let clock: FakeClock
let manager: Manager
let stop: AbortController
let running: Promise<void>

beforeAll(async () => {
  server = await TestServer.start({
    crds: [path('generated/crds')],
    objects: [path('manifests/rbac.yaml')],
    users: { [account]: {} },
  })
  client = server.client
})
afterAll(() => server?.stop())
beforeEach(async () => {
  namespace = `test-${++count}`
  await client.create(new Namespace({ metadata: { name: namespace } }))
  // The controller's time stands still until a test moves it.
  clock = new FakeClock(Date.now())
})
afterEach(async () => {
  stop?.abort()
  await running
})

function start(options: Partial<Parameters<typeof newOperator>[0]> = {}): void {
  stop = new AbortController()
  manager = newOperator({ client, clock, cache: { namespaces: [namespace] }, ...options })
  running = manager.run(stop.signal)
}
const cronTab = (name: string, schedule: CronTab['spec']['schedule'] = {}) =>
  new CronTab({ metadata: { name, namespace }, spec: { schedule, image: 'busybox:1' } })
const jobs = async (): Promise<Job[]> => (await client.resource(Job).namespace(namespace).list()).items
const minutes = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    clock.step(60_000)
    await manager.settled()
  }
}

describe('the operator', () => {
  test('makes a job each minute that is due, and says so', async () => {
    start()
    await client.create(cronTab('every-minute'))
    await manager.settled()
    expect(await jobs()).toHaveLength(0)
    await minutes(2)
    const made = await jobs()
    expect(made).toHaveLength(2)
    expect(made[0]).toMatchObject({
      metadata: { ownerReferences: [{ kind: 'CronTab', name: 'every-minute', controller: true }] },
      spec: { template: { spec: { containers: [{ image: 'busybox:1' }] } } },
    })
    const { status, metadata } = await client.get(CronTab, { namespace, name: 'every-minute' })
    expect(status).toMatchObject({ active: 2, conditions: [{ type: 'Ready', status: 'True', reason: 'Scheduled' }] })
    expect(metadata?.finalizers).toEqual([cleanupFinalizer])
    await manager.clusters.get('')?.events.flush()
    const { items } = await client.resource(Event).namespace(namespace).list()
    expect(items.filter(({ reason }) => reason === 'JobCreated')).toHaveLength(2)
  })

  test('creates no job twice after a restart', async () => {
    start()
    await client.create(cronTab('every-minute'))
    await manager.settled()
    await minutes(1)
    stop.abort()
    await running
    start()
    await manager.settled()
    expect(await jobs()).toHaveLength(1)
  })

  test('says what is wrong with a schedule, and goes on when it is mended', async () => {
    start()
    const created = await client.create(cronTab('broken', { minute: '61' }))
    await manager.settled()
    const broken = await client.get(CronTab, { namespace, name: 'broken' })
    expect(broken.status?.conditions).toMatchObject([
      {
        type: 'Ready',
        status: 'False',
        reason: 'InvalidSchedule',
        message: 'spec.schedule.minute: Invalid value: "61"',
      },
    ])
    await client.update(new CronTab({ ...broken, spec: { ...created.spec, schedule: {} } }))
    await manager.settled()
    const { status } = await client.get(CronTab, { namespace, name: 'broken' })
    expect(status?.conditions).toMatchObject([{ status: 'True', reason: 'Scheduled' }])
  })

  test('deletes its jobs before a CronTab is deleted', async () => {
    start()
    await client.create(cronTab('every-minute'))
    await manager.settled()
    await minutes(1)
    await client.resource(CronTab).namespace(namespace).delete('every-minute')
    await manager.settled()
    const gone = await client.get(CronTab, { namespace, name: 'every-minute' }).catch((error: unknown) => error)
    expect(isNotFound(gone)).toBe(true)
    expect(await jobs()).toHaveLength(0)
  })

  test('needs no more rights than it declares', async () => {
    const errors: unknown[] = []
    const own = server.as(account)
    const denied = await own.resource(Namespace).list().catch(isForbidden)
    expect(denied).toBe(true)
    const onError = (error: unknown): void => void errors.push(error)
    start({ client: own, leaderElection: { name: 'crontab', namespace: 'crontab-operator' }, onError })
    await manager.elected
    stop.abort()
    await running
    // Time makes leaps here, which no lease survives.
    start({ client: own, onError })
    await client.create(cronTab('every-minute'))
    await manager.settled()
    await minutes(1)
    expect(await jobs()).toHaveLength(1)
    await client.resource(CronTab).namespace(namespace).delete('every-minute')
    await manager.settled()
    expect(await jobs()).toHaveLength(0)
    stop.abort()
    await running
    expect(errors.filter(isForbidden)).toEqual([])
    const { items } = await client.resource(Event).namespace(namespace).list()
    expect(items.map(({ reason }) => reason)).toContain('JobCreated')
  })

  test('manifests/rbac.yaml has what it declares', () => {
    expect(readFileSync(path('manifests/rbac.yaml'), 'utf8')).toBe(rbacText())
  })

  test('lets one of two act', async () => {
    const leaderElection = { name: 'crontab', namespace, identity: 'first' }
    start({ leaderElection })
    await manager.elected
    const second = newOperator({ client, clock, leaderElection: { ...leaderElection, identity: 'second' } })
    const stopSecond = new AbortController()
    const runningSecond = second.run(stopSecond.signal)
    await client.create(cronTab('every-minute'))
    await manager.settled()
    expect([manager.isLeader, second.isLeader]).toEqual([true, false])
    stopSecond.abort()
    await runningSecond
  })

  test('serves both versions on a cluster that converts through its webhook', async () => {
    const { certificate, ...files } = await certificateFiles()
    try {
      const webhook = await freePort()
      await convertThrough({ url: `https://localhost:${webhook}/convert`, caBundle: btoa(certificate) })
      start({ webhookServer: { ...files, port: webhook, host: '127.0.0.1' } })
      await manager.settled()
      const spec = { cronSpec: '*/5 * * * *', image: 'busybox:1' }
      const old = await client.create(new CronTabV1beta1({ metadata: { name: 'old', namespace }, spec }))
      expect(old.spec).toEqual(spec)
      // The controller reads v1, and writes its status and its finalizer through it.
      await manager.settled()
      const stored = await client.get(CronTab, { namespace, name: 'old' })
      expect(stored.spec).toEqual({ schedule: { minute: '*/5' }, image: 'busybox:1' })
      expect(stored.status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }])
      await minutes(5)
      expect(await jobs()).toHaveLength(1)

      const read = await client.get(CronTabV1beta1, { namespace, name: 'old' })
      expect(read.spec).toEqual(spec)
      expect(read.status?.conditions).toEqual(
        (await client.get(CronTab, { namespace, name: 'old' })).status?.conditions,
      )
      await client.update(new CronTabV1beta1({ ...read, spec: { ...spec, cronSpec: '7 3 * * 1' } }))
      const changed = await client.get(CronTab, { namespace, name: 'old' })
      expect(changed.spec.schedule).toEqual({ minute: '7', hour: '3', dayOfWeek: '1' })
      const { items } = await client.resource(CronTabV1beta1).namespace(namespace).list()
      expect(items.map(({ spec }) => spec.cronSpec)).toEqual(['7 3 * * 1'])
    } finally {
      // The definition is shared by all tests of the file.
      stop.abort()
      await running
      await convertThrough(undefined)
      rmSync(files.folder, { recursive: true })
    }
  })
})

/** Names the webhook in the definition of the kind, as `kubectl patch` would, or takes it out again. */
async function convertThrough(clientConfig: { url: string; caBundle: string } | undefined): Promise<void> {
  const webhook = clientConfig && { clientConfig, conversionReviewVersions: ['v1'] }
  const conversion = { strategy: webhook === undefined ? 'None' : 'Webhook', webhook: webhook ?? null }
  const definitions = client.resource(CustomResourceDefinition)
  await definitions.patch('crontabs.batch.example.com', { type: PatchType.Merge, body: { spec: { conversion } } })
}

async function certificateFiles() {
  const altNames = [{ type: 2, value: 'localhost' } as const, { type: 7, ip: '127.0.0.1' } as const]
  const extensions = [{ name: 'basicConstraints', cA: true } as const, { name: 'subjectAltName', altNames } as const]
  const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', extensions })
  const folder = mkdtempSync(join(tmpdir(), 'operator-crontab-'))
  const files = { certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }
  writeFileSync(files.certFile, made.cert)
  writeFileSync(files.keyFile, made.private)
  return { ...files, folder, certificate: made.cert }
}

/** The definition has to name the port before the operator listens: a change of the definition ends watches. */
async function freePort(): Promise<number> {
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
