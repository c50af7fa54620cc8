import { expect, it } from 'vitest'
import { RequestLatencies } from '../../src/request/request-latencies.js'

it('adds up what happens one after the other, and keeps the longest of what happens side by side', async () => {
  let now = 0
  const latencies = new RequestLatencies({ monotonic: () => now })
  latencies.timed('serialize-response-object', () => {
    now += 2.5
  })
  await latencies.awaited('mutating-webhook', async () => {
    now += 100
  })
  for (const part of ['etcd', 'mutating-webhook', 'validating-webhook', 'apf-queue-wait', 'authorization'] as const) {
    latencies.add(part, 10)
    latencies.add(part, 7)
  }
  expect(latencies.waited).toBe(117 + 10 + 10)
  expect(latencies.annotations()).toEqual([])
  now = 61_500.000_25
  const prefix = 'apiserver.latency.k8s.io/'
  expect(Object.fromEntries(latencies.annotations())).toEqual({
    [`${prefix}serialize-response-object`]: '2.5ms',
    [`${prefix}mutating-webhook`]: '117ms',
    [`${prefix}validating-webhook`]: '10ms',
    [`${prefix}apf-queue-wait`]: '10ms',
    [`${prefix}authorization`]: '10ms',
    [`${prefix}etcd`]: '17ms',
    [`${prefix}total`]: '1m1.50000025s',
  })
})
