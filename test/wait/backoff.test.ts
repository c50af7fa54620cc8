import { expect, test } from 'vitest'
import { FakeClock } from '../../src/testing/fake-clock.js'
import { Backoff, jitter } from '../../src/wait/backoff.js'
import { exponentialBackoff } from '../../src/wait/exponential-backoff.js'
import { isWaitTimeout } from '../../src/wait/wait-timeout.js'

const take = (backoff: Backoff, count: number): number[] => Array.from({ length: count }, () => backoff.step())

// The cases of TestBackoff_Step in k8s.io/apimachinery/pkg/util/wait, in milliseconds.
test.each([
  [{ duration: 1000, steps: 0 }, [1000, 1000, 1000]],
  [{ duration: 1000, factor: 1, steps: 3 }, [1000, 1000, 1000]],
  [{ duration: 1000, factor: 2, steps: 3 }, [1000, 2000, 4000, 8000, 8000]],
  [{ duration: 1000, factor: 0, steps: 3 }, [1000, 1000, 1000]],
  [{ duration: 1000, factor: 10, cap: 3000, steps: 9 }, [1000, 3000, 3000]],
  [{ duration: 4000, factor: 10, cap: 3000, steps: 9 }, [4000, 3000, 3000]],
])('%j', (options, delays) => {
  expect(take(new Backoff(options), delays.length)).toEqual(delays)
})

test('a cap uses the steps up', () => {
  const backoff = new Backoff({ duration: 1, factor: 10, cap: 5, steps: 9 })
  backoff.step()
  expect(backoff.steps).toBe(0)
})

test('jitter is on top of each delay and not carried on', () => {
  const options = { duration: 100, factor: 2, jitter: 0.5, steps: 4, cap: 300 }
  expect(take(new Backoff({ ...options, random: () => 0 }), 4)).toEqual([100, 200, 300, 300])
  expect(take(new Backoff({ ...options, random: () => 0.999 }), 3).map(Math.round)).toEqual([150, 300, 450])
  expect(jitter(10, -1, () => 1)).toBe(10)
})

test('delays are small again after a quiet time', () => {
  const clock = new FakeClock()
  const backoff = new Backoff({ duration: 1, factor: 2, steps: 10, resetAfter: 60_000, clock })
  expect(take(backoff, 3)).toEqual([1, 2, 4])
  clock.step(60_000)
  expect(backoff.step()).toBe(8)
  clock.step(1)
  expect(take(backoff, 2)).toEqual([1, 2])
  backoff.reset()
  expect(backoff.step()).toBe(1)
})

test('exponentialBackoff tries as often as there are steps', async () => {
  const clock = new FakeClock()
  const tried: number[] = []
  const attempt = () => tried.push(clock.monotonic()) > 5
  const failed = exponentialBackoff({ clock, duration: 10, factor: 3, steps: 4 }, attempt).catch((error) => error)
  await clock.stepAsync(1000)
  expect(isWaitTimeout(await failed)).toBe(true)
  expect(tried).toEqual([0, 10, 40, 130])
  expect(clock.pendingTimers).toBe(0)
})
