import type { CoordinatedLeaseStrategy } from 'apimachinery/api/coordination/v1'
import { LeaseCandidate as Candidate } from 'apimachinery/api/coordination/v1beta1'
import { microTimeFromDate, parseMicroTime } from 'apimachinery/scalar'
import { type Clock, systemClock } from 'apimachinery/wait'
import { listerWatcherFor } from '../cache/lister-watcher.js'
import { SharedInformer } from '../cache/shared-informer.js'
import type { Client } from '../client/client.js'
import { WorkQueue } from '../queue/work-queue.js'
import type { ResourceClient } from '../rest/resource-client.js'

/** The candidate of a coordinated election. */
export interface LeaseCandidateConfig {
  readonly client: Client
  /** Namespace of the candidate and of the lease. */
  readonly namespace: string
  /** Name of the candidate: the identity with which it renews the lease. */
  readonly name: string
  /** The lease to acquire. */
  readonly leaseName: string
  /** Version of the program: `1.2.3`. */
  readonly binaryVersion: string
  /** Version that the program behaves like. Default: `binaryVersion`. */
  readonly emulationVersion?: string | undefined
  /** How the server chooses. Default `OldestEmulationVersion`. */
  readonly strategy?: CoordinatedLeaseStrategy | undefined
  readonly clock?: Clock | undefined
  /** Numbers from 0 up to 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Called for failed attempts that are retried. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The one item of the queue. */
const renewal = 'renew'
const renewEvery = 300_000

/**
 * A candidate of a coordinated election: creates a LeaseCandidate, renews it every five minutes, and answers pings of the
 * server. The elector of the same candidate has `coordinated`. `client-go/tools/leaderelection.LeaseCandidate`.
 */
export class LeaseCandidate {
  readonly #config: LeaseCandidateConfig
  readonly #clock: Clock
  readonly #candidates: ResourceClient<Candidate>
  readonly #informer: SharedInformer<Candidate>
  readonly #queue: WorkQueue<string>

  constructor(config: LeaseCandidateConfig) {
    const { clock = systemClock, random, onError } = config
    this.#config = config
    this.#clock = clock
    this.#candidates = config.client.resource(Candidate).namespace(config.namespace)
    const source = listerWatcherFor(this.#candidates, { fieldSelector: `metadata.name=${config.name}` })
    this.#informer = new SharedInformer(source, { clock, random, onError })
    this.#queue = new WorkQueue({ clock })
    this.#informer.addEventHandler({ onUpdate: (_, { spec }) => this.#answer(spec) })
  }

  /** Runs until `signal` is aborted. The LeaseCandidate is kept: it expires. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#queue.shutDown()
    if (signal.aborted) return
    signal.addEventListener('abort', stop, { once: true })
    const reading = this.#informer.run(signal)
    try {
      await this.#informer.waitForSync(signal).catch(() => undefined)
      this.#queue.add(renewal)
      await this.#work(signal)
    } finally {
      signal.removeEventListener('abort', stop)
      await reading
    }
  }

  /** The server pings the candidate. */
  #answer({ pingTime, renewTime }: Candidate['spec'] = { leaseName: '', binaryVersion: '', strategy: '' }): void {
    if (pingTime !== undefined && (renewTime === undefined || isAfter(pingTime, renewTime))) this.#queue.add(renewal)
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let work = await this.#queue.get(); work !== undefined; work = await this.#queue.get()) {
      try {
        await this.#ensure(signal)
        this.#queue.forget(renewal)
        this.#queue.addAfter(renewal, renewEvery)
      } catch (error) {
        if (!signal.aborted) this.#config.onError?.(error)
        this.#queue.addRateLimited(renewal)
      }
      this.#queue.done(renewal)
    }
  }

  /** Creates the LeaseCandidate, or renews it. */
  async #ensure(signal: AbortSignal): Promise<void> {
    const { name, leaseName, binaryVersion, emulationVersion = binaryVersion } = this.#config
    const { strategy = 'OldestEmulationVersion' } = this.#config
    const renewTime = microTimeFromDate(new Date(this.#clock.now()))
    const known = this.#informer.lister.get({ namespace: this.#config.namespace, name })
    if (known?.spec !== undefined) {
      await this.#candidates.update(new Candidate({ ...known, spec: { ...known.spec, renewTime } }), { signal })
      return
    }
    const spec = { leaseName, renewTime, strategy, binaryVersion, emulationVersion }
    await this.#candidates.create(new Candidate({ metadata: { name }, spec }), { signal })
  }
}

function isAfter(a: string, b: string): boolean {
  const [left, right] = [parseMicroTime(a), parseMicroTime(b)]
  return left.seconds > right.seconds || (left.seconds === right.seconds && left.nanos > right.nanos)
}
