import { MetricsRegistry } from '@apimachinery/client/metrics'
import { type FlowSchemaSpec, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import { FakeClock } from 'apimachinery/testing'
import { describe, expect, it } from 'vitest'
import { allocateConcurrency } from '../../src/flow-control/allocate-concurrency.js'
import { DroppedRequests } from '../../src/flow-control/dropped-requests.js'
import { FlowController } from '../../src/flow-control/flow-controller.js'
import { FlowMetrics } from '../../src/flow-control/flow-metrics.js'
import { matchesFlowSchema } from '../../src/flow-control/matches-flow-schema.js'
import type { PriorityLevel } from '../../src/flow-control/priority-level.js'
import type { DemandStatistics } from '../../src/flow-control/seat-demand.js'
import { WatchTracker } from '../../src/flow-control/watch-tracker.js'
import { workEstimator } from '../../src/flow-control/work-estimator.js'
import type { ServerRequest } from '../../src/request/http.js'
import type { RequestInfo } from '../../src/request/request-info.js'
import { resolveRequestInfo } from '../../src/request/request-info-resolver.js'
import { requestLine } from '../endpoints/request-line.js'
import { readVectors } from '../interop/vectors/read-vectors.js'

interface AllocationRow {
  readonly sum: number
  readonly items: readonly (readonly [target: number, lower: number, upper: number])[]
  readonly allocations?: readonly number[]
  readonly fraction: number
  readonly error?: string
}

it('seats are divided as k8s.io/apiserver divides them', () => {
  for (const { sum, items, allocations, fraction, error } of readVectors<readonly AllocationRow[]>('allocations')) {
    const ask = () =>
      allocateConcurrency(
        sum,
        items.map(([target, lowerBound, upperBound]) => ({ target, lowerBound, upperBound })),
      )
    if (error !== undefined) {
      expect(ask).toThrow(error)
      continue
    }
    const found = ask()
    expect(found.fairFraction).toBeCloseTo(fraction, 9)
    expect(found.allocations.length).toBe(items.length)
    for (const [index, allocation] of found.allocations.entries()) {
      expect(allocation).toBeCloseTo(allocations?.[index] as number, 9)
    }
  }
})

interface LevelState {
  readonly nominal: number
  readonly least: number
  readonly most: number
  readonly current: number
  readonly maxSeats: number
  readonly smoothed: number
  readonly demand?: {
    readonly average: number
    readonly deviation: number
    readonly max: number
    readonly duration: number
  }
}

interface BorrowingRow {
  readonly limit: number
  readonly levels: readonly PriorityLevelConfiguration[]
  readonly rounds: readonly Readonly<Record<string, LevelState>>[]
}

const mandatory = {
  levels: [
    new PriorityLevelConfiguration({
      metadata: { name: 'exempt' },
      spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
    }),
    new PriorityLevelConfiguration({
      metadata: { name: 'catch-all' },
      spec: {
        type: 'Limited',
        limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } },
      },
    }),
  ],
  schemas: [],
}

it.each(readVectors<readonly BorrowingRow[]>('borrowing'))('levels of $limit seats lend as upstream', (row) => {
  const clock = new FakeClock(0)
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const registry = new MetricsRegistry()
  const controller = new FlowController({ concurrencyLimit: row.limit, mandatory, clock, registry, onError })
  controller.configure({ levels: row.levels, schemas: [] })
  for (const [index, states] of row.rounds.entries()) {
    if (index > 0) {
      for (const [name, { demand }] of Object.entries(states)) {
        if (demand !== undefined) demandOf(controller.levels.get(name) as PriorityLevel, demand)
      }
      controller.adjust()
    }
    const found = Object.fromEntries([...controller.levels].map(([name, level]) => [name, shownLevel(level)]))
    expect(found, `round ${index}`).toEqual(
      Object.fromEntries(Object.entries(states).map(([name, { demand, ...state }]) => [name, close(state)])),
    )
  }
  controller.stop()
})

/** What is observed of a level until its seats are adjusted the next time. */
function demandOf({ queues }: PriorityLevel, statistics: DemandStatistics): void {
  queues.demand.reset = () => statistics
}

