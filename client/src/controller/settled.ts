import { type Clock, sleep, systemClock } from 'apimachinery/wait'
import { messageWithCauses } from '../logging/log-line.js'
import type { Cluster } from './cluster.js'
import type { Controller } from './controller.js'
import { type NotSettledCause, NotSettledError } from './not-settled-error.js'
import { isPermanentError } from './permanent-error.js'
import type { KeyFailure } from './reconcile-failures.js'
import { keyText } from './reconcile-request.js'

/** How long `settled` waits. */
export interface SettledOptions {
  /** Milliseconds by the computer's clock, and by a clock that is stepped. Default 4000. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether runs that failed with a `TerminalError` make it fail. Default true. */
  readonly terminal?: boolean | undefined
}

/** The parts of a manager that have to settle. */
export interface SettlingManager {
  readonly clock: Clock
  readonly controllers: readonly Controller[]
  readonly clusters: ReadonlyMap<string, Cluster>
  readonly progress: () => ManagerProgress
}

/** How far a manager is; `running` from when its caches are filled. */
export interface ManagerProgress {
  readonly state: 'new' | 'running' | 'ended'
  /** What ended it. */
  readonly failure?: unknown
}

/** A clock that somebody has to move, such as `FakeClock`. */
type SteppedClock = Clock & { stepAsync(milliseconds: number): Promise<void> }

interface Failure extends KeyFailure {
  readonly controller: Controller
}

const defaultTimeout = 4000
/** Failures without a success of another run between them, which may have changed what the failed run needs. */
const certainAfter = 2
const longestCatchUp = 1000

/** Waits until a manager has nothing to do. @throws NotSettledError; the reason of the signal */
export async function untilSettled(manager: SettlingManager, options: SettledOptions = {}): Promise<void> {
  const { timeout = defaultTimeout, signal } = options
  const limit = new AbortController()
  // The clock of a test may stand still, and nobody may wait for it for ever.
  const timer = systemClock.setTimer(() => limit.abort(new DOMException('time is over', 'TimeoutError')), timeout)
  try {
    await new Settling(manager, options, limit.signal).run()
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    timer.stop()
    limit.abort()
  }
}

class Settling {
  readonly #manager: SettlingManager
  readonly #options: SettledOptions
  readonly #limit: AbortSignal
  readonly #timeout: number
  /** How far a clock may still be moved. */
  #steps: number
  #successes = -1
  /** How often each key had failed at the last success of any run. */
  #failedBefore = new Map<string, number>()

  constructor(manager: SettlingManager, options: SettledOptions, limit: AbortSignal) {
    this.#manager = manager
    this.#options = options
    this.#limit = limit
    this.#timeout = options.timeout ?? defaultTimeout
    this.#steps = this.#timeout
  }

  async run(): Promise<void> {
    const { signal } = this.#options
    for (;;) {
      signal?.throwIfAborted()
      if (this.#manager.progress().state === 'ended') throw this.#ended()
      if (this.#limit.aborted) throw this.#late()
      const before = this.#runs()
      if (this.#isQuiet() && (await this.#caughtUp()) && this.#isQuiet() && this.#runs() === before) {
        this.#throwFinal()
        const retries = this.#retries()
        if (retries.length === 0) return
        this.#throwPermanent(retries)
        await this.#step(retries)
      }
      await sleep(1)
    }
  }

  #runs(): number {
    return this.#manager.controllers.reduce((sum, { runs }) => sum + runs, 0)
  }

  #informers() {
    return [...this.#manager.clusters.values()].flatMap(({ cache }) => cache.factory.informers())
  }

  /** Whether nothing but retries is left. */
  #isQuiet(): boolean {
    const { progress, controllers } = this.#manager
    return (
      progress().state === 'running' &&
      this.#informers().every(({ idle }) => idle) &&
      controllers.every(({ isQuiet }) => isQuiet)
    )
  }

  async #caughtUp(): Promise<boolean> {
    const { signal } = this.#options
    const both = signal === undefined ? this.#limit : AbortSignal.any([signal, this.#limit])
    const options = { timeout: Math.min(this.#timeout, longestCatchUp), signal: both }
    const factories = [...this.#manager.clusters.values()].map(({ cache }) => cache.factory)
    try {
      return (await Promise.all(factories.map((factory) => factory.catchUp(options)))).every((each) => each)
    } catch (error) {
      if (both.aborted || this.#manager.progress().state === 'ended') return false
      throw error
    }
  }

  #retries(): Failure[] {
    return this.#manager.controllers.flatMap((controller) =>
      controller.failures.retries.map((failure) => ({ ...failure, controller })),
    )
  }

  #throwFinal(): void {
    const taken = this.#manager.controllers.flatMap((controller) =>
      controller.failures.takeFinal().map((failure) => ({ ...failure, controller })),
    )
    const all = taken.filter(({ kind }) => kind === 'unawaited' || this.#options.terminal !== false)
    if (all.length > 0) throw notSettled('a reconciler failed', all.map(causeOf))
  }

