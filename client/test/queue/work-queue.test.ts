import { FakeClock, Random } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { WorkQueue } from '../../src/queue/work-queue.js'

const turn = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}
const item = async <T>(queue: WorkQueue<T>): Promise<T | undefined> => (await queue.get())?.item

describe('WorkQueue', () => {
  it('gives items in the order in which they came, each once', async () => {
    const queue = new WorkQueue<string>()
    for (const each of ['a', 'b', 'a', 'c', 'b']) queue.add(each)
    expect(queue.length).toBe(3)
    expect([await item(queue), await item(queue), await item(queue)]).toEqual(['a', 'b', 'c'])
    expect(queue.state).toEqual({ length: 0, processing: 3, delayed: 0 })
  })

  it('gives an item that is added while it is worked on again when that is done, once', async () => {
    const queue = new WorkQueue<string>()
    queue.add('a')
    expect(await item(queue)).toBe('a')
    queue.add('a')
    queue.add('a')
    expect(queue.length).toBe(0)
    const next = item(queue)
    let given: string | undefined
    void next.then((value) => (given = value))
    await turn()
    expect(given).toBeUndefined()
    queue.done('a')
    expect(await next).toBe('a')
    queue.done('a')
    expect(queue.state).toEqual({ length: 0, processing: 0, delayed: 0 })
  })

  it('never has an item with two workers, and works on each item after its last change', async () => {
    const queue = new WorkQueue<number>()
    const random = new Random(7)
    const versions = new Array<number>(20).fill(0)
    const seen = new Array<number>(20).fill(0)
    const busy = new Set<number>()
    const worker = async (): Promise<void> => {
      for (let work = await queue.get(); work !== undefined; work = await queue.get()) {
        expect(busy.has(work.item)).toBe(false)
        busy.add(work.item)
        seen[work.item] = versions[work.item]!
        for (let i = random.below(5); i > 0; i--) await Promise.resolve()
        busy.delete(work.item)
        queue.done(work.item)
      }
    }
    const workers = Array.from({ length: 5 }, worker)
    for (let i = 0; i < 5000; i++) {
      const which = random.below(20)
      versions[which]!++
      queue.add(which, { priority: random.below(3) })
      if (random.chance(0.3)) await Promise.resolve()
    }
    await queue.shutDownWithDrain()
    await Promise.all(workers)
    expect(seen).toEqual(versions)
  })

  it('takes items as the same by their key', async () => {
    const queue = new WorkQueue<{ name: string }>({ keyOf: ({ name }) => name })
    queue.add({ name: 'a' })
    queue.add({ name: 'a' })
    expect(queue.length).toBe(1)
    const first = await item(queue)
    queue.add({ name: 'a' })
    queue.done(first!)
    expect(queue.length).toBe(1)
  })

  it('gives higher priorities first, and raises what waits', async () => {
    const queue = new WorkQueue<string>()
    queue.add('resync-1', { priority: -100 })
    queue.add('resync-2', { priority: -100 })
    queue.add('event-1')
    queue.add('resync-2')
    queue.add('urgent', { priority: 10 })
    queue.add('event-1', { priority: -100 })
    const got = []
    while (queue.length > 0) got.push((await queue.get())!)
    expect(got.map((work) => [work.item, work.priority])).toEqual([
      ['urgent', 10],
      ['event-1', 0],
      ['resync-2', 0],
      ['resync-1', -100],
    ])
  })

  it('keeps the priority that an item got while it was worked on', async () => {
    const queue = new WorkQueue<string>()
    queue.add('a', { priority: -100 })
    queue.add('b', { priority: -50 })
    await queue.get()
    await queue.get()
    queue.add('b', { priority: -100 })
    queue.add('b', { priority: 3 })
    queue.done('b')
    expect(await queue.get()).toEqual({ item: 'b', priority: 3 })
  })

  it('lets groups take turns', async () => {
    const queue = new WorkQueue<string>({ fairBy: (key) => key.split('/')[0]! })
    for (let i = 0; i < 4; i++) queue.add(`big/${i}`)
    queue.add('small/0')
    queue.add('other/0')
    queue.add('small/1')
    const got = []
    while (queue.length > 0) got.push(await item(queue))
    expect(got).toEqual(['big/0', 'small/0', 'other/0', 'big/1', 'small/1', 'big/2', 'big/3'])
  })

  it('serves workers in the order in which they asked, and forgets those that gave up', async () => {
    const queue = new WorkQueue<string>()
    const gaveUp = new AbortController()
    const first = queue.get(gaveUp.signal)
    const second = queue.get()
    gaveUp.abort()
    expect(await first).toBeUndefined()
    queue.add('a')
    expect((await second)?.item).toBe('a')
    expect(await queue.get(gaveUp.signal)).toBeUndefined()
  })

  it('ignores done for items that are not in progress', () => {
    const queue = new WorkQueue<string>()
    queue.add('a')
    queue.done('a')
    expect(queue.state).toEqual({ length: 1, processing: 0, delayed: 0 })
  })

  describe('shutting down', () => {
    it('returns the queued items, then nothing, and accepts no more', async () => {
      const queue = new WorkQueue<string>()
      queue.add('a')
      queue.shutDown()
      queue.add('b')
      expect(queue.shuttingDown).toBe(true)
      expect(await item(queue)).toBe('a')
      expect(await queue.get()).toBeUndefined()
    })

    it('wakes workers that wait', async () => {
      const queue = new WorkQueue<string>()
      const waiting = [queue.get(), queue.get()]
      queue.shutDown()
      expect(await Promise.all(waiting)).toEqual([undefined, undefined])
    })

    it('waits for what is worked on when it drains, dirty items included', async () => {
      const queue = new WorkQueue<string>()
      queue.add('a')
      queue.add('b')
      await queue.get()
      await queue.get()
      queue.add('a')
      let drained = false
      const draining = queue.shutDownWithDrain().then(() => (drained = true))
      queue.done('a')
      queue.done('b')
      await turn()
      expect(drained).toBe(false)
      expect(await item(queue)).toBe('a')
      await turn()
      expect(drained).toBe(false)
      queue.done('a')
      await draining
    })

    it('ends a drain at its limit', async () => {
      const queue = new WorkQueue<string>()
      queue.add('a')
      await queue.get()
      const draining = queue.shutDownWithDrain()
      queue.shutDown()
      await draining
      expect(queue.state.processing).toBe(1)
    })

    it('leaves no timer', () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<string>({ clock })
      queue.addAfter('a', 1000)
      queue.shutDown()
      expect(clock.pendingTimers).toBe(0)
    })
  })

  describe('delays', () => {
    it('adds an item at its time', async () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<string>({ clock })
      queue.addAfter('a', 50)
      expect(queue.state).toEqual({ length: 0, processing: 0, delayed: 1 })
      expect(queue.untilNextDelayed).toBe(50)
      clock.step(49)
      expect(queue.length).toBe(0)
      clock.step(1)
      expect(queue.length).toBe(1)
      expect(clock.pendingTimers).toBe(0)
    })

    it('keeps the earlier time of an item that is added twice', () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<string>({ clock })
      queue.addAfter('a', 70)
      queue.addAfter('a', 50)
      queue.addAfter('a', 90)
      clock.step(50)
      expect(queue.state).toEqual({ length: 1, processing: 0, delayed: 0 })
    })

    it('fires first the item that is due first', async () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<string>({ clock })
      queue.addAfter('late', 1000)
      queue.addAfter('early', 50)
      clock.step(60)
      expect(await item(queue)).toBe('early')
      clock.step(940)
      expect(await item(queue)).toBe('late')
    })

    it('gives items in the order of their times', async () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<number>({ clock })
      const random = new Random(3)
      const times = Array.from({ length: 300 }, () => random.between(1, 1000))
      times.forEach((time, index) => {
        queue.addAfter(index, time)
      })
      clock.step(1000)
      const got = []
      while (queue.length > 0) got.push((await item(queue))!)
      const wanted = times.map((_, index) => index).sort((a, b) => times[a]! - times[b]! || a - b)
      expect(got).toEqual(wanted)
    })

    it('does not delay an added item by one that is due later', async () => {
      const clock = new FakeClock()
      const queue = new WorkQueue<string>({ clock })
      queue.addAfter('a', 1000)
      queue.add('a')
      expect(await item(queue)).toBe('a')
      queue.done('a')
      clock.step(1000)
      expect(await item(queue)).toBe('a')
    })

    it('adds items without delay at once', () => {
      const queue = new WorkQueue<string>({ clock: new FakeClock() })
      queue.addAfter('a', 0)
      queue.addAfter('b', -5)
      expect(queue.length).toBe(2)
    })
  })

  it('asks the rate limiter for the delay, until an item is forgotten', () => {
    const clock = new FakeClock()
    const queue = new WorkQueue<string>({ clock })
    const delays = []
    for (let i = 0; i < 4; i++) {
      queue.addRateLimited('a')
      delays.push(queue.untilNextDelayed)
      clock.step(10_000)
      void queue.get()
      queue.done('a')
    }
    expect(delays).toEqual([5, 10, 20, 40])
    expect(queue.numRequeues('a')).toBe(4)
    queue.forget('a')
    expect(queue.numRequeues('a')).toBe(0)
    queue.addRateLimited('a')
    expect(queue.untilNextDelayed).toBe(5)
  })

  it('keeps nothing of items that are done', async () => {
    const queue = new WorkQueue<{ name: string }>({ keyOf: ({ name }) => name })
    const kept: WeakRef<object>[] = []
    for (let i = 0; i < 100; i++) {
      queue.add({ name: `${i}` })
      const work = await queue.get()
      kept.push(new WeakRef(work!.item))
      queue.done(work!.item)
    }
    expect(queue.state).toEqual({ length: 0, processing: 0, delayed: 0 })
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (globalThis.gc === undefined) return
    globalThis.gc()
    expect(kept.filter((each) => each.deref() !== undefined).length).toBeLessThan(3)
  })

  it('does not count what waits for its time, and takes its priority when the time has come', async () => {
    const clock = new FakeClock()
    const queue = new WorkQueue<string>({ clock })
    queue.add('late', { after: 1000, priority: 10 })
    queue.add('low', { priority: -1 })
    queue.add('now')
    expect(queue.state).toEqual({ length: 2, processing: 0, delayed: 1 })
    clock.step(1000)
    expect(queue.state).toEqual({ length: 3, processing: 0, delayed: 0 })
    expect([await item(queue), await item(queue), await item(queue)]).toEqual(['late', 'now', 'low'])
  })

  it('takes the higher of the priorities of an item that waits for its time', async () => {
    const clock = new FakeClock()
    const queue = new WorkQueue<string>({ clock })
    queue.add('a', { after: 1000, priority: 5 })
    queue.add('a', { after: 500, priority: 1 })
    clock.step(500)
    expect(await queue.get()).toEqual({ item: 'a', priority: 5 })
  })

  it('delays each of many items by its own failures', () => {
    const clock = new FakeClock()
    const queue = new WorkQueue<string>({ clock })
    for (const each of ['a', 'b', 'c']) queue.add(each, { rateLimited: true })
    expect(queue.state.delayed).toBe(3)
    clock.step(5)
    expect(queue.length).toBe(3)
  })
})
