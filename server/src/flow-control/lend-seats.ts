import { type Allocation, allocateConcurrency } from './allocate-concurrency.js'
import type { FlowMetrics } from './flow-metrics.js'
import type { PriorityLevel } from './priority-level.js'

/** Settings for lending seats. */
export interface LendingOptions {
  readonly now: number
  readonly metrics: FlowMetrics
  readonly onError: (error: unknown) => void
}

/** The minimum and the desired number of seats of a level in the next period. */
interface Need {
  readonly level: PriorityLevel
  readonly least: number
  readonly target: number
}

/**
 * Gives each level its seats for the next period, by what was wanted in the last: levels lend what they did not need.
 *
 * Source: `updateBorrowingLocked` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export function lendSeats(levels: readonly PriorityLevel[], { now, metrics, onError }: LendingOptions): void {
  const needs = levels.map((level) => needOf(level, now))
  const limited = needs.filter(({ level }) => !level.isExempt)
  const nominalSum = sum(levels.map(({ nominal }) => nominal))
  const remaining = nominalSum - sum(needs.filter(({ level }) => level.isExempt).map(({ least }) => least))
  const leastSum = sum(limited.map(({ level }) => level.least))
  const neededSum = sum(limited.map(({ least }) => least))
  let seatsOf: (need: Need, index: number) => number
  let fairFraction = 0
  if (remaining <= leastSum) {
    seatsOf = ({ level }) => level.least
  } else if (remaining <= neededSum) {
    const share = (remaining - leastSum) / (neededSum - leastSum)
    seatsOf = ({ level, least }) => level.least + Math.round((least - level.least) * share)
  } else {
    const allocation = allocate(nominalSum, limited, onError)
    fairFraction = allocation.fairFraction
    seatsOf = (_need, index) => Math.round(allocation.allocations[index]!)
  }
  metrics.fairFraction.set(fairFraction)
  for (const need of needs) {
    const { level, least, target } = need
    level.current = level.isExempt ? least : seatsOf(need, limited.indexOf(need))
    const { average, deviation, highWatermark, smoothed } = level.demand
    metrics.adjusted(level.name, level.current, { average, deviation, highWatermark, smoothed, target })
    level.queues.setConcurrencyLimit(level.current)
  }
}

function needOf(level: PriorityLevel, now: number): Need {
  level.demand.update(level.queues.demand.reset(now))
  const { highWatermark, smoothed } = level.demand
  const wanted = level.isExempt ? highWatermark : Math.min(level.nominal, highWatermark)
  const least = Math.max(level.least, wanted)
  return { level, least, target: Math.max(least, smoothed) }
}

/** If no allocation is found, all levels keep their seats. */
function allocate(nominalSum: number, needs: readonly Need[], onError: (error: unknown) => void): Allocation {
  try {
    return allocateConcurrency(
      nominalSum,
      needs.map(({ level, least, target }) => ({ target, lowerBound: least, upperBound: level.most })),
    )
  } catch (error) {
    onError(error)
    return { allocations: needs.map(({ level }) => level.current), fairFraction: 0 }
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
