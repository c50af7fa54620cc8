import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import type { ErrorPlace } from '../../src/controller/error-place.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { UnawaitedRejections } from '../../src/controller/unawaited-rejections.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
const namespace = 'unawaited'
const event = 'unhandledRejection'
const ofRunner = { listeners: [] as NodeJS.UnhandledRejectionListener[] }
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  await client.create(new Namespace({ metadata: { name: namespace } }))
  await client.create(new ConfigMap({ metadata: { name: 'a', namespace } }))
})
afterAll(() => server?.stop())
// The test runner would take what is rejected here for mistakes of the tests.
beforeEach(() => {
  ofRunner.listeners = process.listeners(event)
  process.removeAllListeners(event)
})
afterEach(() => {
  expect(process.listenerCount(event)).toBe(0)
  for (const listener of ofRunner.listeners) process.on(event, listener)
})

const told: [unknown, ErrorPlace][] = []
function newManager(options: Partial<ManagerOptions> = {}): Manager {
  told.length = 0
  return new Manager({
    client,
    logger: false,
    cache: { namespaces: [namespace] },
    onError: (error, where) => void told.push([error, where]),
    ...options,
  })
}
async function running(manager: Manager, work: () => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const run = manager.run(stop.signal)
  await work()
  stop.abort()
  await run
}
const isA = ({ object }: { object: ConfigMap }): boolean => object.metadata?.name === 'a'
const soon = () => new Promise((resolve) => setTimeout(resolve))
const place = (controller: string) => ({ part: 'unawaited', controller, key: { namespace, name: 'a', cluster: '' } })

describe('a promise that a reconciler does not await', () => {
  it('is reported with controller and key when it is rejected, and makes settled fail once', async () => {
    const manager = newManager()
    const error = new Error('nobody waits')
    let rejected = false
    manager
      .controller(ConfigMap, { name: 'careless' })
      .when(isA)
      .reconcile(async () => {
        if (rejected) return
        rejected = true
        void Promise.reject(error)
      })
    await running(manager, async () => {
      await expect.poll(() => told.length).toBe(1)
      await expect(manager.settled()).rejects.toMatchObject({ cause: error, controller: 'careless' })
      await manager.settled()
    })
    expect(told).toEqual([[error, place('careless')]])
  })

  it('is known after the run has ended, and after a request', async () => {
    const manager = newManager()
    manager
      .controller(ConfigMap, { name: 'late' })
      .when(isA)
      .reconcile(async ({ client: own }) => {
        const later = async (): Promise<void> => {
          await own.get(ConfigMap, { namespace, name: 'a' })
          await soon()
          throw new TypeError('too late')
        }
        void later()
      })
    await running(manager, () => expect.poll(() => told.length).toBeGreaterThan(0))
    expect(told[0]).toEqual([new TypeError('too late'), place('late')])
  })

  it('is reported by the manager whose run it was', async () => {
    const [first, second] = [newManager(), newManager()]
    const reports: string[] = []
    for (const [name, manager] of [
      ['first', first],
      ['second', second],
    ] as const) {
      manager
        .controller(ConfigMap, { name, onError: () => undefined })
        .when(isA)
        .reconcile(async () => {
          if (name === 'second' && reports.length === 0) void Promise.reject(new Error('of the second'))
        })
    }
    await running(first, () => running(second, () => expect.poll(() => told.length).toBe(1)))
    expect(told[0]?.[1]).toMatchObject({ part: 'unawaited', controller: 'second' })
  })
})

describe('a rejection outside of runs', () => {
  it('goes to other listeners, and to nobody else', async () => {
    const reported: unknown[] = []
    const others: unknown[] = []
    const watching = new UnawaitedRejections((reason) => reported.push(reason))
    const other = (reason: unknown): void => void others.push(reason)
    watching.start()
    process.on(event, other)
    void Promise.reject(new Error('elsewhere'))
    await soon()
    watching.stop()
    process.off(event, other)
    expect([reported, others]).toEqual([[], [new Error('elsewhere')]])
  })

  it('ends the process, as without a manager, when nobody listens', async () => {
    const thrown: unknown[] = []
    const runners = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', (error) => void thrown.push(error))
    const watching = [new UnawaitedRejections(() => undefined), new UnawaitedRejections(() => undefined)]
    for (const each of watching) each.start()
    void Promise.reject(new Error('nobody listens'))
    await soon()
    void Promise.reject('a text')
    await soon()
    for (const each of watching) each.stop()
    process.removeAllListeners('uncaughtException')
    for (const listener of runners) process.on('uncaughtException', listener)
    expect(thrown).toEqual([new Error('nobody listens'), new Error('a promise was rejected with a text')])
  })
})
