import { describe, expect, test } from 'vitest'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import type { Clock } from '../../src/wait/clock.js'
import { FakeWatcher, RaceFreeFakeWatcher } from '../../src/watch/fake-watcher.js'
import { type ConditionFunc, type ListerWatcher, listWatchUntil, until } from '../../src/watch/until.js'

const named = (name: string): Unstructured => new Unstructured({ kind: 'Widget', apiVersion: 'v1', metadata: { name } })
const is =
  (name: string): ConditionFunc =>
  ({ object }) =>
    (object as { metadata: { name: string } }).metadata.name === name

/** A clock whose only timer fires when the test says so. */
class HandClock implements Clock {
  readonly set: number[] = []
  stopped = 0
  fire: () => void = () => undefined
  now = (): number => 0
  monotonic = (): number => 0

  setTimer(callback: () => void, milliseconds: number) {
    this.set.push(milliseconds)
    this.fire = callback
    return { stop: () => ++this.stopped > 0 }
  }
}

function watcherOf(...names: string[]): RaceFreeFakeWatcher {
  const watcher = new RaceFreeFakeWatcher()
  for (const name of names) watcher.add(named(name))
  return watcher
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('a wait with a limit of time', () => {
  test('sets the timer once, and unsets it when it has ended', async () => {
    const clock = new HandClock()
    await until(watcherOf('a'), [is('a')], { timeout: 70, clock })
    expect([clock.set, clock.stopped]).toEqual([[70], 1])
    await until(watcherOf('a'), [is('a')], { clock })
    expect(clock.set).toEqual([70])
  })

  test('says which event it saw last', async () => {
    const clock = new HandClock()
    const watcher = new FakeWatcher()
    const waiting = until(watcher, [is('z')], { timeout: 1, clock })
    await watcher.add(named('a'))
    await watcher.modify(named('b'))
    await settle()
    clock.fire()
    await expect(waiting).rejects.toMatchObject({
      name: 'UntilError',
      code: 'Timeout',
      message: 'timed out waiting for the condition',
      lastEvent: { type: 'MODIFIED', object: named('b') },
    })
    expect(watcher.isStopped).toBe(true)
  })

  test('stays over time although it is interrupted, too', async () => {
    const clock = new HandClock()
    const controller = new AbortController()
    const waiting = until(new FakeWatcher(), [is('z')], { timeout: 1, clock, signal: controller.signal })
    clock.fire()
    controller.abort(new Error('late'))
    await expect(waiting).rejects.toMatchObject({ code: 'Timeout', lastEvent: undefined })
  })

  test('does not wait for a condition that takes longer', async () => {
    const clock = new HandClock()
    const waiting = until(watcherOf('a'), [() => new Promise<boolean>(() => undefined)], { timeout: 1, clock })
    await settle()
    clock.fire()
    await expect(waiting).rejects.toMatchObject({ code: 'Timeout', lastEvent: { type: 'ADDED' } })
  })
})

test('an interrupted wait says why, and forgets its signal', async () => {
  const controller = new AbortController()
  const watcher = new FakeWatcher()
  const waiting = until(watcher, [is('z')], { signal: controller.signal })
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(waiting).rejects.toMatchObject({
    code: 'Interrupted',
    message: 'interrupted waiting for the condition',
    cause: reason,
  })
  let removed = 0
  const { signal } = new AbortController()
  const remove = signal.removeEventListener.bind(signal)
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    removed++
    remove(...args)
  }
  await until(watcherOf('a'), [is('a')], { signal })
  expect(removed).toBe(1)
})

test('a watch that ends says so in the words of Go', async () => {
  const watcher = watcherOf()
  watcher.stop()
  await expect(until(watcher, [is('z')])).rejects.toMatchObject({
    code: 'WatchClosed',
    message: 'watch closed before UntilWithoutRetry timeout',
    lastEvent: undefined,
  })
})

describe('a wait that lists first', () => {
  function source(list: object, watcher: RaceFreeFakeWatcher = watcherOf('w')) {
    const asked: (string | AbortSignal | undefined)[] = []
    const listerWatcher: ListerWatcher = {
      list: async ({ signal }) => {
        asked.push('list', signal)
        return list
      },
      watch: async ({ resourceVersion, signal }) => {
        asked.push(`watch ${resourceVersion}`, signal)
        return watcher
      },
    }
    return { listerWatcher, asked, watcher }
  }

  test('asks for nothing without a condition', async () => {
    const { listerWatcher, asked } = source({ items: [named('a')] })
    expect(await listWatchUntil(listerWatcher, [])).toBeUndefined()
    expect(asked).toEqual([])
  })

  test.each([
    [{ metadata: { resourceVersion: '7' }, items: [] }, 'watch 7'],
    [{ metadata: { resourceVersion: 7 }, items: [] }, 'watch '],
    [{ metadata: null, items: [] }, 'watch '],
    [{ items: [] }, 'watch '],
    [{ kind: 'WidgetList', metadata: { resourceVersion: '3' } }, 'watch 3'],
    [{ kind: 'WidgetList', items: null }, 'watch '],
  ])('watches from the version of the list: %j', async (list, watched) => {
    const { listerWatcher, asked, watcher } = source(list)
    expect(await listWatchUntil(listerWatcher, [is('w')])).toMatchObject({ type: 'ADDED', object: named('w') })
    expect(asked.filter((each) => typeof each === 'string')).toEqual(['list', watched])
    expect(watcher.isStopped).toBe(true)
  })

  test.each([[{}], [{ kind: 'Widget' }], [{ kind: 'WidgetList', items: {} }]])(
    'refuses %j, which is no list',
    async (list) => {
      await expect(listWatchUntil(source(list).listerWatcher, [is('w')])).rejects.toThrow()
    },
  )

  test('takes what is listed for added, one after the other', async () => {
    const { listerWatcher, asked } = source({ items: [named('a'), named('b'), named('c')] })
    const event = await listWatchUntil(listerWatcher, [is('a'), is('b')])
    expect(event).toEqual({ type: 'ADDED', object: named('b') })
    expect(asked.filter((each) => typeof each === 'string')).toEqual(['list'])
  })

  test('gives its signal to both, which ends with the time', async () => {
    const clock = new HandClock()
    const { listerWatcher, asked } = source({ items: [named('a')] }, watcherOf())
    const waiting = listWatchUntil(listerWatcher, [is('z')], { timeout: 1, clock })
    await settle()
    const signals = [asked[1], asked[3]] as AbortSignal[]
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    clock.fire()
    await expect(waiting).rejects.toMatchObject({ code: 'Timeout', lastEvent: { object: named('a') } })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('does not wait for a list or a watch that does not come', async () => {
    const never = new Promise<never>(() => undefined)
    for (const missing of ['list', 'watch'] as const) {
      const clock = new HandClock()
      const listerWatcher = { ...source({ items: [] }).listerWatcher, [missing]: () => never }
      const waiting = listWatchUntil(listerWatcher, [is('z')], { timeout: 1, clock })
      await settle()
      clock.fire()
      await expect(waiting, missing).rejects.toMatchObject({ code: 'Timeout' })
    }
  })

  test('does not begin once it is interrupted', async () => {
    const { listerWatcher, asked } = source({ items: [named('a')] })
    const signal = AbortSignal.abort()
    await expect(listWatchUntil(listerWatcher, [is('a')], { signal })).rejects.toMatchObject({ code: 'Interrupted' })
    expect(asked.filter((each) => each === 'watch ')).toEqual([])
  })
})
