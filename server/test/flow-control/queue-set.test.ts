import { MetricsRegistry } from '@apimachinery/client/metrics'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { allocateConcurrency } from '../../src/flow-control/allocate-concurrency.js'
import { DroppedRequests } from '../../src/flow-control/dropped-requests.js'
import { FlowMetrics } from '../../src/flow-control/flow-metrics.js'
import type { FlowRequest } from '../../src/flow-control/flow-request.js'
import { QueueSet, type QueuingConfig } from '../../src/flow-control/queue-set.js'
import { Integrator } from '../../src/flow-control/seat-demand.js'
import { Dealer, hashFlowID } from '../../src/flow-control/shuffle-sharding.js'
import { leastWork, type WorkEstimate } from '../../src/flow-control/work-estimate.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'

const info = resolveRequestInfo({
  method: 'GET',
  url: '/api/v1/pods',
  path: '/api/v1/pods',
  query: new URLSearchParams(),
})

function queueSet(config: QueuingConfig, limit: number) {
  const clock = new FakeClock(1_000_000)
  const registry = new MetricsRegistry()
  const metrics = new FlowMetrics(registry)
  const set = new QueueSet({ name: 'level', clock, metrics })
  set.configure(config)
  set.setConcurrencyLimit(limit)
  const start = (distinguisher: string, estimate: WorkEstimate = leastWork): FlowRequest | undefined =>
    set.start(
      { info, user: { name: distinguisher, uid: '', groups: [], extra: {} } },
      { schema: 'schema', distinguisher, series: metrics.seriesOf('level', 'schema') },
      estimate,
    )
  return { set, clock, start, registry }
}

const queued: QueuingConfig = { queues: 16, handSize: 2, queueLengthLimit: 5 }

describe('a queue set', () => {
  it('executes up to its seats, and others as seats become free', () => {
    const { set, start } = queueSet(queued, 2)
    const [a, b, c] = ['a', 'b', 'c'].map((flow) => start(flow) as FlowRequest) as [
      FlowRequest,
      FlowRequest,
      FlowRequest,
    ]
    expect([a.state, b.state, c.state]).toEqual(['executing', 'executing', 'waiting'])
    let dispatched = 0
    c.onDispatch = () => dispatched++
    set.finish(a)
    expect([c.state, dispatched, set.seatsInUse, set.waiting]).toEqual(['executing', 1, 2, 0])
    set.finish(b)
    set.finish(c)
    expect([set.isIdle, set.seatsInUse, set.dispatched]).toEqual([true, 0, 3])
  })

  it('serves a quiet flow although a loud one has filled its queues', () => {
    const { set, start, clock } = queueSet({ queues: 64, handSize: 1, queueLengthLimit: 50 }, 1)
    const running = start('loud') as FlowRequest
    const loud = Array.from({ length: 20 }, () => start('loud') as FlowRequest)
    clock.step(10)
    const quiet = start('quiet') as FlowRequest
    const order: string[] = []
    for (const [index, request] of loud.entries()) request.onDispatch = () => order.push(`loud ${index}`)
    quiet.onDispatch = () => order.push('quiet')
    let current = running
    for (let step = 0; step < 4; step++) {
      clock.step(100)
      set.finish(current)
      current = [quiet, ...loud].find(({ state }) => state === 'executing') as FlowRequest
    }
    expect(order.indexOf('quiet')).toBeGreaterThanOrEqual(0)
    expect(order.indexOf('quiet')).toBeLessThanOrEqual(1)
  })

  it('turns away what its queue has no room for', async () => {
    const { set, start, registry } = queueSet({ queues: 1, handSize: 1, queueLengthLimit: 2 }, 1)
    expect(Array.from({ length: 4 }, () => start('a')?.state)).toEqual(['executing', 'waiting', 'waiting', undefined])
    expect(set.rejected).toBe(1)
    expect(await registry.text()).toContain(
      'apiserver_flowcontrol_rejected_requests_total{flow_schema="schema",priority_level="level",reason="queue-full"} 1',
    )
  })

  it('without queues turns away what it cannot execute, and without limit executes all', () => {
    const rejecting = queueSet({ queues: 0, handSize: 1, queueLengthLimit: 1 }, 1)
    expect([rejecting.start('a')?.state, rejecting.start('a')]).toEqual(['executing', undefined])
    const exempt = queueSet({ queues: -1, handSize: 1, queueLengthLimit: 1 }, 0)
    expect([exempt.start('a')?.state, exempt.start('a')?.state]).toEqual(['executing', 'executing'])
  })

  it('lets a request of more seats than there are execute alone', () => {
    const { set, start } = queueSet(queued, 3)
    const small = start('a') as FlowRequest
    const large = start('b', { initialSeats: 10, finalSeats: 0, additionalLatency: 0 }) as FlowRequest
    expect(large.state).toBe('waiting')
    set.finish(small)
    expect([large.state, set.seatsInUse]).toEqual(['executing', 10])
    expect(start('c')?.state).toBe('waiting')
    set.finish(large)
    expect(set.seatsInUse).toBe(1)
  })

  it('holds the final seats while watchers are notified', () => {
    const { set, start, clock } = queueSet(queued, 4)
    const request = start('a', { initialSeats: 1, finalSeats: 3, additionalLatency: 20 }) as FlowRequest
    set.finish(request)
    expect(set.seatsInUse).toBe(3)
    clock.step(20)
    expect(set.seatsInUse).toBe(0)
  })

  it('removes a cancelled request, and keeps queues in use when their number is reduced', () => {
    const { set, start } = queueSet(queued, 1)
    const running = start('a') as FlowRequest
    const waiting = start('b') as FlowRequest
    expect(set.cancel(waiting)).toBe(true)
    expect([set.waiting, set.cancelled, set.cancel(running)]).toEqual([0, 1, false])
    const next = start('c') as FlowRequest
    set.configure({ queues: 1, handSize: 1, queueLengthLimit: 5 })
    expect(set.queues.length).toBeGreaterThanOrEqual(2)
    set.finish(running)
    expect(next.state).toBe('executing')
    set.finish(next)
    expect(set.queues.length).toBe(1)
    expect(set.queues[0]?.index).toBe(0)
  })

  it('never loses a seat over many random requests', () => {
    const { set, start, clock } = queueSet(queued, 7)
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const open: FlowRequest[] = []
    for (let step = 0; step < 5000; step++) {
      clock.step(random(5))
      if (random(2) === 0) {
        const estimate = { initialSeats: 1 + random(4), finalSeats: random(3), additionalLatency: random(2) * 5 }
        const request = start(`flow-${random(20)}`, estimate)
        if (request !== undefined) open.push(request)
      } else if (open.length > 0) {
        const [request] = open.splice(random(open.length), 1) as [FlowRequest]
        if (request.state === 'executing') set.finish(request)
        else set.cancel(request)
      }
      expect(set.waiting).toBe(open.filter(({ state }) => state === 'waiting').length)
      expect(set.executing).toBe(open.filter(({ state }) => state === 'executing').length)
    }
    for (const request of [...open]) if (!set.cancel(request)) set.finish(request)
    clock.step(1000)
    expect([set.seatsInUse, set.seatsWaiting, set.isIdle]).toEqual([0, 0, true])
  })
})

