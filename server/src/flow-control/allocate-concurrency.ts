/** The demand of one level, and its minimum and maximum. */
export interface AllocationItem {
  readonly target: number
  readonly lowerBound: number
  readonly upperBound: number
}

/** Seats for each item, and the fraction of its target that each gets where no bound forbids. */
export interface Allocation {
  readonly allocations: readonly number[]
  readonly fairFraction: number
}

const minTarget = 0.001
const epsilon = 0.0000001

/**
 * Divides seats in proportion to targets, within bounds. Throws `RangeError` where the bounds leave no way.
 *
 * Source: `computeConcurrencyAllocation` of k8s.io/apiserver/pkg/util/flowcontrol.
 */
export function allocateConcurrency(sum: number, items: readonly AllocationItem[]): Allocation {
  if (sum < 0) throw new RangeError('negative sums are not supported')
  const targets = items.map(checkedTarget)
  const low = total(items.map(({ lowerBound }) => lowerBound))
  const high = total(items.map(({ upperBound }) => upperBound))
  if (low - sum > epsilon)
    throw new RangeError(`lower bounds sum to ${low}, which is higher than the required sum of ${sum}`)
  if (sum - high > epsilon)
    throw new RangeError(`upper bounds sum to ${high}, which is lower than the required sum of ${sum}`)
  if (sum === 0) return { allocations: items.map(() => 0), fairFraction: 0 }
  const lowest = items.map(({ lowerBound }, index) => lowerBound / targets[index]!)
  const highest = items.map(({ upperBound }, index) => upperBound / targets[index]!)
  if (low - sum > -epsilon) {
    return { allocations: items.map(({ lowerBound }) => lowerBound), fairFraction: Math.min(...lowest) }
  }
  if (sum - high > -epsilon) {
    return { allocations: items.map(({ upperBound }) => upperBound), fairFraction: Math.max(...highest) }
  }
  const fairFraction = fairFractionOf(sum, items, targets)
  const allocations = items.map(({ lowerBound, upperBound }, index) => {
    return Math.max(lowerBound, Math.min(upperBound, fairFraction * targets[index]!))
  })
  return { allocations, fairFraction }
}

function checkedTarget({ target, lowerBound, upperBound }: AllocationItem, index: number): number {
  if (lowerBound < 0) {
    throw new RangeError(`lower bound ${index} is ${lowerBound} but negative lower bounds are not allowed`)
  }
  if (target < lowerBound) {
    throw new RangeError(`target ${index} is ${target}, which is below its lower bound of ${lowerBound}`)
  }
  if (upperBound < lowerBound) {
    throw new RangeError(
      `upper bound ${index} is ${upperBound} but should not be less than the lower bound ${lowerBound}`,
    )
  }
  return Math.max(target, minTarget)
}

/** The allocated sum grows with the fraction, in straight pieces between the points where a bound begins or ends to hold. */
function fairFractionOf(sum: number, items: readonly AllocationItem[], targets: readonly number[]): number {
  const bends = items
    .flatMap(({ lowerBound, upperBound }, index) => {
      const target = targets[index]!
      return [
        { at: lowerBound / target, slope: target },
        { at: upperBound / target, slope: -target },
      ]
    })
    .sort((a, b) => a.at - b.at)
  let reached = total(items.map(({ lowerBound }) => lowerBound))
  let fraction = 0
  let slope = 0
  for (const bend of bends) {
    const next = reached + (bend.at - fraction) * slope
    if (slope > epsilon && next >= sum) break
    reached = next
    fraction = bend.at
    slope += bend.slope
  }
  return slope > epsilon ? fraction + (sum - reached) / slope : fraction
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