  #throwPermanent(retries: readonly Failure[]): void {
    const { controllers } = this.#manager
    const successes = controllers.reduce((sum, { runs, failures }) => sum + runs - failures.total, 0)
    if (successes !== this.#successes) {
      this.#successes = successes
      this.#failedBefore = new Map(retries.map((each) => [failureName(each), each.count]))
    }
    const isCertain = (each: Failure): boolean =>
      each.count - (this.#failedBefore.get(failureName(each)) ?? 0) >= certainAfter && isPermanentError(each.error)
    if (!retries.every(isCertain)) return
    throw notSettled('a reconciler fails in a way that retries do not mend', retries.map(causeOf))
  }

  /** Moves a clock that stands still to the next retry. */
  async #step(retries: readonly Failure[]): Promise<void> {
    const { clock } = this.#manager
    if (!isStepped(clock)) return
    const next = Math.min(...retries.map(({ controller, key }) => controller.queue.untilDelayed(key) ?? 0))
    if (next > this.#steps) {
      throw notSettled(`the clock was moved by ${this.#timeout - this.#steps} ms`, retries.map(this.#waitOf))
    }
    this.#steps -= next
    await clock.stepAsync(next)
  }

  #ended(): NotSettledError {
    const { failure } = this.#manager.progress()
    return notSettled(
      'the manager has ended',
      failure === undefined ? [] : [{ text: messageWithCauses(failure), error: failure }],
    )
  }

  #late(): NotSettledError {
    const { state } = this.#manager.progress()
    const waits: NotSettledCause[] = [...this.#retries().map(this.#waitOf), ...this.#open(), ...this.#caches()]
    if (state === 'new') waits.unshift({ text: 'the manager, which does not run or whose caches are not filled' })
    return notSettled(`there was still something to do after ${this.#timeout} ms`, waits)
  }

  readonly #waitOf = (failure: Failure): NotSettledCause => {
    const { controller, key } = failure
    const milliseconds = controller.queue.untilDelayed(key)
    if (milliseconds === undefined) return causeOf(failure)
    const due = new Date(this.#manager.clock.now() + milliseconds).toISOString()
    const cause = causeOf(failure)
    return { ...cause, text: `${cause.text} (waits for its retry at ${due})` }
  }

  /** Controllers that have something to do now. */
  #open(): NotSettledCause[] {
    return this.#manager.controllers.flatMap(({ name, queue, isQuiet }) => {
      const { length, processing } = queue.state
      if (isQuiet) return []
      if (length + processing === 0) return [{ text: `controller ${JSON.stringify(name)}: its event sources` }]
      return [{ text: `controller ${JSON.stringify(name)}: ${processing} runs, ${length} keys in its queue` }]
    })
  }

  /** Caches that have not what the server has. */
  #caches(): NotSettledCause[] {
    return this.#informers().flatMap((informer) =>
      informer.state().flatMap(({ resource, namespace, error }) => {
        if (error === undefined && informer.hasSynced() && informer.idle) return []
        const of = namespace === undefined ? resource : `${resource} in ${JSON.stringify(namespace)}`
        const why =
          error === undefined ? (informer.hasSynced() ? 'its events' : 'is not filled') : messageWithCauses(error)
        return [{ text: `the cache of ${of}: ${why}`, error }]
      }),
    )
  }
}

function causeOf({ controller, key, error, kind, count }: Failure): NotSettledCause {
  const how = {
    retry: `failed ${count} times in a row`,
    terminal: 'failed for good',
    unawaited: 'did not await a promise',
  }
  const text = `${failureName({ controller, key })}: ${how[kind]}: ${messageWithCauses(error)}`
  return { text, error, controller: controller.name, key }
}

function failureName({ controller, key }: Pick<Failure, 'controller' | 'key'>): string {
  return `controller ${JSON.stringify(controller.name)}, key ${JSON.stringify(keyText(key))}`
}

function notSettled(why: string, causes: readonly NotSettledCause[]): NotSettledError {
  return new NotSettledError(why, causes)
}

function isStepped(clock: Clock): clock is SteppedClock {
  return 'stepAsync' in clock && typeof clock.stepAsync === 'function'
}
