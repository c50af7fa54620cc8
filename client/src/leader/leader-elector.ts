import { Lease, type LeaseSpec } from 'apimachinery/api/coordination/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { microTimeFromDate } from 'apimachinery/scalar'
import { type Clock, jitter, sleep, systemClock } from 'apimachinery/wait'
import { abortWith } from '../transport/abort-with.js'
import { type ElectionTimes, electionTimes, jitterFactor, type LeaderElectionConfig } from './leader-election-config.js'
import { LeaderMetrics } from './leader-metrics.js'
import { LeaseLock } from './lease-lock.js'
import { NotLeaderError } from './not-leader-error.js'

/**
 * Elects one of several candidates. The leader gets a signal, which is aborted when it must stop: when `renewDeadline` has passed since the
 * last renewal was sent, before others may take the lease. A process that is stopped or starved cannot abort anything in time: after it goes
 * on, other callbacks may run first, so ask {@link LeaderElector.assertLeader} before each step that only the leader may do.
 * `client-go/tools/leaderelection`.
 */
export class LeaderElector {
  readonly #config: LeaderElectionConfig
  readonly #times: ElectionTimes
  readonly #clock: Clock
  readonly #lock: LeaseLock
  readonly #metrics: LeaderMetrics
  /** The record that was seen last, and when by the monotonic clock. */
  #observed: LeaseSpec = {}
  #observedText = ''
  #observedAt = Number.NEGATIVE_INFINITY
  #reported = ''
  /** When the last renewal that the server took was sent. */
  #renewedAt = Number.NEGATIVE_INFINITY
  /** The same by the clock of the computer, which goes on while that sleeps. */
  #renewedTime = Number.NEGATIVE_INFINITY
  #term: AbortController | undefined

  /** @throws MachineryError `InvalidLeaderElection` */
  constructor(config: LeaderElectionConfig) {
    this.#config = config
    this.#times = electionTimes(config)
    this.#clock = config.clock ?? systemClock
    const { client, namespace, name, labels, metrics } = config
    this.#lock = new LeaseLock(client.resource(Lease).namespace(namespace), name, labels)
    this.#metrics = new LeaderMetrics(metrics, name)
  }

  /** The current leader, if known; empty if there is none. */
  get leader(): string {
    return this.#observed.holderIdentity ?? ''
  }