describe('shuffle sharding', () => {
  it('deals different cards, the same for the same hash', () => {
    const dealer = new Dealer(128, 6)
    for (let index = 0; index < 200; index++) {
      const hand = dealer.deal(hashFlowID('schema', `user-${index}`))
      expect(new Set(hand).size).toBe(6)
      expect(hand.every((card) => card >= 0 && card < 128)).toBe(true)
      expect(dealer.deal(hashFlowID('schema', `user-${index}`))).toEqual(hand)
    }
    expect(new Dealer(8, 3).deal(0n)).toEqual([0, 1, 2])
    expect(() => new Dealer(512, 8)).toThrow('required entropy bits of deckSize 512 and handSize 8 is greater than 60')
  })
})

describe('the division of seats', () => {
  it('is in proportion to targets within bounds', () => {
    const item = (target: number, lowerBound: number, upperBound: number) => ({ target, lowerBound, upperBound })
    expect(allocateConcurrency(12, [item(1, 0, 10), item(2, 0, 10), item(3, 0, 10)]).allocations).toEqual([2, 4, 6])
    expect(allocateConcurrency(10, [item(1, 0, 2), item(1, 0, 100)]).allocations).toEqual([2, 8])
    const { allocations } = allocateConcurrency(10, [item(4, 4, 100), item(1, 1, 100)])
    expect(allocations.map((each) => Math.round(each * 1000) / 1000)).toEqual([8, 2])
    expect(allocateConcurrency(5, [item(4, 4, 100), item(1, 1, 100)]).allocations).toEqual([4, 1])
    expect(() => allocateConcurrency(4, [item(5, 5, 9)])).toThrow('lower bounds sum to 5')
    expect(() => allocateConcurrency(10, [item(5, 5, 9)])).toThrow('upper bounds sum to 9')
  })

  it('follows the demand over time', () => {
    const demand = new Integrator(0)
    demand.set(10, 0)
    demand.set(0, 500)
    expect(demand.reset(1000)).toEqual({ average: 5, deviation: 5, max: 10, duration: 1000 })
    expect(demand.reset(2000)).toMatchObject({ average: 0, max: 0 })
  })
})

it('clients are asked to wait longer while many are turned away, and less when few are', () => {
  const clock = new FakeClock(1_000_000)
  const dropped = new DroppedRequests(clock)
  expect(dropped.retryAfter('a')).toBe(1)
  for (let second = 0; second < 10; second++) {
    for (let request = 0; request < 200; request++) dropped.record('a')
    clock.step(1000)
  }
  expect(dropped.retryAfter('a')).toBeGreaterThanOrEqual(8)
  expect(dropped.retryAfter('b')).toBe(1)
  for (let second = 0; second < 60; second++) {
    dropped.record('a')
    clock.step(40_000)
  }
  expect(dropped.retryAfter('a')).toBe(1)
})