function shownLevel({ nominal, least, most, current, maxSeats, demand: { smoothed } }: PriorityLevel): LevelState {
  return { nominal, least, most, current, maxSeats, smoothed }
}

function close(state: LevelState): unknown {
  return { ...state, smoothed: expect.closeTo(state.smoothed, 6) }
}

interface SchemaRow {
  readonly spec: FlowSchemaSpec
  readonly requests: readonly {
    readonly user: string
    readonly groups: readonly string[]
    readonly info: Readonly<Record<string, unknown>>
    readonly matches: boolean
  }[]
}

it('schemas are about the same requests as upstream', () => {
  let count = 0
  for (const { spec, requests } of readVectors<readonly SchemaRow[]>('schemas')) {
    for (const { user, groups, info, matches } of requests) {
      const digest = { user: { name: user, uid: '', groups: groups ?? [], extra: {} }, info: infoOf(info) }
      expect(matchesFlowSchema(digest, spec), JSON.stringify({ spec, digest })).toBe(matches)
      count++
    }
  }
  expect(count).toBeGreaterThan(250)
})

function infoOf(info: Readonly<Record<string, unknown>>): RequestInfo {
  return {
    isResourceRequest: info.IsResourceRequest,
    path: info.Path,
    verb: info.Verb,
    apiGroup: info.APIGroup,
    resource: info.Resource,
    subresource: info.Subresource,
    namespace: info.Namespace,
    name: info.Name,
  } as RequestInfo
}

interface DroppedRow {
  readonly second: number
  readonly retryAfter: number
}

it('rejected clients retry with upstream’s delay', () => {
  for (const rows of readVectors<readonly (readonly DroppedRow[])[]>('dropped-requests')) {
    let now = 1_000_000_000
    const dropped = new DroppedRequests({ now: () => now })
    for (const { second, retryAfter } of rows) {
      now = second * 1000
      dropped.record('level')
      expect(dropped.retryAfter('level'), `${second}`).toBe(retryAfter)
    }
  }
})

interface WatchRow {
  readonly watches: readonly (readonly [method: string, url: string])[]
  readonly asked: readonly (readonly [method: string, url: string])[]
  readonly counts: readonly number[]
}

it('as many watches see a change as upstream counts', () => {
  for (const { watches, asked, counts } of readVectors<readonly WatchRow[]>('watch-counts')) {
    const tracker = new WatchTracker()
    for (const [method, url] of watches) {
      const line = requestLine('GET', url)
      const forget = tracker.register(resolveRequestInfo(line), line.query)
      if (method === 'gone') forget()
    }
    expect(asked.map(([method, url]) => tracker.interested(resolveRequestInfo(requestLine(method, url))))).toEqual(
      counts,
    )
  }
})

interface WorkRow {
  readonly method: string
  readonly url: string
  readonly stats?: { readonly ObjectCount: number; readonly EstimatedAverageObjectSizeBytes: number }
  readonly watches: number
  readonly maxSeats: number
  readonly initialSeats: number
  readonly finalSeats: number
  /** Nanoseconds. */
  readonly additionalLatency: number
}

describe('requests take as many seats as upstream estimates', () => {
  const series = new FlowMetrics(new MetricsRegistry()).seriesOf('level', 'schema')

  it.each(readVectors<readonly WorkRow[]>('work'))('$method $url', (row) => {
    const { stats } = row
    const estimate = workEstimator({
      statsOf: () => stats && { objectCount: stats.ObjectCount, averageBytes: stats.EstimatedAverageObjectSizeBytes },
      interestedWatches: () => row.watches,
      maxSeats: () => row.maxSeats,
    })
    const line = requestLine(row.method, row.url)
    const found = estimate(line as ServerRequest, resolveRequestInfo(line), { level: 'level', series })
    expect([found.initialSeats, found.finalSeats]).toEqual([row.initialSeats, row.finalSeats])
    expect(found.additionalLatency).toBeCloseTo(row.additionalLatency / 1e6, 5)
  })
})
