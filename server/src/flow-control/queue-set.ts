import { LRUCache } from 'apimachinery/collections'
import type { Clock, Timer } from 'apimachinery/wait'
import { LinkedList } from '../internal/linked-list.js'
import { FairQueue } from './fair-queue.js'
import type { FlowMetrics } from './flow-metrics.js'
import { estimatedServiceTime, FlowRequest, type RequestDigest, type RequestFlow } from './flow-request.js'
import { Integrator } from './seat-demand.js'
import { millisecondsPerSeat, seatSeconds } from './seat-seconds.js'
import { Dealer, hashFlowID } from './shuffle-sharding.js'
import type { WorkEstimate } from './work-estimate.js'

/** Queues of a level. */
export interface QueuingConfig {
  /** -1 for a level without limit, 0 for one that turns away what it cannot execute at once. */
  readonly queues: number
  readonly handSize: number
  readonly queueLengthLimit: number
}

/** The parts of a server that a {@link QueueSet} uses. */
export interface QueueSetOptions {
  readonly name: string
  readonly clock: Clock
  readonly metrics: FlowMetrics
}

/** The size of the cache of hands. */
const rememberedHands = 10_000

/**
 * The requests of a priority level: up to a number of seats execute, others wait in queues that are served fairly, by virtual time.
 *
 * Source: k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset.
 */
export class QueueSet {
  readonly name: string
  readonly #queues: FairQueue<FlowRequest>[] = []
  /** Those that execute without having had a queue. */
  readonly queueless = new LinkedList<FlowRequest>()
  readonly demand: Integrator
  waiting = 0
  executing = 0
  seatsInUse = 0
  seatsWaiting = 0
  dispatched = 0
  rejected = 0
  timedOut = 0
  cancelled = 0
  readonly #clock: Clock
  readonly #metrics: FlowMetrics
  readonly #heldSeats = new Set<Timer>()
  readonly #hands = new LRUCache<string, readonly number[]>({ capacity: rememberedHands })
  #config: QueuingConfig = { queues: 0, handSize: 1, queueLengthLimit: 1 }
  #dealer: Dealer | undefined
  #limit = 0
  #currentR = 0
  #lastTime: number
  #activeQueues = 0
  #robin = 0
  #enqueues = 0

