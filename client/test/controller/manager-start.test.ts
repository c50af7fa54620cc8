import { TestServer } from '@apimachinery/server/testing'
import { LeaseCandidate } from 'apimachinery/api/coordination/v1alpha2'
import { ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { isMachineryError } from 'apimachinery/errors'
import { GroupVersionResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'

const soon = { timeout: 30_000, interval: 10 }
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start({ users: { alice: {} } })
})
afterAll(() => server.stop())

/** A manager whose time stands still: what it waits for by its clock never comes by itself. */
function managerOf(user: string, options: Partial<ManagerOptions> = {}) {
  const clock = new FakeClock()
  const manager = new Manager({ client: server.as(user), clock, logger: false, ...options })
  const stop = new AbortController()
  return { clock, manager, stop, run: () => manager.run(stop.signal) }
}

const forbidden =
  '/v1, Kind=ConfigMap: configmaps is forbidden: User "alice" cannot list resource "configmaps" in API group "" at the cluster scope'
const noMatch =
  'coordination.k8s.io/v1alpha2, Kind=LeaseCandidate: no matches for kind "LeaseCandidate" in version "coordination.k8s.io/v1alpha2"'

describe('a manager whose caches cannot be filled', () => {
  it.each([
    { what: 'a right', user: 'alice', type: ConfigMap, why: forbidden },
    { what: 'a definition', user: 'admin', type: LeaseCandidate, why: noMatch },
  ])('ends after two minutes and says that $what is missing', async ({ user, type, why }) => {
    const { clock, manager, run } = managerOf(user)
    manager.controller<never>(type as never).reconcile(async () => undefined)
    const running = run()
    const failure = running.catch((error: unknown) => error)
    await expect.poll(() => manager.cache.informer<never>(type as never).problem, soon).toBeDefined()
    await clock.stepAsync(119_999)
    await expect.poll(() => manager.cache.informer<never>(type as never).problem, soon).toBeDefined()
    await clock.stepAsync(1)
    const error = await failure
    expect(isMachineryError(error, 'CacheSyncTimeout')).toBe(true)
    expect((error as Error).message).toBe(`timed out waiting for caches to sync: ${why}`)
    expect((error as Error).cause).toBeInstanceOf(Error)
    expect(clock.pendingTimers).toBe(0)
  })

  it('names all of them, after a limit of its own', async () => {
    const { clock, manager, run } = managerOf('admin', { cacheSyncTimeout: 5000 })
    manager.controller<never>(LeaseCandidate as never).reconcile(async () => undefined)
    manager.controller(ConfigMap).reconcile(async () => undefined)
    const gadgets = manager.cache.informer(new GroupVersionResource('example.com', 'v1', 'gadgets'))
    const running = run().catch((error: unknown) => error)
    await expect.poll(() => gadgets.problem, soon).toBeDefined()
    await expect.poll(() => manager.cache.informer(ConfigMap).hasSynced(), soon).toBe(true)
    await expect.poll(() => manager.cache.informer<never>(LeaseCandidate as never).problem, soon).toBeDefined()
    await clock.stepAsync(5000)
    const gadget = 'example.com/v1, Resource=gadgets: no matches for example.com/v1, Resource=gadgets'
    expect(((await running) as Error).message).toBe(`timed out waiting for caches to sync: ${noMatch}; ${gadget}`)
  })

  const leaderElection = { name: 'l', namespace: 'default' }
  it.each([
    { what: 'of a right', user: 'alice', type: ConfigMap, options: {} },
    { what: 'of a definition', user: 'admin', type: LeaseCandidate, options: {} },
    { what: 'of a right, before an election', user: 'alice', type: Secret, options: { leaderElection } },
  ])('ends at once when it is stopped for want $what', async ({ user, type, options }) => {
    const { clock, manager, stop, run } = managerOf(user, options)
    manager.controller<never>(type as never).reconcile(async () => undefined)
    const running = run()
    await expect.poll(() => manager.cache.informer<never>(type as never).problem, soon).toBeDefined()
    stop.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
  })

  it('ends at once when a controller came later whose cache is not filled', async () => {
    const { clock, manager, stop, run } = managerOf('admin')
    manager.controller(ConfigMap).reconcile(async () => undefined)
    const running = run()
    await expect.poll(() => manager.isLeader && manager.cache.informer(ConfigMap).hasSynced(), soon).toBe(true)
    manager.controller<never>(LeaseCandidate as never).reconcile(async () => undefined)
    await expect.poll(() => manager.cache.informer<never>(LeaseCandidate as never).problem, soon).toBeDefined()
    stop.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
  })
})
