import { describe, expect, test } from 'vitest'
import { ConfigMap } from '../../src/api/core/v1/index.js'
import { describeDifference, differences } from '../../src/testing/differences.js'
import { FakeClock } from '../../src/testing/fake-clock.js'
import { shrink } from '../../src/testing/shrink.js'

type Content = Record<string, unknown>

describe('shrink', () => {
  test('leaves what a failure needs, of members and of elements', () => {
    const object: Content = {
      apiVersion: 'v1',
      kind: 'X',
      a: { apiVersion: 'v1', b: 1, c: [1, 2, { d: 3, e: 4 }, 5] },
      f: [],
      g: null,
    }
    const needs3 = (smaller: Content): boolean => JSON.stringify(smaller).includes('"d":3')
    expect(shrink(object, needs3)).toEqual({ apiVersion: 'v1', kind: 'X', a: { c: [{ d: 3 }] } })
    expect(object).toHaveProperty('a.b', 1)
    expect(shrink(object, () => true)).toEqual({ apiVersion: 'v1', kind: 'X' })
    expect(shrink(object, () => false)).toEqual(object)
  })

  test('tries again what became possible', () => {
    const tangled: Content = { a: 1, b: 2 }
    expect(shrink(tangled, (smaller) => !('a' in smaller) || 'b' in smaller)).toEqual({})
  })

  test('looks at 2000 smaller objects at most', () => {
    const wide = { list: Array.from({ length: 2100 }, (_, i) => i) }
    let looks = 0
    shrink(wide, () => ++looks < 0)
    expect(looks).toBe(2000)
  })
})

describe('differences', () => {
  const map = (content: object): ConfigMap => new ConfigMap(content)
  const between = (left: object, right: object) => differences(ConfigMap.descriptor, map(left), map(right))

  test('are reported by path, before and after', () => {
    expect(between({ data: { a: '1' } }, { data: { a: '2', b: '3' } })).toEqual([
      { path: 'data.a', left: '1', right: '2' },
      { path: 'data.b', left: undefined, right: '3' },
    ])
    expect(between({ data: {} }, {})).toEqual([])
    const finalizers = (...names: string[]) => ({ metadata: { finalizers: names } })
    expect(between(finalizers('a', 'b'), finalizers('a')).map(describeDifference)).toEqual([
      'metadata.finalizers[1]: "b" became nothing',
    ])
    expect(between(finalizers('a'), finalizers('b', 'c')).map(({ path }) => path)).toEqual([
      'metadata.finalizers[0]',
      'metadata.finalizers[1]',
    ])
  })

  test('are shown as one line', () => {
    expect(describeDifference({ path: '', left: 1n, right: { a: 2n } })).toBe(
      '(the whole object): "1n" became {"a":"2n"}',
    )
    let deep: unknown = 1
    for (let i = 0; i < 9000; i++) deep = [deep]
    expect(describeDifference({ path: 'a', left: undefined, right: deep as never })).toContain('a: nothing became [[[')
  })
})

describe('a fake clock', () => {
  test('begins in the year 2000, or at the given time', () => {
    expect(new FakeClock().now()).toBe(946684800000)
    expect(new FakeClock(5).now()).toBe(5)
    expect(new FakeClock(new Date(7)).now()).toBe(7)
  })

  test('calls timers in their order, at their time, and those that they set', () => {
    const clock = new FakeClock(1000)
    const log: unknown[] = []
    const at = (name: string, after: number, then?: () => void) =>
      clock.setTimer(() => {
        log.push([name, clock.monotonic(), clock.now()])
        then?.()
      }, after)
    at('b', 20)
    at('a', 10, () => at('c', 15))
    at('a2', 10)
    at('d', 30)
    const stopped = at('e', 5)
    at('past', -5)
    expect([clock.pendingTimers, clock.untilNextTimer]).toEqual([6, 0])
    stopped.stop()
    clock.step(29)
    expect(log).toEqual([
      ['past', 0, 1000],
      ['a', 10, 1010],
      ['a2', 10, 1010],
      ['b', 20, 1020],
      ['c', 25, 1025],
    ])
    expect([clock.pendingTimers, clock.untilNextTimer, clock.monotonic(), clock.now()]).toEqual([1, 1, 29, 1029])
    clock.step(1)
    expect(log.at(-1)).toEqual(['d', 30, 1030])
    expect([clock.pendingTimers, clock.untilNextTimer]).toEqual([0, undefined])
    clock.step(-5)
    expect([clock.monotonic(), clock.now()]).toEqual([30, 1030])
  })

  test('lets promises run between timers', async () => {
    const clock = new FakeClock(0)
    const log: unknown[] = []
    const sleep = (milliseconds: number) => new Promise<void>((resolve) => clock.setTimer(resolve, milliseconds))
    const work = async (): Promise<void> => {
      await Promise.resolve()
      for (let i = 0; i < 3; i++) {
        await sleep(10)
        log.push(clock.monotonic())
      }
    }
    const done = work()
    await clock.stepAsync(25)
    expect([log, clock.monotonic(), clock.now()]).toEqual([[10, 20], 25, 25])
    await clock.stepAsync(5)
    expect(log).toEqual([10, 20, 30])
    await done
  })

  test('is set without moving timers', () => {
    const clock = new FakeClock(0)
    clock.setTimer(() => {}, 10)
    clock.setTime(new Date(5000))
    expect([clock.now(), clock.monotonic(), clock.untilNextTimer]).toEqual([5000, 0, 10])
    clock.step(10)
    expect([clock.now(), clock.pendingTimers]).toEqual([5010, 0])
  })
})