  constructor({ name, clock, metrics }: QueueSetOptions) {
    this.name = name
    this.#clock = clock
    this.#metrics = metrics
    this.#lastTime = clock.now()
    this.demand = new Integrator(this.#lastTime)
  }

  /** Its queues, which are made for its first request: most levels of a small cluster have none. */
  get queues(): readonly FairQueue<FlowRequest>[] {
    while (this.#queues.length < this.#config.queues) this.#queues.push(new FairQueue(this.#queues.length))
    return this.#queues
  }

  get isIdle(): boolean {
    return this.waiting === 0 && this.executing === 0
  }

  get concurrencyLimit(): number {
    return this.#limit
  }

  /** Changes the number of queues; surplus queues end when they are empty. Throws `RangeError` for hands that cannot be dealt. */
  configure(config: QueuingConfig): void {
    const { queues, handSize } = this.#config
    if (config.queues === queues && config.handSize === handSize) {
      this.#config = config
      return
    }
    this.#dealer = config.queues > 0 ? new Dealer(config.queues, config.handSize) : undefined
    this.#hands.clear()
    this.#config = config
    for (const queue of [...this.#queues]) this.#removeIfSurplus(queue)
  }

  /** Seats from now on. */
  setConcurrencyLimit(limit: number): void {
    this.#syncTime()
    this.#limit = limit
    this.#dispatchAsMuchAsPossible()
  }

  /**
   * Takes a request in: it executes at once, or waits until `onDispatch` of it is called. `undefined` where it is turned away.
   */
  start(digest: RequestDigest, flow: RequestFlow, estimate: WorkEstimate): FlowRequest | undefined {
    const now = this.#syncTime()
    const request = new FlowRequest(digest, flow, { estimate, now, currentR: this.#currentR })
    if (this.#config.queues < 1) {
      if (!this.#canAccommodate(request.maxSeats)) {
        this.rejected++
        this.#metrics.rejected(this.name, flow.schema, 'concurrency-limit')
        return undefined
      }
      this.queueless.add(request)
      this.#execute(request)
      return request
    }
    const queue = this.#shuffleShard(flow)
    if (this.seatsInUse >= this.#limit && queue.waiting.size >= this.#config.queueLengthLimit) {
      this.rejected++
      this.#metrics.rejected(this.name, flow.schema, 'queue-full')
      return undefined
    }
    this.#enqueue(queue, request)
    this.#dispatchAsMuchAsPossible()
    return request
  }

  /** Removes a request that has waited too long, or whose client has disconnected. False if it was dispatched already. */
  cancel(request: FlowRequest): boolean {
    this.#syncTime()
    const { queue, flow } = request
    if (request.state !== 'waiting' || queue === undefined) return false
    this.#leaveQueue(queue, request)
    request.state = 'done'
    this.rejected++
    this.cancelled++
    this.#metrics.rejected(this.name, flow.schema, 'time-out')
    this.#metrics.leftQueueUnexecuted(this.name, flow.schema, (this.#clock.now() - request.arrivalTime) / 1000)
    this.#noteDemand()
    queue.boundNextDispatch()
    this.#noteActivity(queue, true)
    this.#removeIfSurplus(queue)
    return true
  }

  /** A request that executed has ended; its final seats are held for a while. */
  finish(request: FlowRequest): void {
    if (request.state !== 'executing') return
    const now = this.#syncTime()
    request.state = 'done'
    this.executing--
    const { series } = request.flow
    series.executingRequests.dec()
    series.execution.observe((now - request.startTime) / 1000)
    const { queue } = request
    if (queue === undefined) {
      this.queueless.delete(request)
    } else {
      queue.executing.delete(request)
      this.#noteActivity(queue, true)
      queue.nextDispatchR -= seatSeconds(request.initialSeats, estimatedServiceTime - (now - request.startTime))
      queue.boundNextDispatch()
    }
    if (request.additionalLatency > 0) this.#holdSeats(request)
    else this.#release(request)
    this.#dispatchAsMuchAsPossible()
  }

  /** Ends the timers; requests that are under way may still end. */
  stop(): void {
    for (const timer of this.#heldSeats) timer.stop()
    this.#heldSeats.clear()
  }

  #holdSeats(request: FlowRequest): void {
    const timer = this.#clock.setTimer(() => {
      this.#heldSeats.delete(timer)
      this.#syncTime()
      this.#release(request)
      this.#dispatchAsMuchAsPossible()
    }, request.additionalLatency)
    this.#heldSeats.add(timer)
  }

  #release(request: FlowRequest): void {
    this.seatsInUse -= request.maxSeats
    request.flow.series.executingSeats.dec(request.maxSeats)
    this.#noteDemand()
    const { queue } = request
    if (queue === undefined) return
    queue.seatsInUse -= request.maxSeats
    this.#removeIfSurplus(queue)
  }

  /** Virtual time passes as fast as each active queue would be served. */
  #syncTime(): number {
    const now = this.#clock.now()
    const passed = now - this.#lastTime
    this.#lastTime = now
    if (passed > 0 && this.#activeQueues > 0) {
      const seats = Math.min(this.seatsInUse + this.seatsWaiting, this.#limit)
      this.#currentR += seatSeconds(seats / this.#activeQueues, passed)
    }
    return now
  }

  #shuffleShard(flow: RequestFlow): FairQueue<FlowRequest> {
    const hand = this.#handOf(flow)
    const offset = this.#enqueues++ % hand.length
    let best: FairQueue<FlowRequest> | undefined
    for (let index = 0; index < hand.length; index++) {
      const queue = this.queues[hand[(offset + index) % hand.length] as number] as FairQueue<FlowRequest>
      if (best === undefined || queue.totalWorkSum < best.totalWorkSum) best = queue
    }
    return best as FairQueue<FlowRequest>
  }

  #handOf({ schema, distinguisher }: RequestFlow): readonly number[] {
    const key = `${schema}\0${distinguisher}`
    let hand = this.#hands.get(key)
    if (hand === undefined) {
      // Queues of one level that has one only need no hash.
      hand = this.#config.queues === 1 ? [0] : (this.#dealer as Dealer).deal(hashFlowID(schema, distinguisher))
      this.#hands.set(key, hand)
    }
    return hand
  }

  #enqueue(queue: FairQueue<FlowRequest>, request: FlowRequest): void {
    if (!queue.isActive) {
      queue.nextDispatchR = this.#currentR
      this.#activeQueues++
    }
    request.queue = queue
    queue.enqueue(request)
    queue.boundNextDispatch()
    this.waiting++
    this.seatsWaiting += request.maxSeats
    const { series, schema } = request.flow
    series.inQueueRequests.inc()
    series.inQueueSeats.inc(request.maxSeats)
    this.#metrics.queueLength(this.name, schema, queue.waiting.size)
    this.#noteDemand()
  }

