import { MetricsRegistry } from '@apimachinery/client/metrics'
import { FakeClock } from 'apimachinery/testing'
import { expect, it } from 'vitest'
import { FlowMetrics } from '../../src/flow-control/flow-metrics.js'
import type { FlowRequest } from '../../src/flow-control/flow-request.js'
import { QueueSet } from '../../src/flow-control/queue-set.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { requestLine } from '../endpoints/request-line.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface Step {
  readonly pass: number
  readonly start?: string
  readonly initial?: number
  readonly final?: number
  readonly latency?: number
  readonly finish?: number
  readonly cancel?: number
  readonly limit?: number
  readonly queues?: number
  readonly executing: readonly number[]
  readonly waiting: number
  readonly seats: number
  readonly rejected: number
}

interface Run {
  readonly queues: number
  readonly hand: number
  readonly length: number
  readonly limit: number
  readonly steps: readonly Step[]
}

const info = resolveRequestInfo(requestLine('GET', '/api/v1/pods'))

// Each run was played with a queue set of k8s.io/apiserver and a clock that steps by milliseconds.
it.each(readVectors<readonly Run[]>('queues'))('a run with $queues queues and $limit seats equals upstream', (run) => {
  const clock = new FakeClock(1_000_000_000)
  const metrics = new FlowMetrics(new MetricsRegistry())
  const set = new QueueSet({ name: 'level', clock, metrics })
  const config = { queues: run.queues, handSize: run.hand, queueLengthLimit: run.length }
  set.configure(config)
  set.setConcurrencyLimit(run.limit)
  const requests: (FlowRequest | undefined)[] = []
  const begin = ({ start = '', initial = 1, final = 0, latency = 0 }: Step) => {
    const flow = { schema: 'schema', distinguisher: start, series: metrics.seriesOf('level', 'schema') }
    const estimate = { initialSeats: initial, finalSeats: final, additionalLatency: latency }
    return set.start({ info, user: { name: start, uid: '', groups: [], extra: {} } }, flow, estimate)
  }
  for (const [index, step] of run.steps.entries()) {
    for (let tick = 0; tick < step.pass; tick++) clock.step(1)
    if (step.start !== undefined) requests.push(begin(step))
    if (step.finish !== undefined) set.finish(requests[step.finish] as FlowRequest)
    if (step.cancel !== undefined) set.cancel(requests[step.cancel] as FlowRequest)
    if (step.limit !== undefined) set.setConcurrencyLimit(step.limit)
    if (step.queues !== undefined) set.configure({ ...config, queues: step.queues })
    const executing = requests.flatMap((request, number) => (request?.state === 'executing' ? [number] : []))
    expect({ executing, waiting: set.waiting, seats: set.seatsInUse, rejected: set.rejected }, `step ${index}`).toEqual(
      {
        executing: step.executing,
        waiting: step.waiting,
        seats: step.seats,
        rejected: step.rejected,
      },
    )
  }
  set.stop()
})
