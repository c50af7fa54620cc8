import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Broadcaster } from '../../src/watch/broadcaster.js'
import { emptyWatch } from '../../src/watch/empty-watch.js'
import { defaultChanSize, FakeWatcher, RaceFreeFakeWatcher } from '../../src/watch/fake-watcher.js'
import { filter } from '../../src/watch/filter.js'
import { MockWatcher } from '../../src/watch/mock-watcher.js'
import { ProxyWatcher } from '../../src/watch/proxy-watcher.js'
import { Recorder } from '../../src/watch/recorder.js'
import { listWatchUntil, until } from '../../src/watch/until.js'
import type { WatchEvent } from '../../src/watch/watch-event.js'
import type { Watcher } from '../../src/watch/watcher.js'

function named(name: string): Unstructured {
  return new Unstructured({ kind: 'Widget', apiVersion: 'v1', metadata: { name } })
}

function nameOf({ object }: WatchEvent): string {
  return (object as { metadata: { name: string } }).metadata.name
}

async function collect(watcher: AsyncIterable<WatchEvent>): Promise<string[]> {
  const seen: string[] = []
  for await (const event of watcher) seen.push(`${event.type} ${nameOf(event)}`)
  return seen
}

/** Lets everything run that does not wait for anybody. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

describe('FakeWatcher', () => {
  test('delivers events one by one', async () => {
    const watcher = new FakeWatcher()
    const seen = collect(watcher)
    expect(await watcher.add(named('a'))).toBe(true)
    expect(await watcher.modify(named('a'))).toBe(true)
    expect(await watcher.delete(named('a'))).toBe(true)
    expect(await watcher.action('BOOKMARK', named('b'))).toBe(true)
    expect(await watcher.error(named('e'))).toBe(true)
    watcher.stop()
    expect(await seen).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'BOOKMARK b', 'ERROR e'])
  })

  test('makes senders wait, and releases them when it is stopped', async () => {
    const watcher = new FakeWatcher({ channelSize: 1 })
    expect(await watcher.add(named('a'))).toBe(true)
    let sent: boolean | undefined
    const waiting = watcher.add(named('b')).then((taken) => {
      sent = taken
    })
    await settle()
    expect(sent).toBeUndefined()
    watcher.stop()
    await waiting
    expect(sent).toBe(false)
    expect(await watcher.add(named('c'))).toBe(false)
    expect(await collect(watcher)).toEqual(['ADDED a'])
    expect(watcher.isStopped).toBe(true)
    watcher.reset()
    expect(watcher.isStopped).toBe(false)
  })
})

describe('RaceFreeFakeWatcher', () => {
  test('queues events until there is no room', async () => {
    const watcher = new RaceFreeFakeWatcher()
    for (let i = 0; i < defaultChanSize; i++) watcher.add(named(`${i}`))
    expect(() => watcher.add(named('too many'))).toThrow(expect.objectContaining({ code: 'ChannelFull' }))
    watcher.stop()
    watcher.add(named('too late'))
    expect(await collect(watcher)).toHaveLength(defaultChanSize)
  })
})

describe('filter', () => {
  test('changes events and leaves some out', async () => {
    const watcher = new RaceFreeFakeWatcher()
    for (const name of ['a', 'b', 'c']) watcher.add(named(name))
    watcher.stop()
    const filtered = filter(watcher, (event) =>
      nameOf(event) === 'b' ? undefined : ({ ...event, type: 'MODIFIED' } as WatchEvent),
    )
    expect(await collect(filtered)).toEqual(['MODIFIED a', 'MODIFIED c'])
  })

  test('stops what it filters when it is stopped, left or fails', async () => {
    for (const how of ['stopped', 'left', 'fails']) {
      const watcher = new RaceFreeFakeWatcher()
      watcher.add(named('a'))
      const filtered = filter(watcher, (event) => {
        if (how === 'fails') throw new Error('no')
        return event
      })
      const run = async (): Promise<void> => {
        for await (const _ of filtered) if (how === 'left') break
      }
      if (how === 'stopped') filtered.stop()
      if (how === 'fails') await expect(run()).rejects.toThrow('no')
      else await run()
      expect(watcher.isStopped, how).toBe(true)
    }
  })

  test('records what it passes on', async () => {
    const watcher = new RaceFreeFakeWatcher()
    watcher.add(named('a'))
    watcher.stop()
    const recorder = new Recorder(watcher)
    expect(await collect(recorder)).toEqual(['ADDED a'])
    expect(recorder.events.map(nameOf)).toEqual(['a'])
  })
})

describe('MockWatcher, ProxyWatcher and emptyWatch', () => {
  test('an empty watch has ended', async () => {
    const watch = emptyWatch()
    watch.stop()
    expect(await collect(watch)).toEqual([])
  })

  test('a mock calls its functions', async () => {
    let stopped = 0
    const mock = new MockWatcher({
      stopFunc: () => {
        stopped++
      },
      resultChanFunc: () => emptyWatch(),
    })
    expect(await collect(mock)).toEqual([])
    mock.stop()
    expect(stopped).toBe(1)
  })

  test('a proxy stops and reports its source', async () => {
    let closed = false
    async function* source(signal: () => AbortSignal): AsyncGenerator<WatchEvent> {
      try {
        yield { type: 'ADDED', object: named('a') }
        await new Promise((resolve) => signal().addEventListener('abort', resolve))
      } finally {
        closed = true
      }
    }
    const proxy: ProxyWatcher = new ProxyWatcher(source(() => proxy.stopSignal))
    const seen = collect(proxy)
    await settle()
    expect(proxy.stopping).toBe(false)
    proxy.stop()
    proxy.stop()
    expect(await seen).toEqual(['ADDED a'])
    await settle()
    expect([proxy.stopping, closed]).toEqual([true, true])
  })
})

describe('Broadcaster', () => {
  test('sends each event to all watchers, in order', async () => {
    const broadcaster = new Broadcaster({ queueLength: 0, fullChannelBehavior: 'waitIfChannelFull' })
    const watchers = [broadcaster.watch(), broadcaster.watch()]
    const seen = watchers.map(collect)
    for (const name of ['a', 'b', 'c']) await broadcaster.action('ADDED', named(name))
    await broadcaster.shutdown()
    for (const one of await Promise.all(seen)) expect(one).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
    expect(() => broadcaster.watch()).toThrow(expect.objectContaining({ code: 'Stopped' }))
    await expect(broadcaster.action('ADDED', named('d'))).rejects.toThrow('broadcaster already stopped')
    expect(() => broadcaster.actionOrDrop('ADDED', named('d'))).toThrow('broadcaster already stopped')
  })

  test('gives later watchers no earlier events, except the given ones', async () => {
    const broadcaster = new Broadcaster({ queueLength: 10, fullChannelBehavior: 'waitIfChannelFull' })
    const first = broadcaster.watch()
    await broadcaster.action('ADDED', named('a'))
    const late = broadcaster.watch()
    const given = broadcaster.watchWithPrefix([{ type: 'ADDED', object: named('z') }])
    await broadcaster.action('ADDED', named('b'))
    await broadcaster.shutdown()
    expect(await collect(first)).toEqual(['ADDED a', 'ADDED b'])
    expect(await collect(late)).toEqual(['ADDED b'])
    expect(await collect(given)).toEqual(['ADDED z', 'ADDED b'])
  })

  test('drops what a slow watcher has no room for', async () => {
    const broadcaster = new Broadcaster({ queueLength: 1, fullChannelBehavior: 'dropIfChannelFull' })
    const slow = broadcaster.watch()
    const fast = broadcaster.watch()
    const seen = collect(fast)
    for (const name of ['a', 'b', 'c']) {
      await broadcaster.action('ADDED', named(name))
      await settle()
    }
    await broadcaster.shutdown()
    expect(await collect(slow)).toEqual(['ADDED a'])
    expect(await seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
  })

  test('waits for a slow watcher, until that is stopped', async () => {
    const broadcaster = new Broadcaster({
      queueLength: 0,
      fullChannelBehavior: 'waitIfChannelFull',
      incomingQueueLength: 1,
    })
    const controller = new AbortController()
    broadcaster.watch({ signal: controller.signal })
    const seen = collect(broadcaster.watch())
    await broadcaster.action('ADDED', named('a'))
    await broadcaster.action('ADDED', named('b'))
    await settle()
    expect(broadcaster.actionOrDrop('ADDED', named('dropped'))).toBe(false)
    const waiting = broadcaster.action('ADDED', named('c'))
    controller.abort()
    await waiting
    await broadcaster.shutdown()
    expect(await seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
  })

  test('distributes what waited when it was shut down', async () => {
    const broadcaster = new Broadcaster({
      queueLength: 0,
      fullChannelBehavior: 'waitIfChannelFull',
      incomingQueueLength: 0,
    })
    const watcher = broadcaster.watch()
    const sent = ['a', 'b', 'c'].map((name) => broadcaster.action('ADDED', named(name)))
    const done = broadcaster.shutdown()
    expect(await collect(watcher)).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
    await Promise.all([...sent, done])
  })

  test('releases a watcher whose loop was left', async () => {
    const broadcaster = new Broadcaster({ queueLength: 0, fullChannelBehavior: 'waitIfChannelFull' })
    const watcher = broadcaster.watch()
    const left = (async () => {
      for await (const _ of watcher) break
    })()
    for (const name of ['a', 'b', 'c']) await broadcaster.action('ADDED', named(name))
    await expect(left).resolves.toBeUndefined()
    await broadcaster.shutdown()
  })
})

describe('until', () => {
  function watcherOf(...names: string[]): RaceFreeFakeWatcher {
    const watcher = new RaceFreeFakeWatcher()
    for (const name of names) watcher.add(named(name))
    return watcher
  }
  const is = (name: string) => (event: WatchEvent) => nameOf(event) === name

  test('returns the event that met the last condition', async () => {
    const watcher = watcherOf('a', 'b', 'c', 'd')
    const event = await until(watcher, [is('a'), async (one) => nameOf(one) === 'c'])
    expect(nameOf(event as WatchEvent)).toBe('c')
    expect(watcher.isStopped).toBe(true)
  })

  test('asks the next condition about the same event first', async () => {
    const event = await until(watcherOf('a', 'b'), [is('a'), is('a')])
    expect(nameOf(event as WatchEvent)).toBe('a')
    expect(await until(watcherOf('a'), [])).toBeUndefined()
  })

  test('fails when the watch ends, a condition throws, or an error event arrives', async () => {
    const ended = watcherOf('a')
    ended.stop()
    await expect(until(ended, [is('z')])).rejects.toMatchObject({ code: 'WatchClosed', lastEvent: { type: 'ADDED' } })
    const thrown = watcherOf('a')
    const fail = (): boolean => {
      throw new Error('no')
    }
    await expect(until(thrown, [fail])).rejects.toThrow('no')
    const failed = watcherOf()
    failed.error({ kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired' } as KubernetesObject)
    await expect(until(failed, [is('z')])).rejects.toMatchObject({ code: 'StatusError', status: { code: 410 } })
    expect([thrown.isStopped, failed.isStopped]).toEqual([true, true])
  })

  test('fails when the time is over, or its signal is aborted', async () => {
    const late = watcherOf('a')
    await expect(until(late, [is('z')], { timeout: 5 })).rejects.toMatchObject({
      code: 'Timeout',
      message: 'timed out waiting for the condition',
    })
    const reason = new Error('enough')
    const { signal } = ((controller) => {
      controller.abort(reason)
      return controller
    })(new AbortController())
    const aborted = watcherOf('a')
    await expect(until(aborted, [is('a')], { signal })).rejects.toMatchObject({ code: 'Interrupted', cause: reason })
    expect([late.isStopped, aborted.isStopped]).toEqual([true, true])
  })

  test('takes what was listed first, and watches from there', async () => {
    const watcher = watcherOf('c')
    const asked: string[] = []
    const listerWatcher = {
      list: () => Promise.resolve({ metadata: { resourceVersion: '7' }, items: [named('a'), named('b')] }),
      watch: ({ resourceVersion }: { resourceVersion: string }): Watcher => {
        asked.push(resourceVersion)
        return watcher
      },
    }
    expect(nameOf((await listWatchUntil(listerWatcher, [is('b')])) as WatchEvent)).toBe('b')
    expect(asked).toEqual([])
    expect(nameOf((await listWatchUntil(listerWatcher, [is('b'), is('c')])) as WatchEvent)).toBe('c')
    expect(asked).toEqual(['7'])
    expect(watcher.isStopped).toBe(true)
  })
})
