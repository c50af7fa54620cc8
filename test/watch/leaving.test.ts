import { describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap, Pod } from '../../src/api/core/v1/index.js'
import { Channel } from '../../src/collections/channel.js'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { RaceFreeFakeWatcher } from '../../src/watch/fake-watcher.js'
import { MockWatcher } from '../../src/watch/mock-watcher.js'
import { ProxyWatcher } from '../../src/watch/proxy-watcher.js'
import { Recorder } from '../../src/watch/recorder.js'
import { StreamWatcher } from '../../src/watch/stream-watcher.js'
import { WatchDecoder } from '../../src/watch/watch-decoder.js'
import { WatchEncoder } from '../../src/watch/watch-encoder.js'
import { isInitialEventsEnd, type WatchEvent } from '../../src/watch/watch-event.js'

const event: WatchEvent = { type: 'ADDED', object: new Unstructured({ kind: 'Widget', apiVersion: 'v1' }) }

/** A source that has one event, then waits, and knows whether it was left. */
function source() {
  const state = { left: false, aborts: 0 }
  async function* events(): AsyncGenerator<WatchEvent> {
    try {
      yield event
      yield event
    } finally {
      state.left = true
    }
  }
  return { state, events: events() }
}

async function leave(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events) break
}

/** A signal that counts who listens to it. */
function countedSignal() {
  const { signal } = new AbortController()
  const counts = { listening: 0 }
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    counts.listening++
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    counts.listening--
    remove(...args)
  }
  return { signal, counts }
}

describe('a loop that is left', () => {
  test('stops a watcher made of functions, and its events', async () => {
    const { state, events } = source()
    let stopped = 0
    const mock = new MockWatcher({ stopFunc: () => void stopped++, resultChanFunc: () => events })
    await leave(mock)
    expect([stopped, state.left]).toEqual([1, true])
    const iterator = mock[Symbol.asyncIterator]()
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator)
    expect(await iterator.return?.()).toEqual({ value: undefined, done: true })
    const plain = { next: async () => ({ value: event, done: false as const }), [Symbol.asyncIterator]: () => plain }
    await leave(new MockWatcher({ stopFunc: () => undefined, resultChanFunc: () => plain }))
  })

  test('stops a proxy, which forgets its signal', async () => {
    for (const end of ['left', 'ended'] as const) {
      const { state, events } = source()
      const { signal, counts } = countedSignal()
      const proxy = new ProxyWatcher(events, { signal })
      expect(counts.listening).toBe(1)
      if (end === 'left') await leave(proxy)
      else for await (const _ of proxy);
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect([end, proxy.stopping, state.left, counts.listening]).toEqual([end, end === 'left', true, 0])
    }
  })

  test('stops a stream, which forgets its signal', async () => {
    const { state, events } = source()
    const { signal, counts } = countedSignal()
    const watcher = new StreamWatcher(events, { signal })
    const iterator = watcher[Symbol.asyncIterator]()
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator)
    await leave(watcher)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect([state.left, counts.listening]).toEqual([true, 0])
    expect(await iterator.return?.()).toEqual({ value: undefined, done: true })
  })

  test('closes a channel', async () => {
    const channel = new Channel<number>(2)
    channel.trySend(1)
    await leave(channel)
    expect([channel.closed, channel.trySend(2), await channel.send(3)]).toEqual([true, false, false])
  })

  test('stops what a recorder watches', () => {
    const watcher = new RaceFreeFakeWatcher()
    const recorder = new Recorder(watcher)
    recorder.stop()
    expect(watcher.isStopped).toBe(true)
  })
})

const scheme = new Scheme()
addToScheme(scheme)
const decoder = new CodecFactory(scheme).universalDeserializer()
const line = (kind: string, name: string, type = 'ADDED'): string =>
  `{"type":"${type}","object":{"kind":"${kind}","apiVersion":"v1","metadata":{"name":"${name}"}}}\n`
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const nameOf = (each: WatchEvent | undefined): unknown => (each?.object as ConfigMap | undefined)?.metadata?.name

