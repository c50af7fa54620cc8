import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { Controller, type ControllerParts, type ReconcileRun } from '../../src/controller/controller.js'
import type { Enqueue, EventSource } from '../../src/controller/event-source.js'
import type { ReconcileKey, ReconcileResult } from '../../src/controller/reconcile-request.js'
import { isTerminalError, TerminalError } from '../../src/controller/terminal-error.js'
import { TimerSource } from '../../src/controller/timer-source.js'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'

const key = (name: string): ReconcileKey => ({ namespace: 'ns', name, cluster: '' })
const turn = async (): Promise<void> => {
  for (let i = 0; i < 40; i++) await Promise.resolve()
}

class TestSource implements EventSource {
  readonly name = 'test'
  readonly idle = true
  enqueue: Enqueue = () => undefined
  ended = false
  synced: Promise<void> = Promise.resolve()
  start(enqueue: Enqueue, signal: AbortSignal): Promise<void> {
    this.enqueue = enqueue
    signal.addEventListener('abort', () => (this.ended = true))
    return this.synced
  }
}

function setUp(
  reconcile: (run: ReconcileRun) => Promise<ReconcileResult | undefined> | Promise<void>,
  options: Partial<ControllerParts> = {},
) {
  const clock = new FakeClock()
  const source = new TestSource()
  const errors: unknown[] = []
  const metrics = new MetricsRegistry()
  const onError = (error: unknown): void => void errors.push(error)
  const controller = new Controller({ name: 'test', sources: [source], reconcile, clock, metrics, onError, ...options })
  const stop = new AbortController()
  const running = controller.run(stop.signal)
  const end = async (): Promise<void> => {
    stop.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
    expect(source.ended).toBe(true)
  }
  const metric = async (line: string): Promise<number> =>
    Number((await metrics.text()).match(new RegExp(`^controller_runtime_${line} (.*)$`, 'm'))?.[1])
  return { clock, source, errors, controller, end, metric, running, stop }
}

