import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { isInvalid, newForbidden, newInternalError, newNotFound } from 'apimachinery/errors'
import { GroupResource } from 'apimachinery/schema'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import type { ReconcileFunction } from '../../src/controller/controller-builder.js'
import { Manager, type ManagerOptions } from '../../src/controller/manager.js'
import { NotSettledError } from '../../src/controller/not-settled-error.js'
import { isPermanentError } from '../../src/controller/permanent-error.js'
import { TerminalError } from '../../src/controller/terminal-error.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
let namespace: string
let count = 0
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
})
afterAll(() => server?.stop())
beforeEach(async () => {
  namespace = `settled-${++count}`
  await client.create(new Namespace({ metadata: { name: namespace } }))
  await client.create(new ConfigMap({ metadata: { name: 'a', namespace } }))
})

/** A manager whose controller `app` reconciles the map `a`. */
function newManager(reconcile: ReconcileFunction<ConfigMap>, options: Partial<ManagerOptions> = {}): Manager {
  const manager = new Manager({ client, logger: false, cache: { namespaces: [namespace] }, ...options })
  manager
    .controller(ConfigMap, { name: 'app' })
    .when(({ object }) => object.metadata?.name === 'a')
    .reconcile(reconcile)
  return manager
}

async function running<T>(manager: Manager, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const run = manager.run(stop.signal)
  run.catch(() => undefined)
  try {
    return await work()
  } finally {
    stop.abort()
    await run.catch(() => undefined)
  }
}

const rejection = (promise: Promise<unknown>): Promise<NotSettledError> =>
  promise.then(
    () => Promise.reject(new Error('it settled')),
    (error: unknown) => error as NotSettledError,
  )
/** Longer than any test waits: what is reported before is reported at once. */
const never = { timeout: 1_000_000 }

describe('settled rejects at once', () => {
  it('when a run failed with a terminal error, once for each failure', async () => {
    const cause = new Error('the disk is full')
    const manager = newManager(async () => {
      throw new TerminalError('no way', cause)
    })
    await running(manager, async () => {
      const error = await rejection(manager.settled(never))
      expect(error).toBeInstanceOf(NotSettledError)
      expect(error).toMatchObject({ code: 'NotSettled', controller: 'app', key: { namespace, name: 'a' } })
      expect(error.message).toBe(
        `a reconciler failed:\n- controller "app", key "${namespace}/a": failed for good: no way: the disk is full`,
      )
      expect((error.cause as Error).cause).toBe(cause)
      await manager.settled(never)
    })
  })

  it('unless terminal errors are expected', async () => {
    const manager = newManager(async () => {
      throw new TerminalError('no way')
    })
    await running(manager, () => manager.settled({ ...never, terminal: false }))
  })

  it('when the server refuses what a reconciler writes', async () => {
    let runs = 0
    const manager = newManager(async ({ client: own }) => {
      runs++
      await own.create(new Secret({ metadata: { name: 'Not A Name', namespace } }))
    })
    const error = await running(manager, () => rejection(manager.settled(never)))
    expect(isInvalid(error.cause)).toBe(true)
    expect(error.message).toMatch(/key "settled-\d+\/a": failed \d+ times in a row: Secret "Not A Name" is invalid/)
    expect(runs).toBeGreaterThan(1)
  })

  it('when the program has a mistake', async () => {
    const manager = newManager(async ({ object }) => {
      ;(object as unknown as { spec: { size: number } }).spec.size++
    })
    const error = await running(manager, () => rejection(manager.settled(never)))
    expect(error.cause).toBeInstanceOf(TypeError)
  })

  it('but not while another key may still change that', async () => {
    let allowed = false
    const manager = newManager(async () => {
      if (!allowed) throw newForbidden(new GroupResource('', 'pods'), 'x', new Error('no rights'))
    })
    let failures = 0
    manager
      .controller(ConfigMap, { name: 'rights' })
      .when(({ object }) => object.metadata?.name === 'a')
      .reconcile(async () => {
        if (++failures <= 4) throw newInternalError(new Error('not yet'))
        allowed = true
      })
    await running(manager, () => manager.settled(never))
  })

  it('when the manager ended, also while it is waited for', async () => {
    const ended = newManager(async () => undefined)
    await running(ended, () => ended.settled(never))
    expect((await rejection(ended.settled(never))).message).toBe('the manager has ended')

    const failing = newManager(async () => undefined)
    const broken = new Error('the port is taken')
    let fail: () => void = () => undefined
    failing.add({ start: () => new Promise((_, reject) => (fail = () => reject(broken))) })
    failing.controller(Secret, { name: 'open' }).reconcile(async () => undefined)
    const error = await running(failing, async () => {
      await failing.settled(never)
      const waiting = rejection(failing.settled(never).then(() => failing.settled(never)))
      fail()
      return rejection(waiting.then(() => failing.settled(never)))
    })
    expect(error.message).toBe('the manager has ended:\n- the port is taken')
    expect(error.cause).toBe(broken)
  })
})