  #leaveQueue(queue: FairQueue<FlowRequest>, request: FlowRequest): void {
    queue.remove(request)
    this.waiting--
    this.seatsWaiting -= request.maxSeats
    const { series } = request.flow
    series.inQueueRequests.dec()
    series.inQueueSeats.dec(request.maxSeats)
  }

  #dispatchAsMuchAsPossible(): void {
    while (this.waiting > 0 && this.seatsInUse < this.#limit) {
      const queue = this.#nextQueue()
      const request = queue?.oldest
      if (queue === undefined || request === undefined) return
      if (!this.#canAccommodate(request.maxSeats)) {
        request.flow.series.noAccommodation.inc()
        return
      }
      this.#robin = queue.index
      this.#dispatch(queue, request)
    }
  }

  /** The queue whose oldest request would end first, in virtual time. */
  #nextQueue(): FairQueue<FlowRequest> | undefined {
    let best: FairQueue<FlowRequest> | undefined
    let bestFinish = Number.POSITIVE_INFINITY
    const count = this.queues.length
    for (let step = 1; step <= count; step++) {
      const queue = this.queues[(this.#robin + step) % count] as FairQueue<FlowRequest>
      if (queue.waiting.size === 0) continue
      const finish = queue.nextDispatchR + (queue.oldest as FlowRequest).totalWork
      if (finish < bestFinish) {
        best = queue
        bestFinish = finish
      }
      // Where all that wait are in this queue there is nothing to compare with.
      if (queue.waiting.size === this.waiting) break
    }
    return best
  }

  #dispatch(queue: FairQueue<FlowRequest>, request: FlowRequest): void {
    this.#leaveQueue(queue, request)
    if (request.finalSeats > this.#limit) {
      const work = request.finalWork
      request.finalSeats = this.#limit
      request.additionalLatency = millisecondsPerSeat(work, this.#limit)
    }
    queue.executing.add(request)
    queue.seatsInUse += request.maxSeats
    this.#execute(request)
    queue.nextDispatchR += request.totalWork
    queue.boundNextDispatch()
    request.onDispatch?.()
  }

  #execute(request: FlowRequest): void {
    const now = this.#lastTime
    request.startTime = now
    request.state = 'executing'
    this.executing++
    this.dispatched++
    this.seatsInUse += request.maxSeats
    const { series } = request.flow
    series.executingRequests.inc()
    series.executingSeats.inc(request.maxSeats)
    series.dispatched.inc()
    if (this.#config.queues >= 0) series.waitExecuted.observe((now - request.arrivalTime) / 1000)
    this.#noteDemand()
  }

  #canAccommodate(seats: number): boolean {
    if (this.#config.queues < 0) return true
    // A request of more seats than there are executes alone.
    if (seats > this.#limit) return this.executing === 0
    return this.seatsInUse + seats <= this.#limit
  }

  #noteDemand(): void {
    this.demand.set(this.seatsInUse + this.seatsWaiting, this.#lastTime)
  }

  /** Counts a queue out that has become idle. */
  #noteActivity(queue: FairQueue<FlowRequest>, wasActive: boolean): void {
    if (wasActive && !queue.isActive) this.#activeQueues--
  }

  #removeIfSurplus(queue: FairQueue<FlowRequest>): void {
    if (this.#queues.length <= Math.max(this.#config.queues, 0) || queue.isActive) return
    if (this.#queues[queue.index] !== queue) return
    this.#queues.splice(queue.index, 1)
    for (let index = queue.index; index < this.#queues.length; index++)
      (this.#queues[index] as FairQueue<FlowRequest>).index = index
    if (this.#robin >= queue.index && this.#robin > 0) this.#robin--
  }
}