describe('Controller', () => {
  it('runs once for each key, after any number of events', async () => {
    const runs: string[] = []
    const { source, end } = setUp(async ({ key: { name } }) => void runs.push(name))
    await turn()
    for (const name of ['a', 'b', 'a']) source.enqueue(key(name))
    await turn()
    // The first run of `a` began at once; the second is for what came after.
    expect(runs.sort()).toEqual(['a', 'a', 'b'])
    await end()
  })

  it('never runs one key twice at once, others at the same time up to the limit', async () => {
    const open = new Map<string, () => void>()
    let most = 0
    const { source, end } = setUp(
      async ({ key: { name } }) => {
        expect(open.has(name)).toBe(false)
        await new Promise<void>((resolve) => {
          open.set(name, resolve)
          most = Math.max(most, open.size)
        })
        open.delete(name)
      },
      { concurrency: 2 },
    )
    await turn()
    for (const name of ['a', 'b', 'c']) source.enqueue(key(name))
    await turn()
    source.enqueue(key('a'))
    await turn()
    expect([...open.keys()]).toEqual(['a', 'b'])
    for (let i = 0; i < 10 && open.size > 0; i++) {
      for (const resolve of [...open.values()]) resolve()
      await turn()
    }
    expect(most).toBe(2)
    await end()
  })

  it('tries again what failed, later each time, until it succeeds', async () => {
    const times: number[] = []
    let failing = 3
    const { clock, source, errors, end, metric, controller } = setUp(async ({ failures }) => {
      times.push(clock.monotonic())
      expect(failures).toBe(3 - failing)
      if (failing-- > 0) throw new Error('not yet')
    })
    await turn()
    source.enqueue(key('a'))
    await turn()
    expect(controller.idle).toBe(false)
    await clock.stepAsync(100)
    expect(times).toEqual([0, 5, 15, 35])
    expect(errors).toHaveLength(3)
    expect(controller.idle).toBe(true)
    expect(await metric('reconcile_errors_total{controller="test"}')).toBe(3)
    expect(await metric('reconcile_total{controller="test",result="success"}')).toBe(1)
    await end()
  })

  it('does not try again after a terminal error, also one that is wrapped', async () => {
    let runs = 0
    const { clock, source, errors, end, metric, controller } = setUp(async () => {
      runs++
      throw runs === 1 ? new TerminalError('bad spec') : new Error('outer', { cause: new TerminalError('bad spec') })
    })
    await turn()
    source.enqueue(key('a'))
    await clock.stepAsync(100_000)
    expect([runs, controller.idle, isTerminalError(errors[0])]).toEqual([1, true, true])
    source.enqueue(key('a'))
    await clock.stepAsync(100_000)
    expect(runs).toBe(2)
    expect(await metric('terminal_reconcile_errors_total{controller="test"}')).toBe(2)
    await end()
  })

  it('reconciles again after the requested time, and resets the count of failures', async () => {
    const times: number[] = []
    const results: (() => ReconcileResult | undefined)[] = [
      () => {
        throw new Error('once')
      },
      () => ({ requeueAfter: '10s' }),
      () => ({ requeueAfter: 500 }),
      () => ({ requeueAfter: 0 }),
    ]
    const { clock, source, end, controller, metric } = setUp(async () => {
      times.push(clock.monotonic())
      return results.shift()?.()
    })
    await turn()
    source.enqueue(key('a'))
    await clock.stepAsync(5)
    expect(controller.queue.numRequeues(key('a'))).toBe(0)
    expect(controller.idle).toBe(true)
    await clock.stepAsync(60_000)
    expect(times).toEqual([0, 5, 10_005, 10_505])
    expect(await metric('reconcile_total{controller="test",result="requeue_after"}')).toBe(2)
    await end()
  })

  it('takes an impossible time to wait as a failure', async () => {
    const { source, errors, end, clock } = setUp(async () => ({ requeueAfter: 'soon' }))
    await turn()
    source.enqueue(key('a'))
    await clock.stepAsync(1)
    expect(errors).toHaveLength(1)
    await end()
  })

  it('survives what is thrown and is no error', async () => {
    let runs = 0
    const { source, errors, end, clock } = setUp((() => {
      runs++
      return runs > 2 ? undefined : Promise.reject([undefined, 'a text'][runs - 1])
    }) as never)
    await turn()
    source.enqueue(key('a'))
    await clock.stepAsync(1000)
    expect([runs, errors]).toEqual([3, [undefined, 'a text']])
    await end()
  })

  it('aborts the signal of a run that takes too long, frees its worker, and keeps its key', async () => {
    const runs: string[] = []
    let release: () => void = () => undefined
    const { clock, source, end, metric } = setUp(
      async ({ key: { name }, signal }) => {
        runs.push(name)
        if (name !== 'slow' || runs.length > 1) return
        await new Promise<void>((resolve) => (release = resolve))
        expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
      },
      { reconcileTimeout: '5s' },
    )
    await turn()
    source.enqueue(key('slow'))
    await turn()
    source.enqueue(key('other'))
    source.enqueue(key('slow'))
    await clock.stepAsync(4999)
    expect(runs).toEqual(['slow'])
    await clock.stepAsync(1)
    expect(runs).toEqual(['slow', 'other'])
    release()
    await turn()
    expect(runs).toEqual(['slow', 'other', 'slow'])
    expect(await metric('reconcile_timeouts_total{controller="test"}')).toBe(1)
    await end()
  })

  it('waits for runs when it stops, begins none, and aborts them on request', async () => {
    const begun: string[] = []
    let aborted = false
    const { source, controller, stop, running } = setUp(async ({ key: { name }, signal }) => {
      begun.push(name)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      aborted = true
    })
    await turn()
    source.enqueue(key('a'))
    source.enqueue(key('b'))
    await turn()
    stop.abort()
    await turn()
    expect([begun, aborted]).toEqual([['a'], false])
    controller.abort()
    await running
    expect([begun, aborted]).toEqual([['a'], true])
  })

  it('works on nothing before its sources are filled, and fails when they are not in time', async () => {
    const source = new TestSource()
    source.synced = new Promise(() => undefined)
    let runs = 0
    const { clock, running } = setUp(async () => void runs++, { sources: [source], cacheSyncTimeout: 1000 })
    source.enqueue(key('a'))
    await clock.stepAsync(999)
    expect(runs).toBe(0)
    const failed = expect(running).rejects.toThrow('failed to wait for test caches to sync test: timed out')
    await clock.stepAsync(1)
    await failed
    expect(clock.pendingTimers).toBe(0)
  })

  it('is started once', async () => {
    const { controller, end } = setUp(async () => undefined)
    await expect(controller.run(new AbortController().signal)).rejects.toThrow('was started more than once')
    await end()
  })

  it('delivers new events before the initial list', async () => {
    const order: string[] = []
    let release: () => void = () => undefined
    const { source, end } = setUp(async ({ key: { name } }) => {
      order.push(name)
      if (name === 'first') await new Promise<void>((resolve) => (release = resolve))
    })
    await turn()
    source.enqueue(key('first'))
    await turn()
    source.enqueue(key('resync'), { priority: -100 })
    source.enqueue(key('news'))
    release()
    await turn()
    expect(order).toEqual(['first', 'news', 'resync'])
    await end()
  })

  it('looks at keys of a timer', async () => {
    const clock = new FakeClock()
    let runs = 0
    const source = new TimerSource({ every: '1m', keys: () => [key('a')], clock })
    const controller = new Controller({ name: 't', sources: [source], clock, reconcile: async () => void runs++ })
    const stop = new AbortController()
    const running = controller.run(stop.signal)
    await clock.stepAsync(180_000)
    expect(runs).toBe(4)
    stop.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
  })

  it('keeps the priority of a key that failed, or looks again, unless the run names another', async () => {
    const order: string[] = []
    const { source, clock, controller, end } = setUp(async ({ key: { name }, failures }) => {
      order.push(name)
      if (name === 'fails' && failures === 0) throw new Error('once')
      if (order.length > 4) return undefined
      if (name === 'again') return { requeueAfter: 5 }
      return name === 'raised' ? { requeueAfter: 5, priority: 100 } : undefined
    })
    const priority = -50
    for (const name of ['fails', 'again', 'raised']) source.enqueue(key(name), { priority })
    await turn()
    expect(order.splice(0)).toEqual(['fails', 'again', 'raised'])
    order.push('', '', '', '')
    source.enqueue(key('blocks'))
    clock.step(0)
    // All become ready at the same time, with a worker that takes them one after the other.
    clock.step(5)
    source.enqueue(key('news'))
    await turn()
    const came = order.filter((name) => name !== '')
    expect(came.indexOf('raised')).toBeLessThan(came.indexOf('news'))
    expect(came.indexOf('news')).toBeLessThan(came.indexOf('fails'))
    expect(came.indexOf('news')).toBeLessThan(came.indexOf('again'))
    expect(controller.queue.state.length).toBe(0)
    await end()
  })

  it('starts the sources once, however often it is asked to', async () => {
    let starts = 0
    let fill: () => void = () => undefined
    const source: EventSource = {
      name: 'slow',
      idle: true,
      start: () => {
        starts++
        return new Promise((resolve) => {
          fill = resolve
        })
      },
    }
    const controller = new Controller({ name: 'once', sources: [source], reconcile: async () => undefined })
    const stop = new AbortController()
    const first = controller.startSources()
    const running = controller.run(stop.signal)
    expect(controller.startSources()).toBe(first)
    fill()
    await first
    stop.abort()
    await running
    expect(starts).toBe(1)
  })

  it('ends without failing when it is stopped while its sources fill', async () => {
    const source: EventSource = { name: 'never', idle: false, start: () => new Promise(() => undefined) }
    const clock = new FakeClock()
    const controller = new Controller({ name: 'stopped', sources: [source], reconcile: async () => undefined, clock })
    const stop = new AbortController()
    const running = controller.run(stop.signal)
    await turn()
    stop.abort()
    controller.abort()
    await running
    expect(clock.pendingTimers).toBe(0)
  })

  it('fails with what a source fails with', async () => {
    const source: EventSource = { name: 'bad', idle: true, start: () => Promise.reject(new Error('no such kind')) }
    const controller = new Controller({ name: 'failing', sources: [source], reconcile: async () => undefined })
    await expect(controller.run(new AbortController().signal)).rejects.toThrow('no such kind')
  })

  it('counts timeouts, not runs that were stopped for another reason', async () => {
    const { source, clock, metric, end } = setUp(
      ({ key: { name }, signal }) =>
        name === 'quick'
          ? Promise.resolve()
          : new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { reconcileTimeout: '1s' },
    )
    source.enqueue(key('quick'))
    source.enqueue(key('slow'))
    await turn()
    expect(await metric('reconcile_timeouts_total{controller="test"}')).toBe(0)
    clock.step(1000)
    await turn()
    expect(await metric('reconcile_timeouts_total{controller="test"}')).toBe(1)
    await end()
  })
})