  /** Whether this candidate leads and no other can: also correct immediately after the process was suspended. */
  isLeader(): boolean {
    if (this.leader !== this.#config.identity) return false
    const passed = Math.max(this.#clock.monotonic() - this.#renewedAt, this.#clock.now() - this.#renewedTime)
    return passed < this.#times.renewDeadline
  }

  /** Ends the term at once if this candidate is not the leader any more, by the clocks of this moment. @throws NotLeaderError */
  assertLeader(): void {
    if (this.isLeader()) return
    this.#term?.abort(lost())
    throw new NotLeaderError(`${this.#config.namespace}/${this.#config.name}`)
  }

  /**
   * Waits until this candidate leads, and runs `lead` until its signal is aborted; then waits for its end, releases the
   * lease and returns. Call it again for another term.
   *
   * @returns whether it led
   * @throws errors of `lead`
   */
  async run(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void> | void): Promise<boolean> {
    if (!(await this.#acquire(signal))) return false
    const term = new AbortController()
    this.#term = term
    this.#report(true)
    const leading = (async () => lead(term.signal))()
    // An error ends the term.
    leading.catch(() => term.abort(new DOMException('the leader failed', 'AbortError')))
    try {
      await this.#renew(signal, term)
    } finally {
      this.#report(false)
      if (!term.signal.aborted) term.abort(new DOMException('the lease is lost or given up', 'AbortError'))
      try {
        await leading
      } finally {
        if (this.#config.releaseOnCancel !== false) await this.#release()
      }
    }
    return true
  }

  /** For health checks: fails when this one holds a lease that ran out `tolerance` milliseconds ago. @throws Error */
  check(tolerance: number): void {
    if (this.leader !== this.#config.identity) return
    const age = this.#clock.monotonic() - this.#observedAt
    if (age > this.#times.leaseDuration + tolerance) {
      throw new Error(`failed election to renew leadership on lease ${this.#config.name}`)
    }
  }

  async #acquire(signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await this.#attempt(signal)) return true
      const pause = jitter(this.#times.retryPeriod, jitterFactor, this.#config.random)
      await sleep(pause, { clock: this.#clock, signal }).catch(() => undefined)
    }
    return false
  }

  /** Renews until that fails for too long, or `signal` or the term ends. */
  async #renew(signal: AbortSignal, term: AbortController): Promise<void> {
    const { retryPeriod, renewDeadline } = this.#times
    const both = AbortSignal.any([signal, term.signal])
    while (!both.aborted) {
      const left = this.#renewedAt + renewDeadline - this.#clock.monotonic()
      if (left <= 0) return
      // Independently of the request, the term ends in time.
      const fence = this.#clock.setTimer(() => term.abort(lost()), left)
      try {
        await sleep(Math.min(retryPeriod, left), { clock: this.#clock, signal: both })
        if (!(await this.#attempt(both)) && this.leader !== this.#config.identity) return
      } catch {
        return
      } finally {
        fence.stop()
      }
    }
  }

  async #attempt(signal: AbortSignal): Promise<boolean> {
    // A request that hangs must not be all there is until the end.
    const limit = new AbortController()
    const timer = this.#clock.setTimer(() => limit.abort(lost()), this.#times.renewDeadline)
    const forgetSignal = abortWith(limit, signal)
    try {
      return await (this.#config.coordinated === true
        ? this.#tryCoordinatedRenew(limit.signal)
        : this.#tryAcquireOrRenew(limit.signal))
    } catch (error) {
      if (!signal.aborted) this.#config.onError?.(error)
      return false
    } finally {
      timer.stop()
      forgetSignal()
    }
  }

  async #tryAcquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { identity } = this.#config
    const sentAt = this.#moment()
    if (this.leader === identity && this.#isValid()) {
      const { acquireTime, leaseTransitions } = this.#observed
      try {
        return await this.#write({ ...this.#record(), acquireTime, leaseTransitions }, sentAt, signal)
      } catch {
        // The lease was changed by another client: it has to be read.
      }
    }
    let old: LeaseSpec
    try {
      old = await this.#lock.get(signal)
    } catch (error) {
      if (!isNotFound(error)) throw error
      const record = { ...this.#record(), leaseTransitions: 0 }
      await this.#lock.create(record, signal)
      return this.#recordAcquired(record, sentAt)
    }
    this.#observe(old)
    const holder = old.holderIdentity ?? ''
    if (holder !== '' && holder !== identity && this.#isValid()) return false
    const kept = holder === identity
    if (kept) this.#metrics.slowPath()
    const { acquireTime, leaseTransitions = 0 } = old
    const record = this.#record()
    return this.#write(
      kept ? { ...record, acquireTime, leaseTransitions } : { ...record, leaseTransitions: leaseTransitions + 1 },
      sentAt,
      signal,
    )
  }

  /** The server has set the leader: that one renews, and no other takes the lease. */
  async #tryCoordinatedRenew(signal: AbortSignal): Promise<boolean> {
    const sentAt = this.#moment()
    let old: LeaseSpec
    try {
      old = await this.#lock.get(signal)
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
    this.#observe(old)
    if (this.leader !== this.#config.identity || !this.#isValid()) return false
    const { preferredHolder = '', acquireTime, leaseTransitions, strategy } = old
    // The end of the term: another one is to lead when the lease has run out.
    if (preferredHolder !== '') return false
    this.#metrics.slowPath()
    const kept = { acquireTime, leaseTransitions, ...(strategy !== undefined && { strategy }) }
    return this.#write({ ...this.#record(), ...kept }, sentAt, signal)
  }

  /** Reports to metrics and events whether this candidate leads. */
  #report(leads: boolean): void {
    this.#metrics.leads(leads)
    const { lease } = this.#lock
    const note = `${this.#config.identity} ${leads ? 'became leader' : 'stopped leading'}`
    if (lease !== undefined) this.#config.events?.event(lease, { reason: 'LeaderElection', note })
  }

  #moment(): Moment {
    return { monotonic: this.#clock.monotonic(), now: this.#clock.now() }
  }

  async #write(record: LeaseSpec, sentAt: Moment, signal: AbortSignal): Promise<boolean> {
    await this.#lock.update(record, signal)
    return this.#recordAcquired(record, sentAt)
  }

  #recordAcquired(record: LeaseSpec, { monotonic, now }: Moment): boolean {
    this.#renewedAt = monotonic
    this.#renewedTime = now
    this.#observe(record)
    return true
  }

  #record(): LeaseSpec {
    const now = microTimeFromDate(new Date(this.#clock.now()))
    const leaseDurationSeconds = Math.ceil(this.#times.leaseDuration / 1000)
    return { holderIdentity: this.#config.identity, leaseDurationSeconds, acquireTime: now, renewTime: now }
  }

  #isValid(): boolean {
    // Clocks of other machines are not comparable: the time counts from the observed change.
    const seconds = this.#observed.leaseDurationSeconds ?? 0
    return this.#observedAt + Math.max(seconds * 1000, 0) > this.#clock.monotonic()
  }

  #observe(record: LeaseSpec): void {
    const { holderIdentity = '', leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = record
    const { strategy, preferredHolder } = record
    const times = [leaseDurationSeconds, acquireTime, renewTime, leaseTransitions]
    const text = JSON.stringify([holderIdentity, ...times, strategy, preferredHolder])
    if (text === this.#observedText) return
    this.#observed = record
    this.#observedText = text
    this.#observedAt = this.#clock.monotonic()
    if (holderIdentity === this.#reported) return
    this.#reported = holderIdentity
    this.#config.onNewLeader?.(holderIdentity)
  }

  async #release(): Promise<void> {
    const limit = new AbortController()
    const timer = this.#clock.setTimer(() => limit.abort(lost()), this.#times.renewDeadline)
    try {
      for (;;) {
        try {
          await this.#tryRelease(limit.signal)
          return
        } catch (error) {
          if (!isConflict(error)) throw error
        }
      }
    } catch (error) {
      this.#config.onError?.(error)
    } finally {
      timer.stop()
    }
  }

  async #tryRelease(signal: AbortSignal): Promise<void> {
    const old = await this.#lock.get(signal)
    this.#observe(old)
    if (this.leader !== this.#config.identity) return
    const now = microTimeFromDate(new Date(this.#clock.now()))
    const { leaseTransitions } = old
    const record = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now, leaseTransitions }
    await this.#lock.update(record, signal)
    this.#observe(record)
  }
}

/** A moment by both clocks. */
interface Moment {
  readonly monotonic: number
  readonly now: number
}

function lost(): DOMException {
  return new DOMException('the lease could not be renewed in time', 'AbortError')
}
