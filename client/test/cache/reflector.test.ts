import type { ConfigMap } from 'apimachinery/api/core/v1'
import { newInternalError, newTooManyRequests, type Status } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { objectKey } from '../../src/cache/object-key.js'
import { Reflector, type ReflectorOptions, type ReflectorState } from '../../src/cache/reflector.js'
import { RequestStatusError } from '../../src/rest/request-status-error.js'
import { TransportError } from '../../src/transport/transport-error.js'
import { expired, FakeSource, tooLarge } from '../support/fake-source.js'

let clock: FakeClock
let source: FakeSource
let stop: AbortController
let running: Promise<void>
let errors: unknown[]
let states: ReflectorState[]
let calls: string[]
const store = new Map<string, ConfigMap>()

beforeEach(() => {
  clock = new FakeClock()
  source = new FakeSource()
  stop = new AbortController()
  errors = []
  states = []
  calls = []
  store.clear()
})
afterEach(async () => {
  stop.abort()
  await running
  expect(clock.pendingTimers).toBe(0)
  expect(source.openWatches).toBe(0)
})

function start(options: ReflectorOptions = {}): Reflector<ConfigMap> {
  const reflector = new Reflector<ConfigMap>(
    source.source(),
    {
      put: (object) => {
        calls.push(`put ${object.metadata?.name}`)
        store.set(objectKey(object), object)
      },
      remove: (object) => {
        calls.push(`remove ${object.metadata?.name}`)
        store.delete(objectKey(object))
      },
      replace: (objects) => {
        calls.push(`replace ${objects.length}`)
        store.clear()
        for (const object of objects) store.set(objectKey(object), object)
      },
      reached: () => undefined,
    },
    {
      clock,
      random: () => 0.5,
      onError: (error) => errors.push(error),
      onState: (state) => states.push(state),
      ...options,
    },
  )
  running = reflector.run(stop.signal)
  return reflector
}
const settle = (): Promise<void> => clock.stepAsync(0)
const inStore = (): string[] => [...store.keys()].sort()
const onServer = (): string[] => [...source.objects.keys()].sort()

