import type { Linked } from '../internal/linked-list.js'
import type { RequestUser } from '../request/context.js'
import type { RequestInfo } from '../request/request-info.js'
import type { FairQueue } from './fair-queue.js'
import type { FlowSeries } from './flow-metrics.js'
import { seatSeconds } from './seat-seconds.js'
import type { WorkEstimate } from './work-estimate.js'

/** Milliseconds that a request is assumed to take before it is known. */
export const estimatedServiceTime = 3

/** The user and the attributes of a request. */
export interface RequestDigest {
  readonly user: RequestUser
  readonly info: RequestInfo
}

/** The flow that a request belongs to. */
export interface RequestFlow {
  readonly schema: string
  readonly distinguisher: string
  readonly series: FlowSeries
}

/** A request in a {@link QueueSet}: waiting, executing, or done. Times are milliseconds, work is in units of {@link seatSeconds}. */
export class FlowRequest implements Linked<FlowRequest> {
  readonly initialSeats: number
  finalSeats: number
  additionalLatency: number
  readonly totalWork: number
  readonly arrivalTime: number
  /** The virtual time of its arrival. */
  readonly arrivalR: number
  startTime = 0
  state: 'waiting' | 'executing' | 'done' = 'waiting'
  queue: FairQueue<FlowRequest> | undefined
  previous: FlowRequest | undefined
  next: FlowRequest | undefined
  /** Called once when it may start. */
  onDispatch: (() => void) | undefined

  constructor(
    readonly digest: RequestDigest,
    readonly flow: RequestFlow,
    { estimate, now, currentR }: { readonly estimate: WorkEstimate; readonly now: number; readonly currentR: number },
  ) {
    this.initialSeats = estimate.initialSeats
    this.finalSeats = estimate.finalSeats
    this.additionalLatency = estimate.additionalLatency
    this.totalWork = seatSeconds(this.initialSeats, estimatedServiceTime) + this.finalWork
    this.arrivalTime = now
    this.arrivalR = currentR
  }

  /** Seats that it holds from its dispatch to its end. */
  get maxSeats(): number {
    return Math.max(this.initialSeats, this.finalSeats)
  }

  /** Work after the request itself. */
  get finalWork(): number {
    return seatSeconds(this.finalSeats, this.additionalLatency)
  }
}