describe('events that are asked for at once', () => {
  test('come in order, and then the end', async () => {
    const watch = new WatchDecoder([utf8(line('Pod', 'a')), utf8(line('Pod', 'b') + line('Pod', 'c'))], { decoder })
    const answers = await Promise.all(Array.from({ length: 5 }, () => watch.next()))
    expect(answers.map(({ value }) => nameOf(value))).toEqual(['a', 'b', 'c', undefined, undefined])
    expect(answers.map(({ done }) => done)).toEqual([false, false, false, true, true])
  })

  test('are there without waiting only when their bytes are', async () => {
    const watch = new WatchDecoder([utf8(line('Pod', 'a') + line('Pod', 'b')), utf8(line('Pod', 'c'))], { decoder })
    expect(watch.takeNow()).toBeUndefined()
    const first = watch.next()
    expect(watch.takeNow()).toBeUndefined()
    expect(nameOf((await first).value)).toBe('a')
    expect([nameOf(watch.takeNow()), watch.takeNow()]).toEqual(['b', undefined])
    expect(nameOf((await watch.next()).value)).toBe('c')
    watch.stop()
    expect([watch.takeNow(), await watch.next()]).toEqual([undefined, { value: undefined, done: true }])
  })

  test('end with an event that is none, taken at once or waited for', async () => {
    const bad = utf8(line('Pod', 'a') + line('Pod', 'b', 'FOO') + line('Pod', 'c'))
    const watch = new WatchDecoder([bad], { decoder })
    await watch.next()
    expect(() => watch.takeNow()).toThrow('got invalid watch event type: FOO')
    expect(await watch.next()).toEqual({ value: undefined, done: true })
    const other = new WatchDecoder([bad], { decoder })
    await other.next()
    await expect(other.next()).rejects.toThrow('got invalid watch event type: FOO')
    expect(await other.next()).toEqual({ value: undefined, done: true })
  })
})

test('objects of another class than that of the watch are an error, but for what reports one', async () => {
  const status = '{"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","code":410}}\n'
  const watch = new WatchDecoder([utf8(line('ConfigMap', 'a') + status + line('Pod', 'b'))], {
    decoder,
    into: ConfigMap,
  })
  expect((await watch.next()).value?.object).toBeInstanceOf(ConfigMap)
  expect((await watch.next()).value).toMatchObject({ type: 'ERROR', object: { code: 410 } })
  await expect(watch.next()).rejects.toMatchObject({ code: 'WatchDecode' })
})

test('blank lines between events are none', async () => {
  const watch = new WatchDecoder([utf8(`\n \r\n${line('Pod', 'a')}\n\t\n${line('Pod', 'b')} \n`)], { decoder })
  const seen: unknown[] = []
  for await (const each of watch) seen.push(nameOf(each))
  expect(seen).toEqual(['a', 'b'])
})

test('an encoder waits until its writer has taken an event', async () => {
  const written: string[] = []
  let taken = false
  const write = async (bytes: Uint8Array): Promise<void> => {
    written.push(new TextDecoder().decode(bytes))
    await new Promise((resolve) => setTimeout(resolve, 0))
    taken = true
  }
  const encoder = new CodecFactory(scheme).supportedMediaTypes()[0]?.serializer
  await new WatchEncoder({ write }, { encoder: encoder as NonNullable<typeof encoder> }).encode({
    type: 'DELETED',
    object: new Pod({ metadata: { name: 'a' } }),
  })
  expect([taken, written.length, written[0]?.startsWith('{"type":"DELETED","object":{')]).toEqual([true, 1, true])
})

test.each([
  ['BOOKMARK', { annotations: { 'k8s.io/initial-events-end': 'true' } }, true],
  ['BOOKMARK', { annotations: { 'k8s.io/initial-events-end': 'false' } }, false],
  ['BOOKMARK', { annotations: {} }, false],
  ['BOOKMARK', {}, false],
  ['BOOKMARK', undefined, false],
  ['ADDED', { annotations: { 'k8s.io/initial-events-end': 'true' } }, false],
] as const)('%s with %j ends the initial events: %s', (type, metadata, expected) => {
  const object = new Unstructured({ kind: 'Pod', apiVersion: 'v1', ...(metadata && { metadata }) } as never)
  expect(isInitialEventsEnd({ type, object })).toBe(expected)
  const inherited = Object.create({ 'k8s.io/initial-events-end': 'true' })
  const odd = new Unstructured({ kind: 'Pod', apiVersion: 'v1', metadata: { annotations: inherited } } as never)
  expect(isInitialEventsEnd({ type: 'BOOKMARK', object: odd })).toBe(false)
})
