import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { MetricsRegistry } from '../../src/metrics/metrics-registry.js'
import { queueMetricsProvider } from '../../src/metrics/queue-metrics-provider.js'
import { WorkQueue } from '../../src/queue/work-queue.js'

describe('metrics of a queue', () => {
  it('have the names and the meaning of client-go', async () => {
    const clock = new FakeClock()
    const registry = new MetricsRegistry()
    const queue = new WorkQueue<string>({ name: 'q', clock, metricsProvider: queueMetricsProvider(registry) })
    const value = async (metric: string): Promise<number> => {
      const line = (await registry.text()).match(
        new RegExp(`^workqueue_${metric}\\{controller="q",name="q"\\} (.*)$`, 'm'),
      )
      return Number(line?.[1])
    }
    queue.add('a')
    queue.add('a')
    queue.add('b')
    expect([await value('adds_total'), await value('depth')]).toEqual([2, 2])

    clock.step(50)
    await queue.get()
    expect([await value('depth'), await value('queue_duration_seconds_count')]).toEqual([1, 1])
    expect(await value('queue_duration_seconds_sum')).toBeCloseTo(0.05)

    // Added while it is worked on: it counts, but waits with its worker.
    queue.add('a')
    expect([await value('adds_total'), await value('depth')]).toEqual([3, 1])

    clock.step(30)
    expect(await value('unfinished_work_seconds')).toBeCloseTo(0.03)
    await queue.get()
    clock.step(10)
    expect(await value('unfinished_work_seconds')).toBeCloseTo(0.05)
    expect(await value('longest_running_processor_seconds')).toBeCloseTo(0.04)

    queue.done('a')
    expect([await value('depth'), await value('work_duration_seconds_count')]).toEqual([1, 1])
    expect(await value('work_duration_seconds_sum')).toBeCloseTo(0.04)
    queue.done('b')
    expect(await value('unfinished_work_seconds')).toBe(0)

    expect(await value('retries_total')).toBe(0)
    queue.addRateLimited('c')
    queue.addAfter('d', 5)
    expect(await value('retries_total')).toBe(2)
    queue.shutDown()
  })

  it('are not kept without a name', async () => {
    const registry = new MetricsRegistry()
    const queue = new WorkQueue<string>({ metricsProvider: queueMetricsProvider(registry) })
    queue.add('a')
    expect(await registry.text()).toBe('')
  })
})