describe.each([{ watchList: true }, { watchList: false }])(
  'Reflector with $watchList for initial events',
  (options) => {
    it('reads what is there and follows the changes', async () => {
      source.put('a')
      const reflector = start(options)
      await settle()
      source.put('b')
      source.put('a', { x: '1' })
      source.delete('b')
      await settle()
      expect(calls).toEqual(['replace 1', 'put b', 'put a', 'remove b'])
      expect(store.get('ns/a')?.data).toEqual({ x: '1' })
      expect(reflector.state).toEqual({
        resource: 'configmaps',
        namespace: undefined,
        phase: 'watching',
        resourceVersion: source.version,
      })
      expect(source.lists.length).toBe(options.watchList ? 0 : 1)
    })

    it('resumes where a watch ended, without a list', async () => {
      source.put('a')
      start(options)
      await settle()
      const [lists, watches] = [source.lists.length, source.watches.length]
      source.put('b')
      await settle()
      source.disconnect()
      source.put('c')
      await settle()
      await clock.stepAsync(30_000)
      expect(inStore()).toEqual(onServer())
      expect(source.lists.length).toBe(lists)
      expect(source.watches[watches]).toMatchObject({ resourceVersion: '12', allowWatchBookmarks: true })
    })

    it('keeps the version of a bookmark', async () => {
      const reflector = start(options)
      await settle()
      source.put('elsewhere', {}, 'ns')
      source.bookmark()
      await settle()
      source.disconnect()
      source.compact()
      await clock.stepAsync(5000)
      expect(source.watches.at(-1)).toMatchObject({ resourceVersion: source.version })
      expect(reflector.state.error).toBeUndefined()
    })

    it('fills the store again when the server has forgotten its version', async () => {
      source.put('a')
      source.put('b')
      start(options)
      await settle()
      source.disconnect()
      source.delete('b')
      source.put('c')
      source.compact()
      await clock.stepAsync(60_000)
      expect(inStore()).toEqual(['ns/a', 'ns/c'])
      expect(calls.filter((call) => call.startsWith('replace'))).toEqual(['replace 2', 'replace 2'])
      source.put('d')
      await settle()
      expect(inStore()).toEqual(onServer())
    })

    it('gets the error of an expired version within the stream, too', async () => {
      source.put('a')
      start(options)
      await settle()
      source.disconnect(expired())
      source.put('b')
      await clock.stepAsync(60_000)
      expect(inStore()).toEqual(onServer())
      expect(errors).toEqual([])
    })

    it('resumes after lost connections, with growing delays and without a list', async () => {
      source.put('a')
      start(options)
      await settle()
      const lists = source.lists.length
      source.watchErrors.push(...Array.from({ length: 6 }, () => new TransportError('NotConnected', 'refused')))
      source.disconnect(new TransportError('ConnectionLost', 'reset'))
      await clock.stepAsync(0)
      source.put('b')
      await clock.stepAsync(300_000)
      expect(errors).toHaveLength(7)
      expect(source.lists.length).toBe(lists)
      expect(inStore()).toEqual(onServer())
    })

    it('waits as long as the server asks', async () => {
      start(options)
      await settle()
      source.watchErrors.push(newTooManyRequests('slow down', 20))
      source.disconnect()
      await settle()
      await clock.stepAsync(2000)
      const watches = source.watches.length
      await clock.stepAsync(18_000)
      expect(source.watches.length).toBe(watches)
      await clock.stepAsync(4000)
      expect(source.watches.length).toBe(watches + 1)
    })

    it('survives internal errors of the server', async () => {
      start(options)
      await settle()
      source.watchErrors.push(newInternalError(new Error('etcd')), newInternalError(new Error('etcd')))
      source.disconnect()
      source.put('a')
      await clock.stepAsync(60_000)
      expect(inStore()).toEqual(['ns/a'])
      expect(errors).toHaveLength(2)
    })

    it('lists again after an error among the events: what cannot be sent cannot be sent again', async () => {
      source.put('kept')
      source.put('corrupt')
      start(options)
      await settle()
      // An object that cannot be read was deleted without being read: no event tells of it.
      const about = { method: 'GET', verb: 'watch', path: 'configmaps', httpStatus: 200, headers: {} }
      const message = 'failed to prepare current and previous objects: corrupt object has been deleted'
      const unreadable = { status: 'Failure', code: 500, message } as const
      for (const reason of ['StoreReadError', 'InternalError']) {
        source.forget('corrupt')
        source.disconnect(new RequestStatusError({ ...unreadable, reason } as Status, about))
        await clock.stepAsync(5000)
        expect(inStore()).toEqual(['ns/kept'])
        source.put('corrupt')
        await settle()
        expect(inStore()).toEqual(['ns/corrupt', 'ns/kept'])
      }
    })

    it('lists again when watches end at once again and again', async () => {
      start({ ...options, watchList: false })
      await settle()
      const end = setIntervalOn(clock, 100, () => source.disconnect())
      await clock.stepAsync(200_000)
      end()
      expect(source.lists.length).toBeGreaterThan(2)
    })

    it('ends watches that the server does not end', async () => {
      start(options)
      await settle()
      const watches = source.watches.length
      expect(source.watches.at(-1)).toMatchObject({ timeoutSeconds: 450 })
      await clock.stepAsync(479_000)
      expect(source.watches.length).toBe(watches)
      await clock.stepAsync(10_000)
      expect(source.watches.length).toBe(watches + 1)
    })

    it('tells its states', async () => {
      source.listErrors.push(new Error('first list'))
      if (options.watchList) source.watchErrors.push(new Error('no initial events'))
      start(options)
      await settle()
      await clock.stepAsync(10_000)
      expect(states.map(({ phase }) => phase)).toEqual(['listing', 'waiting', 'listing', 'watching'])
      expect(states[1]?.error).toMatchObject({ message: 'first list' })
      expect(states[3]?.error).toBeUndefined()
      stop.abort()
      await running
      expect(states.at(-1)?.phase).toBe('stopped')
    })

    it('stops while it lists, waits or watches', async () => {
      source.listErrors.push(new Error('first list'))
      if (options.watchList) source.watchErrors.push(new Error('no initial events'))
      start(options)
      stop.abort()
      await running
      expect(calls).toEqual([])
    })

    it('survives error handlers that throw', async () => {
      source.listErrors.push(new Error('a'))
      if (options.watchList) source.watchErrors.push(new Error('b'))
      source.put('a')
      start({
        ...options,
        onError: () => {
          throw new Error('told')
        },
      })
      await clock.stepAsync(10_000)
      expect(inStore()).toEqual(['ns/a'])
    })

    it('ends when its client was closed', async () => {
      start(options)
      await settle()
      source.watchErrors.push(new TransportError('Closed', 'the transport is closed'))
      source.disconnect()
      await clock.stepAsync(5000)
      await running
      expect(states.at(-1)).toMatchObject({ phase: 'stopped', error: { code: 'Closed' } })
    })
  },
)

