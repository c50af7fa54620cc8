import { MachineryError } from 'apimachinery/errors'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { MetricsRegistry } from '../metrics/metrics-registry.js'
import { queueMetricsProvider } from '../metrics/queue-metrics-provider.js'
import { defaultControllerRateLimiter } from '../queue/default-rate-limiters.js'
import type { RateLimiter } from '../queue/rate-limiter.js'
import { WorkQueue } from '../queue/work-queue.js'
import { ControllerMetrics } from './controller-metrics.js'
import type { EventSource } from './event-source.js'
import { ReconcileFailures } from './reconcile-failures.js'
import { keyText, millisecondsOf, type ReconcileKey, type ReconcileResult } from './reconcile-request.js'
import { RunSignal } from './run-signal.js'
import { isTerminalError } from './terminal-error.js'

/** The input of a run of a reconciler. */
export interface ReconcileRun {
  readonly key: ReconcileKey
  /** Aborted when the run takes too long, and when the controller has to stop at once. */
  readonly signal: AbortSignal
  /** How often the runs for this key failed one after the other. */
  readonly failures: number
}

/** Moves the actual state towards the desired state, for one key. */
export type Reconciler = (run: ReconcileRun) => Promise<ReconcileResult | undefined> | Promise<void>

/** The error of a run, and its key. */
export interface ReconcileFailure {
  readonly controller: string
  readonly key: ReconcileKey
  /** Whether the key is not tried again. */
  readonly terminal: boolean
}

/** How a {@link Controller} works. */
export interface ControllerOptions {
  /** Runs at the same time, of different keys. Default 1. */
  readonly concurrency?: number | undefined
  /** When a key whose run failed is tried again. Default: 5 ms to 1000 s for each key, 10 a second for all. */
  readonly rateLimiter?: RateLimiter<unknown> | undefined
  /** A run's signal is aborted after this time: milliseconds, or Go's notation. Default: never. */
  readonly reconcileTimeout?: number | string | undefined
  /** Namespaces take turns in the queue. Default false. */
  readonly fairNamespaces?: boolean | undefined
  /** Milliseconds for the sources to fill. Default 120,000. */
  readonly cacheSyncTimeout?: number | undefined
  readonly clock?: Clock | undefined
  readonly metrics?: MetricsRegistry | undefined
  /** Called before each run: what it throws prevents the run. For leases that have run out. */
  readonly fence?: (() => void) | undefined
  /** Called for each failed run. */
  readonly onError?: ((error: unknown, failure: ReconcileFailure) => void) | undefined
}

/** Learns of the runs of a controller. */
export interface ControllerObserver {
  /** Called for each failed run, before `onError`. */
  readonly failed: (error: unknown, failure: ReconcileFailure) => void
  /** Calls a run, and returns what it returns. */
  readonly within: <T>(key: ReconcileKey, run: () => T) => T
}

/** Input of a {@link Controller}. */
export interface ControllerParts extends ControllerOptions {
  readonly name: string
  readonly sources: readonly EventSource[]
  readonly reconcile: Reconciler
}

/** Runs a reconciler for the keys that its sources name, no key twice at once. `controller-runtime/pkg/internal/controller`. */
export class Controller {
  readonly name: string
  readonly queue: WorkQueue<ReconcileKey>
  readonly #parts: ControllerParts
  readonly #clock: Clock
  readonly #timeout: number
  readonly #metrics: ControllerMetrics | undefined
  /** Keys whose last run failed. */
  readonly failures = new ReconcileFailures()
  /**
   * The signals to abort at the end: each run and each source has its own, because a shared one would collect listeners
   * that are not removed.
   */
  readonly #open = new Set<RunSignal>()
  readonly #observers: ControllerObserver[] = []
  #aborted: { readonly reason: unknown } | undefined
  #sources: Promise<void> | undefined
  #runs = 0
  #started = false

