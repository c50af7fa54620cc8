import type { LimitRangeItem } from 'apimachinery/api/core/v1'
import type { Quantity } from 'apimachinery/resource'
import { amountsOf, type ResourceAmounts, zeroQuantity } from '../resource-amounts.js'

/** The resources of a container or a pod. */
export interface LimitedResources {
  readonly requests: ResourceAmounts
  readonly limits: ResourceAmounts
}

/** Above this a value in thousandths does not fit into 64 bits. */
const maxMilliValue = (2n ** 63n - 1n) / 1000n

/** The violations of a container or a pod, resources in the order of their names. */
export function limitViolations(limit: LimitRangeItem, resources: LimitedResources): string[] {
  const type = limit.type ?? ''
  return [
    ...each(limit.min, (name, min) => belowMin(name, { type, bound: min, ...resources })),
    ...each(limit.max, (name, max) => aboveMax(name, { type, bound: max, ...resources })),
    ...each(limit.maxLimitRequestRatio, (name, ratio) => aboveRatio(name, { type, bound: ratio, ...resources })),
  ]
}

/** The violations of the requests of a claim, which has no limits. */
export function storageViolations(limit: LimitRangeItem, requests: ResourceAmounts): string[] {
  const type = limit.type ?? ''
  return [
    ...each(limit.min, (name, min) => belowMin(name, { type, bound: min, requests, limits: new Map() })),
    ...each(limit.max, (name, max) => requestAboveMax(name, { type, bound: max, requests, limits: new Map() })),
  ]
}

interface Check extends LimitedResources {
  readonly type: string
  readonly bound: Quantity
}

function each(bounds: LimitRangeItem['min'], check: (name: string, bound: Quantity) => string | undefined): string[] {
  return [...amountsOf(bounds)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, bound]) => check(name, bound) ?? [])
}

/** Request, limit and bound at a precision at which all of them can be compared. */
function comparable(name: string, { requests, limits, bound }: Check): readonly [bigint, bigint, bigint] {
  const request = requests.get(name) ?? zeroQuantity
  const limit = limits.get(name) ?? zeroQuantity
  const isSmall = [request, limit, bound].every((amount) => amount.value() <= maxMilliValue)
  return isSmall
    ? [request.milliValue(), limit.milliValue(), bound.milliValue()]
    : [request.value(), limit.value(), bound.value()]
}

function belowMin(name: string, check: Check): string | undefined {
  const { requests, limits, bound, type } = check
  const [request, limit, min] = comparable(name, check)
  const rule = `minimum ${name} usage per ${type} is ${bound.toString()}`
  if (!requests.has(name)) return `${rule}.  No request is specified`
  if (request < min) return `${rule}, but request is ${requests.get(name)?.toString()}`
  return limits.has(name) && limit < min ? `${rule}, but limit is ${limits.get(name)?.toString()}` : undefined
}

function aboveMax(name: string, check: Check): string | undefined {
  const { requests, limits, bound, type } = check
  const [request, limit, max] = comparable(name, check)
  const rule = `maximum ${name} usage per ${type} is ${bound.toString()}`
  if (!limits.has(name)) return `${rule}.  No limit is specified`
  if (limit > max) return `${rule}, but limit is ${limits.get(name)?.toString()}`
  return requests.has(name) && request > max ? `${rule}, but request is ${requests.get(name)?.toString()}` : undefined
}

function requestAboveMax(name: string, check: Check): string | undefined {
  const { requests, bound, type } = check
  const [request, , max] = comparable(name, check)
  const rule = `maximum ${name} usage per ${type} is ${bound.toString()}`
  if (!requests.has(name)) return `${rule}.  No request is specified`
  return request > max ? `${rule}, but request is ${requests.get(name)?.toString()}` : undefined
}

function aboveRatio(name: string, check: Check): string | undefined {
  const { requests, limits, bound, type } = check
  const [request, limit] = comparable(name, check)
  const rule = `${name} max limit to request ratio per ${type} is ${bound.toString()}`
  if (!requests.has(name) || request === 0n) return `${rule}, but no request is specified or request is 0`
  if (!limits.has(name) || limit === 0n) return `${rule}, but no limit is specified or limit is 0`
  const ratio = Number(limit) / Number(request)
  const fine = bound.value() <= maxMilliValue
  const exceeds = fine ? ratio * 1000 > Number(bound.milliValue()) : ratio > Number(bound.value())
  return exceeds ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined
}
