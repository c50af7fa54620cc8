import type { ServerRequest } from '../request/http.js'
import type { RequestInfo } from '../request/request-info.js'
import type { FlowSeries } from './flow-metrics.js'
import { leastWork, type WorkEstimate } from './work-estimate.js'

const bytesPerSeat = 100_000
const maxBytesFromCache = 1_000_000
const maxObjectBytes = 1_500_000
const maxListSeats = 100
const maxMutatingSeats = 10
const watchesPerSeat = 10
/** Milliseconds to notify as many watchers as one seat covers. */
const eventLatency = 5

/** How much a resource has stored. */
export interface ResourceStats {
  readonly objectCount: number
  /** Bytes of an object in the store; 0 where nothing is known. */
  readonly averageBytes: number
}

/** The facts about the server that the estimator uses. */
export interface WorkEstimatorOptions {
  /** `undefined` for resources without counts. */
  readonly statsOf: (group: string, resource: string) => ResourceStats | undefined
  /** Open watches that see a change. */
  readonly interestedWatches: (info: RequestInfo) => number
  /** Most seats that one request of a level may take; 0 for no limit of its own. */
  readonly maxSeats: (level: string) => number
}

/** The target of the request. */
export interface EstimatedFlow {
  readonly level: string
  readonly series: FlowSeries
}

/** Says how many seats a request takes. Source: `WorkEstimator` of k8s.io/apiserver/pkg/util/flowcontrol/request. */
export type WorkEstimator = (request: ServerRequest, info: RequestInfo, flow: EstimatedFlow) => WorkEstimate

/** Lists and the start of watches by the size of what they read, writes by the watches that they wake. */
export function workEstimator(options: WorkEstimatorOptions): WorkEstimator {
  return (request, info, { level, series }) => {
    switch (info.verb) {
      case 'get':
        return leastWork
      case 'list':
      case 'watch':
        return listWork(request, info, { ...options, level })
      case 'create':
      case 'update':
      case 'patch':
      case 'delete':
        return writeWork(info, series, { ...options, level })
      default:
        return leastWork
    }
  }
}

type LevelOptions = WorkEstimatorOptions & { readonly level: string }

function listWork({ query }: ServerRequest, info: RequestInfo, options: LevelOptions): WorkEstimate {
  const isWatch = info.verb === 'watch'
  const most = limitedBy(options.maxSeats(options.level), maxListSeats)
  // What is refused later is estimated as the worst.
  if (!numbersOf.every((name) => isNumber(query.get(name)))) return { ...leastWork, initialSeats: most }
  const version = query.get('resourceVersion') ?? ''
  if (isWatch) {
    const initial = query.get('sendInitialEvents')
    const sends = initial !== null && initial.toLowerCase() !== 'false' && initial !== '0'
    if (!sends && version !== '' && version !== '0') return leastWork
  }
  const stats = options.statsOf(info.apiGroup, info.resource)
  if (stats === undefined) return leastWork
  const fromCache = isWatch || !readsStorage(query, version)
  const bytes = listedBytes(query, info, { ...stats, fromCache })
  const initialSeats = Math.min(Math.max(Math.ceil(bytes / bytesPerSeat), 1), most)
  return { initialSeats, finalSeats: 0, additionalLatency: 0 }
}

const numbersOf = ['limit', 'timeoutSeconds'] as const

/** An integer as Go reads it, or nothing. */
function isNumber(value: string | null): boolean {
  return value === null || /^[+-]?\d+$/.test(value)
}

/** Source: `ShouldDelegateListMeta` of the watch cache, for a cache without snapshots. */
function readsStorage(query: URLSearchParams, version: string): boolean {
  const match = query.get('resourceVersionMatch') ?? ''
  if (match === 'NotOlderThan') return false
  if (match !== '') return true
  if ((query.get('continue') ?? '') !== '') return true
  return limitOf(query) > 0 && version !== '' && version !== '0'
}

function listedBytes(
  query: URLSearchParams,
  info: RequestInfo,
  { objectCount, averageBytes, fromCache }: ResourceStats & { readonly fromCache: boolean },
): number {
  const bytes = averageBytes <= 0 && objectCount !== 0 ? maxObjectBytes : averageBytes
  const limit = limitOf(query)
  const limited = limit > 0 ? Math.min(limit, objectCount) : objectCount
  const selects = (query.get('fieldSelector') ?? '') !== '' || (query.get('labelSelector') ?? '') !== ''
  let objects = limited
  if (info.name !== '') objects = 1
  else if (!fromCache && selects) objects = Math.max(limited, Math.floor(objectCount / 2))
  return fromCache ? Math.min(objects * bytes, maxBytesFromCache) : objects * bytes
}

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? 0)
  return Number.isInteger(limit) && limit > 0 ? limit : 0
}

function writeWork(info: RequestInfo, series: FlowSeries, options: LevelOptions): WorkEstimate {
  // Tokens are answered and not stored.
  if (info.resource === 'serviceaccounts' && info.subresource === 'token') return leastWork
  const watches = options.interestedWatches(info)
  series.watchCount.observe(watches)
  if (watches < watchesPerSeat) return leastWork
  const wanted = Math.ceil(watches / watchesPerSeat)
  const finalSeats = Math.min(wanted, limitedBy(options.maxSeats(options.level), maxMutatingSeats))
  return { initialSeats: 1, finalSeats, additionalLatency: (wanted * eventLatency) / finalSeats }
}

function limitedBy(levelSeats: number, most: number): number {
  return levelSeats === 0 ? most : Math.min(levelSeats, most)
}