  /** @throws MachineryError `InvalidDuration` */
  constructor(parts: ControllerParts) {
    const { name, clock = systemClock, metrics, fairNamespaces = false, reconcileTimeout } = parts
    this.name = name
    this.#parts = parts
    this.#clock = clock
    this.#timeout = reconcileTimeout === undefined ? 0 : millisecondsOf(reconcileTimeout)
    this.#metrics = metrics && new ControllerMetrics(metrics, name)
    this.#metrics?.workers(parts.concurrency ?? 1)
    this.queue = new WorkQueue({
      name,
      clock,
      keyOf: keyText,
      rateLimiter: parts.rateLimiter ?? defaultControllerRateLimiter(clock),
      metricsProvider: metrics && queueMetricsProvider(metrics),
      fairBy: fairNamespaces ? ({ namespace }: ReconcileKey) => namespace : undefined,
    })
  }

  /** Whether there is nothing to do now: delayed requeues do not count, retries of failed runs do. */
  get idle(): boolean {
    return this.isQuiet && !this.failures.areRetried
  }

  /** Whether there is nothing to do now but retries of failed runs. */
  get isQuiet(): boolean {
    const { length, processing } = this.queue.state
    return length === 0 && processing === 0 && this.#parts.sources.every(({ idle }) => idle)
  }

  /** How many runs there were. */
  get runs(): number {
    return this.#runs
  }

  /** Tells `observer` of all runs from now on. */
  observeBy(observer: ControllerObserver): void {
    this.#observers.push(observer)
  }

  /** Begins to fill the queue; nothing is worked on. @throws MachineryError `CacheSyncTimeout`; what a source throws */
  startSources(): Promise<void> {
    this.#sources ??= this.#startSources()
    return this.#sources
  }

  /**
   * Works until `signal` is aborted, then ends the runs that go on, in an orderly way: their own signals are aborted by
   * {@link abort} only. @throws as {@link startSources}; MachineryError `AlreadyStarted`
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#started) {
      const message = `controller ${this.name} was started more than once`
      throw new MachineryError('AlreadyStarted', message)
    }
    this.#started = true
    let stop = (): void => undefined
    const stopped = new Promise<void>((resolve) => {
      stop = () => {
        this.queue.shutDown()
        resolve()
      }
    })
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      // Sources that wait for their server do not hold up the end.
      await Promise.race([this.startSources(), stopped])
      const concurrency = Math.max(1, this.#parts.concurrency ?? 1)
      await Promise.all(Array.from({ length: concurrency }, () => this.#work(signal)))
      // Runs that were late have left their worker.
      await this.queue.shutDownWithDrain()
    } finally {
      signal.removeEventListener('abort', stop)
      this.abort(new DOMException('the controller has stopped', 'AbortError'))
    }
  }

  /** Aborts the signals of all runs, and ends the sources. */
  abort(reason: unknown = new DOMException('the controller was stopped', 'AbortError')): void {
    this.queue.shutDown()
    this.#aborted ??= { reason }
    for (const each of this.#open) each.abort(reason)
    this.#open.clear()
  }

  /** A signal that is aborted at the end of the controller, unless it is closed before. */
  #stoppable(): RunSignal {
    const stoppable = new RunSignal()
    if (this.#aborted === undefined) this.#open.add(stoppable)
    else stoppable.abort(this.#aborted.reason)
    return stoppable
  }

  async #startSources(): Promise<void> {
    const { sources, cacheSyncTimeout = 120_000 } = this.#parts
    const late: (() => void)[] = []
    const timer = this.#clock.setTimer(() => {
      for (const fail of late) fail()
    }, cacheSyncTimeout)
    try {
      await Promise.all(sources.map((source) => this.#startSource(source, late)))
    } finally {
      timer.stop()
    }
  }

  async #startSource(source: EventSource, late: (() => void)[]): Promise<void> {
    const failed = (): MachineryError => {
      const why = source.problem === undefined ? '' : `: ${source.problem}`
      const message = `failed to wait for ${this.name} caches to sync ${source.name}: timed out waiting for cache to be synced`
      return new MachineryError('CacheSyncTimeout', `${message}${why}`)
    }
    const { signal } = this.#stoppable()
    await new Promise<void>((resolve, reject) => {
      late.push(() => reject(failed()))
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      else source.start((key, options) => this.queue.add(key, options), signal).then(resolve, reject)
    })
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      const work = await this.queue.get()
      if (work === undefined) return
      // When the controller stops, queued items are not started.
      if (signal.aborted || !this.#mayRun()) this.queue.done(work.item)
      else await this.#process(work.item, work.priority)
    }
  }