describe('Reflector with initial events', () => {
  it('requests them, at least as new as its own state', async () => {
    start()
    await settle()
    expect(source.watches[0]).toMatchObject({
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      resourceVersion: '',
      allowWatchBookmarks: true,
    })
    source.put('a')
    await settle()
    source.disconnect(expired())
    await clock.stepAsync(10_000)
    expect(source.watches.at(-1)).toMatchObject({ sendInitialEvents: true, resourceVersion: '11' })
  })

  it('lists from a server that refuses them', async () => {
    source.initialEvents = 'refused'
    source.put('a')
    start()
    await settle()
    expect(inStore()).toEqual(['ns/a'])
    expect(source.lists).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('lists from a server that does not end them, and does not ask again', async () => {
    source.initialEvents = 'silent'
    source.put('a')
    start()
    await settle()
    expect(inStore()).toEqual([])
    await clock.stepAsync(11_000)
    expect(inStore()).toEqual(['ns/a'])
    source.disconnect(expired())
    await clock.stepAsync(60_000)
    expect(source.watches.filter(({ sendInitialEvents }) => sendInitialEvents)).toHaveLength(1)
    expect(source.lists).toHaveLength(2)
  })

  it('puts nothing into the store of initial events that were cut off', async () => {
    source.initialEvents = 'silent'
    source.put('a')
    start()
    await settle()
    source.initialEvents = 'yes'
    source.disconnect(new TransportError('ConnectionLost', 'reset'))
    await settle()
    expect(calls).toEqual([])
    source.put('b')
    await clock.stepAsync(10_000)
    expect(calls).toEqual(['replace 2'])
  })
})

describe('Reflector with lists', () => {
  it('requests any version first, then one at least as new as its own', async () => {
    start({ watchList: false })
    await settle()
    source.put('a')
    await settle()
    source.disconnect(expired())
    await clock.stepAsync(10_000)
    expect(source.lists.map(({ resourceVersion, limit }) => [resourceVersion, limit])).toEqual([
      ['0', 500],
      ['11', undefined],
    ])
  })

  it.each([expired, tooLarge])(
    'asks for the newest version when the server does not know the one it has: %o',
    async (error) => {
      start({ watchList: false })
      await settle()
      source.listErrors.push(error())
      source.disconnect(expired())
      await clock.stepAsync(10_000)
      expect(source.lists.map(({ resourceVersion }) => resourceVersion)).toEqual(['0', '10', ''])
      source.disconnect(expired())
      await clock.stepAsync(60_000)
      expect(source.lists.at(-1)?.resourceVersion).toBe('10')
    },
  )

  it('reads pages, and goes on in pages with a server that has no cache', async () => {
    source.pageSize = 2
    for (const name of ['a', 'b', 'c', 'd', 'e']) source.put(name)
    start({ watchList: false })
    await settle()
    expect(inStore()).toEqual(onServer())
    expect(calls).toEqual(['replace 5'])
    source.disconnect(expired())
    await clock.stepAsync(10_000)
    expect(source.lists[3]).toMatchObject({ limit: 500, resourceVersion: '15' })
  })

  it('reads the list again in one piece when a page has expired', async () => {
    source.pageSize = 2
    for (const name of ['a', 'b', 'c']) source.put(name)
    source.onPage = () => {
      source.onPage = undefined
      source.delete('a')
      source.compact()
    }
    start({ watchList: false })
    await settle()
    expect(inStore()).toEqual(['ns/b', 'ns/c'])
    expect(calls).toEqual(['replace 2'])
  })

  it('has page sizes of its own', async () => {
    start({ watchList: false, pageSize: 10 })
    await settle()
    source.disconnect(expired())
    await clock.stepAsync(10_000)
    expect(source.lists.map(({ limit }) => limit)).toEqual([10, 10])
  })
})

function setIntervalOn(on: FakeClock, milliseconds: number, work: () => void): () => void {
  let ended = false
  const again = (): void => {
    if (ended) return
    work()
    timer = on.setTimer(again, milliseconds)
  }
  let timer = on.setTimer(again, milliseconds)
  return () => {
    ended = true
    timer.stop()
  }
}
