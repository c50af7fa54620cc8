import { MachineryError } from 'apimachinery/errors'
import type { Clock, Timer } from 'apimachinery/wait'
import type { LeaderElector } from '../leader/leader-elector.js'

/** One run of a manager: what was launched, how it ends. */
export class ManagerRun {
  /** Aborted when the run begins to end: nothing new is begun. */
  readonly stopping: AbortSignal
  /** Aborted when the time to end is over. */
  readonly graceOver: AbortSignal
  /** Resolves when the run is to end. */
  readonly ended: Promise<void>
  readonly #clock: Clock
  readonly #grace: number
  readonly #stop = new AbortController()
  readonly #cut = new AbortController()
  readonly #electionStop = new AbortController()
  readonly #work: Promise<void>[] = []
  readonly #aborts: ((reason: unknown) => void)[] = []
  #election: Promise<void> | undefined
  #failure: { readonly error: unknown } | undefined
  #timer: Timer | undefined
  #stoppedAt: number | undefined

  constructor(signal: AbortSignal, clock: Clock, grace: number) {
    this.#clock = clock
    this.#grace = grace
    this.stopping = this.#stop.signal
    this.graceOver = this.#cut.signal
    this.ended = new Promise((resolve) => this.stopping.addEventListener('abort', () => resolve(), { once: true }))
    const abort = (): void => this.#begin()
    signal.addEventListener('abort', abort, { once: true })
    this.stopping.addEventListener('abort', () => signal.removeEventListener('abort', abort), { once: true })
    if (signal.aborted) abort()
  }

  /** Runs something to the end of the run. @param abort - ends it at once */
  launch(work: (signal: AbortSignal) => Promise<void>, abort?: (reason: unknown) => void): void {
    if (abort !== undefined) this.#aborts.push(abort)
    this.#work.push(this.#guarded(work(this.stopping)))
  }

  /** Ends the run when something fails. */
  guard(work: Promise<void>): void {
    void this.#guarded(work)
  }

  /** Starts leader election; launches when elected. A term that ends before the run is a failure of the run. */
  lead(elector: LeaderElector, elected: () => void): void {
    const term = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (!this.stopping.aborted) elected()
        const lost = (): void => {
          // The lease is lost: others may act, so that nothing of this one may go on.
          if (!this.#electionStop.signal.aborted) this.fail(leaderElectionLost())
          this.#abortAll(signal.reason)
          resolve()
        }
        if (signal.aborted) lost()
        signal.addEventListener('abort', lost, { once: true })
      })
    this.#election = this.#guarded(elector.run(this.#electionStop.signal, term).then(() => undefined))
  }

  /** Milliseconds that are left to end in good order; undefined for as many as are needed. */
  graceLeft(): number | undefined {
    if (this.#grace < 0) return undefined
    const passed = this.#stoppedAt === undefined ? 0 : this.#clock.monotonic() - this.#stoppedAt
    return Math.max(0, this.#grace - passed)
  }

  /** Stops the launched runnables, at once when the time is over; then releases the lease. */
  async stop(): Promise<void> {
    this.#begin()
    if (this.#grace >= 0) {
      this.#timer = this.#clock.setTimer(() => {
        this.#cut.abort(new DOMException('the time for a graceful end is over', 'AbortError'))
        this.#abortAll(this.#cut.signal.reason)
      }, this.#grace)
    }
    const cut = new Promise<void>((resolve) =>
      this.#cut.signal.addEventListener('abort', () => resolve(), { once: true }),
    )
    await Promise.race([Promise.all(this.#work), cut])
    // The lease is released only after all runnables have stopped.
    this.#electionStop.abort(new DOMException('the manager stops', 'AbortError'))
    await this.#election
  }

  /** All is ended. */
  end(): void {
    this.#timer?.stop()
  }

  /** What ended the run, unless it was its signal. */
  get failure(): unknown {
    return this.#failure?.error
  }

  /** @throws what ended the run */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #begin(): void {
    this.#stoppedAt ??= this.#clock.monotonic()
    this.#stop.abort(new DOMException('the manager stops', 'AbortError'))
  }

  async #guarded(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      // A runnable that was stopped may throw the abort error.
      if (!this.stopping.aborted || !isAbort(error, this.stopping)) this.fail(error)
    }
  }

  /** Ends the run because of an error; the first one counts. */
  fail(error: unknown): void {
    this.#failure ??= { error }
    this.#begin()
  }

  #abortAll(reason: unknown): void {
    for (const abort of this.#aborts) abort(reason)
  }
}

function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError')
}

function leaderElectionLost(): MachineryError {
  return new MachineryError('LeaderElectionLost', 'leader election lost')
}