describe('settled rejects after its time', () => {
  it('with the last error of what is tried again, and when that would be', async () => {
    const manager = newManager(async ({ failures }) => {
      throw new Error(`try ${failures}`)
    })
    const error = await running(manager, () => rejection(manager.settled({ timeout: 300 })))
    expect(error.message).toMatch(
      /^there was still something to do after 300 ms:\n- controller "app", key "settled-\d+\/a": failed \d+ times in a row: try \d+/,
    )
    expect(error.message).toMatch(/waits for its retry at \d{4}-/)
  })

  it('with the run that goes on', async () => {
    const manager = newManager(
      ({ signal }) => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      { gracefulShutdownTimeout: 0 },
    )
    const error = await running(manager, () => rejection(manager.settled({ timeout: 300 })))
    expect(error.message).toContain('- controller "app": 1 runs, 0 keys in its queue')
  })

  it('with the error of a cache that cannot be filled', async () => {
    const transport = new InProcessTransport(async () => ({
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(
        '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"configmaps is forbidden","reason":"Forbidden","code":403}',
      ),
    }))
    const manager = newManager(async () => undefined, {
      client: Client.from({ transport }),
      gracefulShutdownTimeout: 0,
    })
    const error = await running(manager, () => rejection(manager.settled({ timeout: 300 })))
    expect(error.message).toMatch(/- the cache of configmaps in "settled-\d+": configmaps is forbidden/)
  })

  it('when nobody runs the manager', async () => {
    const error = await rejection(newManager(async () => undefined).settled({ timeout: 20 }))
    expect(error.message).toContain('the manager, which does not run')
  })

  it('and at once with the reason of a signal', async () => {
    const reason = new Error('the test is over')
    const manager = newManager(async () => undefined)
    await expect(manager.settled({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('settled under a clock that stands still', () => {
  it('moves it to the retries of failed runs, and no further', async () => {
    const clock = new FakeClock()
    const start = clock.now()
    const manager = newManager(
      async ({ failures }) => {
        if (failures < 3) throw new Error('not yet')
        return { requeueAfter: '1h' }
      },
      { clock },
    )
    await running(manager, () => manager.settled())
    expect(clock.now() - start).toBe(5 + 10 + 20)
  })

  it('rejects when the retries go on for longer than its time', async () => {
    const clock = new FakeClock()
    const manager = newManager(
      async () => {
        throw new Error('never')
      },
      { clock },
    )
    const error = await running(manager, () => rejection(manager.settled()))
    expect(error.message).toMatch(
      /failed 10 times in a row: never \(waits for its retry at 2000-01-01T00:00:05\.115Z\)/,
    )
  })

  it('finds what happens after it was moved', async () => {
    const clock = new FakeClock()
    let runs = 0
    const manager = newManager(
      async () => {
        if (++runs === 2) throw new Error('once')
        return { requeueAfter: '10s' }
      },
      { clock },
    )
    await running(manager, async () => {
      await manager.settled()
      await clock.stepAsync(10_000)
      await manager.settled()
      expect(runs).toBe(3)
    })
  })
})

describe('isPermanentError', () => {
  const pods = new GroupResource('', 'pods')
  it('is true for what a retry does not mend', () => {
    expect(isPermanentError(newForbidden(pods, 'a', new Error('no rights')))).toBe(true)
    expect(isPermanentError(new TypeError('undefined is no object'))).toBe(true)
  })

  it('is false for what may come, and for what says nothing', () => {
    expect(isPermanentError(newNotFound(pods, 'a'))).toBe(false)
    expect(isPermanentError(newForbidden(pods, 'a', new Error('exceeded quota: q')))).toBe(false)
    expect(isPermanentError(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }))).toBe(false)
    expect(isPermanentError(new Error('boom'))).toBe(false)
  })
})
