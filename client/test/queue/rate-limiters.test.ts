import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { BucketRateLimiter } from '../../src/queue/bucket-rate-limiter.js'
import { defaultControllerRateLimiter, defaultItemBasedRateLimiter } from '../../src/queue/default-rate-limiters.js'
import { ItemExponentialFailureRateLimiter } from '../../src/queue/item-exponential-failure-rate-limiter.js'
import { ItemFastSlowRateLimiter } from '../../src/queue/item-fast-slow-rate-limiter.js'
import { MaxOfRateLimiter } from '../../src/queue/max-of-rate-limiter.js'
import type { RateLimiter } from '../../src/queue/rate-limiter.js'
import { WithMaxWaitRateLimiter } from '../../src/queue/with-max-wait-rate-limiter.js'

const delays = (limiter: RateLimiter<string>, item: string, times: number): number[] =>
  Array.from({ length: times }, () => limiter.when(item))

describe('rate limiters', () => {
  it('doubles the delay of each item', () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>(1, 1000)
    expect(delays(limiter, 'one', 5)).toEqual([1, 2, 4, 8, 16])
    expect(limiter.numRequeues('one')).toBe(5)
    expect(delays(limiter, 'two', 2)).toEqual([1, 2])
    limiter.forget('one')
    expect(limiter.numRequeues('one')).toBe(0)
    expect(limiter.when('one')).toBe(1)
  })

  it('stays at the longest delay however often an item fails', () => {
    const limiter = new ItemExponentialFailureRateLimiter<string>(1, 1_000_000)
    expect(delays(limiter, 'one', 2000).at(-1)).toBe(1_000_000)
    const slow = new ItemExponentialFailureRateLimiter<string>(60_000, 3_600_000)
    expect(delays(slow, 'two', 4)).toEqual([60_000, 120_000, 240_000, 480_000])
    expect(delays(slow, 'two', 1000).at(-1)).toBe(3_600_000)
  })

  it('is fast some times, then slow', () => {
    const limiter = new ItemFastSlowRateLimiter<string>({ fastDelay: 5, slowDelay: 10_000, maxFastAttempts: 3 })
    expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 10_000, 10_000])
    expect(limiter.numRequeues('one')).toBe(5)
    expect(delays(limiter, 'two', 1)).toEqual([5])
    limiter.forget('one')
    expect(limiter.when('one')).toBe(5)
  })

  it('fills a bucket with time', () => {
    const clock = new FakeClock()
    const limiter = new BucketRateLimiter<string>({ qps: 10, burst: 3, clock })
    expect(delays(limiter, 'any', 5)).toEqual([0, 0, 0, 100, 200])
    clock.step(200)
    expect(limiter.when('any')).toBe(100)
    clock.step(60_000)
    expect(delays(limiter, 'any', 4)).toEqual([0, 0, 0, 100])
    expect(limiter.numRequeues('any')).toBe(0)
  })

  it('takes the worst of several', () => {
    const limiter = new MaxOfRateLimiter<string>(
      new ItemFastSlowRateLimiter({ fastDelay: 5, slowDelay: 3000, maxFastAttempts: 3 }),
      new ItemExponentialFailureRateLimiter(1, 1_000_000),
    )
    expect(delays(limiter, 'one', 5)).toEqual([5, 5, 5, 3000, 3000])
    expect(limiter.numRequeues('one')).toBe(5)
    limiter.forget('one')
    expect(limiter.numRequeues('one')).toBe(0)
    expect(new MaxOfRateLimiter<string>().when('one')).toBe(0)
  })

  it('limits the delay of another one', () => {
    const limiter = new WithMaxWaitRateLimiter<string>(new ItemExponentialFailureRateLimiter(1, 1_000_000), 10)
    expect(delays(limiter, 'one', 6)).toEqual([1, 2, 4, 8, 10, 10])
    expect(limiter.numRequeues('one')).toBe(6)
    limiter.forget('one')
    expect(limiter.when('one')).toBe(1)
  })

  it('has the defaults of client-go', () => {
    const limiter = defaultControllerRateLimiter<string>(new FakeClock())
    expect(delays(limiter, 'one', 3)).toEqual([5, 10, 20])
    const many = Array.from({ length: 97 }, (_, index) => limiter.when(String(index)))
    expect(Math.max(...many)).toBe(5)
    expect(limiter.when('over')).toBe(100)
    expect(delays(defaultItemBasedRateLimiter<string>(), 'one', 3)).toEqual([1, 2, 4])
  })
})
