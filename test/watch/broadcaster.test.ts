import { expect, test } from 'vitest'
import { Unstructured } from '../../src/runtime/objects/unstructured.js'
import { Broadcaster } from '../../src/watch/broadcaster.js'
import type { WatchEvent } from '../../src/watch/watch-event.js'

const event = (name: string): WatchEvent => ({
  type: 'ADDED',
  object: new Unstructured({ kind: 'Widget', apiVersion: 'v1', metadata: { name } }),
})

async function names(watcher: AsyncIterable<WatchEvent>): Promise<string[]> {
  const seen: string[] = []
  for await (const { object } of watcher) seen.push((object as { metadata: { name: string } }).metadata.name)
  return seen
}

test('given events have room, and one more, however short the queue is', async () => {
  const broadcaster = new Broadcaster({ queueLength: 1, fullChannelBehavior: 'dropIfChannelFull' })
  const watcher = broadcaster.watchWithPrefix(['a', 'b', 'c'].map(event))
  for (const name of ['d', 'e']) await broadcaster.action('ADDED', event(name).object)
  await broadcaster.shutdown()
  expect(await names(watcher)).toEqual(['a', 'b', 'c', 'd'])
})

test('a watcher whose signal is aborted gets nothing more, and the others do', async () => {
  const broadcaster = new Broadcaster({ queueLength: 5, fullChannelBehavior: 'waitIfChannelFull' })
  const controller = new AbortController()
  const [early, late, other] = [
    broadcaster.watch({ signal: AbortSignal.abort() }),
    broadcaster.watch({ signal: controller.signal }),
    broadcaster.watch(),
  ]
  await broadcaster.action('ADDED', event('a').object)
  await new Promise((resolve) => setTimeout(resolve, 0))
  controller.abort()
  await broadcaster.action('ADDED', event('b').object)
  await broadcaster.shutdown()
  expect([await names(early), await names(late), await names(other)]).toEqual([[], ['a'], ['a', 'b']])
})

test('25 events wait for a watcher that takes none, and no more', async () => {
  const broadcaster = new Broadcaster({ queueLength: 0, fullChannelBehavior: 'waitIfChannelFull' })
  const watcher = broadcaster.watch()
  let taken = 0
  await broadcaster.action('ADDED', event('first').object)
  await new Promise((resolve) => setTimeout(resolve, 0))
  while (broadcaster.actionOrDrop('ADDED', event('more').object)) taken++
  expect(taken).toBe(25)
  watcher.stop()
  watcher.stop()
  await broadcaster.shutdown()
  expect(await names(watcher)).toEqual([])
})

test('a watcher that begins while events are queued gets only those that come after it', async () => {
  const broadcaster = new Broadcaster({ queueLength: 5, fullChannelBehavior: 'waitIfChannelFull' })
  expect(broadcaster.actionOrDrop('ADDED', event('before').object)).toBe(true)
  const watcher = broadcaster.watch()
  expect(broadcaster.actionOrDrop('ADDED', event('after').object)).toBe(true)
  await broadcaster.shutdown()
  expect(await names(watcher)).toEqual(['after'])
})
