import type { Clock } from 'apimachinery/wait'
import { BucketRateLimiter } from './bucket-rate-limiter.js'
import { ItemExponentialFailureRateLimiter } from './item-exponential-failure-rate-limiter.js'
import { MaxOfRateLimiter } from './max-of-rate-limiter.js'
import type { RateLimiter } from './rate-limiter.js'

/**
 * The default of controllers: 5 ms to 1000 s for each item, and 10 items a second (bursts of 100) for all, as in client-go.
 */
export function defaultControllerRateLimiter<T>(clock?: Clock): RateLimiter<T> {
  return new MaxOfRateLimiter<T>(
    new ItemExponentialFailureRateLimiter<T>(5, 1_000_000),
    new BucketRateLimiter<T>({ qps: 10, burst: 100, clock }),
  )
}

/** 1 ms to 1000 s for each item. */
export function defaultItemBasedRateLimiter<T>(): RateLimiter<T> {
  return new ItemExponentialFailureRateLimiter<T>(1, 1_000_000)
}