  #mayRun(): boolean {
    try {
      this.#parts.fence?.()
      return true
    } catch {
      return false
    }
  }

  /**
   * Resolves when the worker is free: when the run has ended or was aborted. The key is released when the run has ended.
   */
  #process(key: ReconcileKey, priority: number): Promise<void> {
    const run = this.#stoppable()
    return new Promise((resolve) => {
      const timer =
        this.#timeout > 0 ? this.#clock.setTimer(() => this.#timeOut(run, resolve), this.#timeout) : undefined
      void this.#reconcile(key, priority, run).finally(() => {
        timer?.stop()
        this.#open.delete(run)
        this.queue.done(key)
        resolve()
      })
    })
  }

  #timeOut(run: RunSignal, free: () => void): void {
    const message = `reconciliation timeout: ${this.#timeout} ms have passed`
    run.abort(new DOMException(message, 'TimeoutError'))
    this.#metrics?.count('reconcile_timeouts')
    free()
  }

  async #reconcile(key: ReconcileKey, priority: number, signal: RunSignal): Promise<void> {
    const start = this.#clock.monotonic()
    const seconds = (): number => (this.#clock.monotonic() - start) / 1000
    this.#runs++
    this.#metrics?.active(1)
    try {
      const run = new Run(key, this.queue.numRequeues(key), { signal, look: () => this.#mayRun() })
      const result = (await this.#observed(run)) ?? {}
      const after = result.requeueAfter === undefined ? 0 : millisecondsOf(result.requeueAfter)
      this.queue.forget(key)
      this.failures.succeeded(key)
      if (after > 0) this.queue.addAfter(key, after, result.priority ?? priority)
      this.#metrics?.ended(after > 0 ? 'requeue_after' : 'success', seconds())
    } catch (error) {
      this.#failed(error, key, priority)
      this.#metrics?.ended('error', seconds())
    } finally {
      this.#metrics?.active(-1)
    }
  }

  #observed(run: ReconcileRun): Promise<ReconcileResult | undefined> | Promise<void> {
    const begin = () => this.#parts.reconcile(run)
    return this.#observers.reduce<typeof begin>(
      (inner, { within }) =>
        () =>
          within(run.key, inner),
      begin,
    )()
  }

  #failed(error: unknown, key: ReconcileKey, priority: number): void {
    const terminal = isTerminalError(error)
    this.failures.add(key, error, terminal ? 'terminal' : 'retry')
    if (terminal) {
      this.queue.forget(key)
      this.#metrics?.count('terminal_reconcile_errors')
    } else {
      this.queue.addRateLimited(key, priority)
    }
    for (const report of [...this.#observers.map(({ failed }) => failed), this.#parts.onError]) {
      try {
        report?.(error, { controller: this.name, key, terminal })
      } catch {
        // An error callback may fail; the worker continues.
      }
    }
  }
}

/** The input of one run; its signal is created on use. */
class Run implements ReconcileRun {
  readonly key: ReconcileKey
  readonly failures: number
  readonly #parts: { readonly signal: RunSignal; readonly look: () => void }

  constructor(key: ReconcileKey, failures: number, parts: { readonly signal: RunSignal; readonly look: () => void }) {
    this.key = key
    this.failures = failures
    this.#parts = parts
  }

  get signal(): AbortSignal {
    const { signal, look } = this.#parts
    // A lease that has run out while the process was stopped ends the run now, not when a timer gets its turn.
    look()
    return signal.signal
  }
}
