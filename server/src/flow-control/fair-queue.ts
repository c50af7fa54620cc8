import { type Linked, LinkedList } from '../internal/linked-list.js'

/** The properties of a request that a queue uses. Work is in units of `seatSeconds`. */
export interface QueuedRequest<R> extends Linked<R> {
  readonly initialSeats: number
  readonly maxSeats: number
  readonly totalWork: number
  /** The virtual time of its arrival. */
  readonly arrivalR: number
}

/** One queue of a {@link QueueSet}: requests that wait, in order, and those that were dispatched from it. */
export class FairQueue<R extends QueuedRequest<R>> {
  index: number
  /** Virtual time at which its next request is dispatched. */
  nextDispatchR = 0
  seatsInUse = 0
  readonly waiting = new LinkedList<R>()
  readonly executing = new LinkedList<R>()
  /** Sums over the waiting requests. */
  initialSeatsSum = 0
  maxSeatsSum = 0
  totalWorkSum = 0

  constructor(index: number) {
    this.index = index
  }

  get isActive(): boolean {
    return this.waiting.size > 0 || this.executing.size > 0
  }

  /** The request that has waited longest. */
  get oldest(): R | undefined {
    return this.waiting.first
  }

  enqueue(request: R): void {
    this.waiting.add(request)
    this.initialSeatsSum += request.initialSeats
    this.maxSeatsSum += request.maxSeats
    this.totalWorkSum += request.totalWork
  }

  /** False where the request does not wait; it must not execute. */
  remove(request: R): boolean {
    if (!this.waiting.delete(request)) return false
    this.initialSeatsSum -= request.initialSeats
    this.maxSeatsSum -= request.maxSeats
    this.totalWorkSum -= request.totalWork
    return true
  }

  /** A queue that was idle does not get the time back that it did not use. */
  boundNextDispatch(): void {
    const { oldest } = this
    if (oldest !== undefined && this.nextDispatchR < oldest.arrivalR) this.nextDispatchR = oldest.arrivalR
  }
}
