import { Lease } from 'apimachinery/api/coordination/v1'
import { LeaseCandidate as Candidate } from 'apimachinery/api/coordination/v1beta1'
import { Event } from 'apimachinery/api/events/v1'
import type { PolicyRule } from 'apimachinery/api/rbac/v1'
import { MachineryError } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { ObjectCache } from '../cache/object-cache.js'
import type { Client } from '../client/client.js'
import type { EventRecorder } from '../events/event-init.js'
import type { LeaderElectionConfig } from '../leader/leader-election-config.js'
import { LeaderElector } from '../leader/leader-elector.js'
import { LeaseCandidate, type LeaseCandidateConfig } from '../leader/lease-candidate.js'
import { newLeaseHolder } from '../leader/lease-holder.js'
import type { Logger } from '../logging/logger.js'
import { MetricsRegistry } from '../metrics/metrics-registry.js'
import { type Access, accessTo, policyRules } from './access-rules.js'
import { Cluster, type ClusterOptions } from './cluster.js'
import type { Controller, ControllerOptions } from './controller.js'
import {
  type BuilderOptions,
  type ControllerAddition,
  ControllerBuilder,
  type ControllerHost,
} from './controller-builder.js'
import type { ErrorPlace } from './error-place.js'
import { type HealthCheck, HealthChecks } from './health-checks.js'
import type { ListenOptions } from './http-endpoint.js'
import { logFailure, loggerOf } from './manager-log.js'
import { ManagerParts } from './manager-parts.js'
import { ManagerRun } from './manager-run.js'
import { ProbeServer } from './probe-server.js'
import { type ManagerProgress, type SettledOptions, untilSettled } from './settled.js'
import { type RunOrigin, UnawaitedRejections } from './unawaited-rejections.js'
import { waitForCaches } from './wait-for-caches.js'
import { unservedWebhooks, WebhookRegistry } from './webhook-registry.js'
import { WebhookServer, type WebhookServerOptions } from './webhook-server.js'

/** Something that runs with a manager. */
export interface Runnable {
  /** Runs until `signal` is aborted. An error ends the manager. */
  start(signal: AbortSignal): Promise<void>
  /** Run on the leader only. Default true. */
  readonly needsLeader?: boolean | undefined
}

/** The election of a manager. */
export type ManagerElection = Omit<LeaderElectionConfig, 'client' | 'identity' | 'clock' | 'coordinated'> & {
  /** Unique among all managers. Default: {@link newLeaseHolder}, the name of the host or pod and a random part. */
  readonly identity?: string | undefined
  /** The server chooses the leader among the candidates, by their versions; it needs the feature `CoordinatedLeaderElection`. */
  readonly coordinated?: Pick<LeaseCandidateConfig, 'binaryVersion' | 'emulationVersion' | 'strategy'> | undefined
}

/** How a {@link Manager} works. */
export interface ManagerOptions extends ClusterOptions {
  readonly client: Client
  /** Without it the manager acts at once. */
  readonly leaderElection?: ManagerElection | undefined
  /** Read and queue before this manager leads, so that it acts at once when it does. Default true. */
  readonly warmUp?: boolean | undefined
  /** Default options of controllers. */
  readonly controllers?: ControllerOptions | undefined
  /** Default: a new registry. */
  readonly metrics?: MetricsRegistry | undefined
  /** Serves `/metrics`. */
  readonly metricsServer?: ListenOptions | undefined
  /** Serves `/healthz` and `/readyz`. */
  readonly healthServer?: ListenOptions | undefined
  /**
   * Serves the handlers of `webhooks` over HTTPS; where absent, something else must, a `TestServer` or a server of yours: otherwise
   * `onError` is told `NoWebhookServer`.
   */
  readonly webhookServer?: WebhookServerOptions | undefined
  /**
   * Milliseconds for the caches to fill when the manager starts: a kind that is not served or may not be read ends the start
   * then. Default: that of `controllers`, which is 120,000 by default.
   */
  readonly cacheSyncTimeout?: number | undefined
  /** Milliseconds for runs to end when the manager stops; then their signals are aborted. Default 30,000; negative for no limit. */
  readonly gracefulShutdownTimeout?: number | undefined
  /** Where the manager writes what happens; `false` for nowhere. Default: lines on standard error, from the level `info` on. */
  readonly logger?: Logger | false | undefined
  /** Called for every failure that is retried. It is logged as well. */
  readonly onError?: ((error: unknown, where: ErrorPlace) => void) | undefined
}

type IdentifiedElection = ManagerElection & { readonly identity: string }

const defaultGrace = 30_000
const defaultSyncTimeout = 120_000

/**
 * Runs the controllers of a program: one cache for all, leader election, health, metrics, webhooks, and graceful shutdown.
 * Several managers in one process are independent. `controller-runtime/pkg/manager`.
 */
export class Manager implements ControllerHost {
  /** With an election it refuses to write when this manager has led and its lease has run out or was given up. */
  readonly client: Client
  readonly metrics: MetricsRegistry
  /** Where the manager writes what happens. */
  readonly logger: Logger
  readonly clusters = new Map<string, Cluster>()
  readonly #options: ManagerOptions
  readonly #clock: Clock
  readonly #controllers: Controller[] = []
  readonly #parts: ManagerParts
  readonly #access: Access[] = []
  readonly #healthz = new HealthChecks('healthz')
  readonly #readyz = new HealthChecks('readyz')
  readonly #probes: { readonly metrics: ProbeServer | undefined; readonly health: ProbeServer | undefined }
  /** Handlers of webhooks by path: register them before the manager runs. */
  readonly webhooks: WebhookRegistry
  readonly #webhookServer: WebhookServer | undefined
  readonly #elector: LeaderElector | undefined
  readonly #candidate: LeaseCandidate | undefined
  readonly #unawaited = new UnawaitedRejections((error, origin) => this.#rejected(error, origin))
  #started = false
  #hasLed = false
  #progress: ManagerProgress = { state: 'new' }
  #elected: () => void = () => undefined
  readonly #whenElected: Promise<void>

  constructor(options: ManagerOptions) {
    const { client, leaderElection, metricsServer, healthServer, webhookServer } = options
    this.client = leaderElection === undefined ? client : client.fencedBy(this.#fence)
    this.metrics = options.metrics ?? new MetricsRegistry()
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.logger = loggerOf(options.logger, this.#clock)
    // Without an election everything begins at once.
    this.#parts = new ManagerParts(leaderElection !== undefined && options.warmUp !== false)
    this.addCluster('', client, options)
    this.#probes = {
      metrics: metricsServer && new ProbeServer(metricsServer, { metrics: this.metrics }),
      health: healthServer && new ProbeServer(healthServer, { healthz: this.#healthz, readyz: this.#readyz }),
    }
    this.#webhookServer =
      webhookServer &&
      new WebhookServer({
        clock: this.#clock,
        ...webhookServer,
        onError: this.#teller('webhook', webhookServer.onError),
      })
    this.webhooks = this.#webhookServer ?? new WebhookRegistry()
    if (leaderElection !== undefined) {
      const election = { ...leaderElection, identity: leaderElection.identity ?? defaultIdentity(leaderElection) }
      this.#elector = this.#electorOf(election)
      this.#candidate = this.#candidateOf(election)
    }
    this.#whenElected = new Promise((resolve) => {
      this.#elected = resolve
    })
  }

  /** The cache of the controllers, of the manager's own client. */
  get cache(): ObjectCache {
    return this.clusters.get('')!.cache
  }

  /** The ports of the servers that listen. */
  get ports(): {
    readonly metrics?: number | undefined
    readonly health?: number | undefined
    readonly webhook?: number | undefined
  } {
    return {
      metrics: this.#probes.metrics?.port,
      health: this.#probes.health?.port,
      webhook: this.#webhookServer?.port,
    }
  }

  /** Whether this manager may act: it leads, or needs not. */
  get isLeader(): boolean {
    return this.#elector === undefined ? this.#started : this.#elector.isLeader()
  }

  /** Resolves when this manager leads, or acts without election. */
  get elected(): Promise<void> {
    return this.#whenElected
  }

  get controllerDefaults(): ControllerOptions {
    const { controllers } = this.#options
    return { clock: this.#clock, fence: this.#elector && this.#fence, metrics: this.metrics, ...controllers }
  }

  /** Begins a controller of a kind; `reconcile` ends the description and makes it. */
  controller<T extends KubernetesObject>(type: KindClass<T>, options: BuilderOptions = {}): ControllerBuilder<T> {
    return new ControllerBuilder(this, type, options)
  }

  /**
   * Adds a controller that was made without a builder. It begins at once when the manager runs.
   *
   * @throws MachineryError `Stopped` when the manager is ending, `ControllerExists`
   */
  addController(controller: Controller, { access = [], needsLeader = true }: ControllerAddition = {}): void {
    this.#parts.checkNotStopping()
    const { name } = controller
    if (this.#controllers.some((each) => each.name === name)) {
      const why = 'Controller names must be unique to avoid multiple controllers reporting the same metric'
      throw new MachineryError('ControllerExists', `controller with name ${name} already exists. ${why}`)
    }
    this.#access.push(...access)
    this.#controllers.push(controller)
    controller.observeBy({
      failed: (error, failure) => this.#told(error, { part: 'reconcile', ...failure }),
      within: (key, run) => this.#unawaited.within({ controller: name, key }, run),
    })
    this.#parts.add({
      needsLeader,
      warmUp: (run) => run.guard(controller.startSources()),
      launch: (run) =>
        run.launch(
          (signal) => {
            this.logger.info({ controller: name }, 'Starting Controller')
            return controller.run(signal)
          },
          (reason) => controller.abort(reason),
        ),
    })
  }

  /** Adds something that runs with the manager, at once when that runs. @throws MachineryError `Stopped` when it is ending */
  add(runnable: Runnable): this {
    const { needsLeader = true } = runnable
    this.#parts.add({ needsLeader, launch: (run) => run.launch((signal) => runnable.start(signal)) })
    return this
  }

  /** Adds a cluster, for controllers that name it. @throws MachineryError `Stopped` when the manager is ending, `ClusterExists` */
  addCluster(name: string, client: Client, options: ClusterOptions = {}): Cluster {
    this.#parts.checkNotStopping()
    if (this.clusters.has(name))
      throw new MachineryError('ClusterExists', `there is a cluster ${JSON.stringify(name)} already`)
    const guarded = this.#options.leaderElection === undefined ? client : client.fencedBy(this.#fence)
    const cluster = new Cluster(name, client, {
      guarded,
      clock: this.#clock,
      cache: {
        ...options.cache,
        onError: (error, where) => {
          this.#told(error, { part: 'cache', resource: where.resource, cluster: name })
          options.cache?.onError?.(error, where)
        },
      },
      events: { ...options.events, onError: this.#teller('events', options.events?.onError) },
    })
    this.clusters.set(name, cluster)
    if (this.#started) cluster.cache.factory.start()
    return cluster
  }

  /** A recorder of events for code outside of controllers. */
  eventRecorder(name: string, cluster = ''): EventRecorder {
    const found = this.clusters.get(cluster)
    if (found === undefined)
      throw new MachineryError('NoSuchCluster', `the manager has no cluster ${JSON.stringify(cluster)}`)
    return found.events.recorder(name)
  }

  /** Adds a check to `/healthz`. */
  addHealthCheck(name: string, check: HealthCheck): this {
    this.#healthz.add(name, check)
    return this
  }

  /** Adds a check to `/readyz`. */
  addReadyCheck(name: string, check: HealthCheck): this {
    this.#readyz.add(name, check)
    return this
  }

  /** The rules of RBAC that the controllers and their events need, in every namespace that they act in. */
  policyRules(): PolicyRule[] {
    return policyRules([...this.#access, accessTo(Event, ['create', 'patch'])])
  }

  /** The rules of RBAC that the election needs in the namespace of its lease; empty without an election. */
  electionRules(): PolicyRule[] {
    if (this.#elector === undefined) return []
    const needs = [accessTo(Lease, ['create', 'get', 'update']), accessTo(Event, ['create', 'patch'])]
    if (this.#candidate !== undefined) needs.push(accessTo(Candidate, ['create', 'get', 'list', 'update', 'watch']))
    return policyRules(needs)
  }

  /**
   * Runs until `signal` is aborted, and ends in good order.
   *
   * @throws MachineryError `AlreadyStarted`; `LeaderElectionLost`; what a server, a cache, a controller or a runnable fails with
   */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#started) throw new MachineryError('AlreadyStarted', 'manager already started')
    this.#started = true
    const run = new ManagerRun(signal, this.#clock, this.#options.gracefulShutdownTimeout ?? defaultGrace)
    this.#unawaited.start()
    try {
      await this.#start(run)
      this.#progress = { state: 'running' }
      await run.ended
    } catch (error) {
      run.fail(error)
    } finally {
      this.#progress = { state: 'ended', failure: run.failure }
      await this.#stop(run)
      this.#unawaited.stop()
    }
    run.throwIfFailed()
  }

  /**
   * Waits until there is nothing to do: caches are up to date with the servers, handlers got all events, queues are empty
   * and no failed run waits for its retry. Delayed requeues do not count. For tests, instead of sleeping.
   *
   * It fails as soon as nothing is left but runs that failed for good: with a `TerminalError`, or twice with what a retry does not mend
   * ({@link isPermanentError}); each terminal failure makes one call fail. A clock that stands still, such as `FakeClock`, is moved to
   * the retries of failed runs, by `timeout` in all.
   *
   * @throws NotSettledError with controller, key and error: as above, after `timeout` milliseconds (default 4000), and when the manager ends
   */
  settled(options?: SettledOptions): Promise<void> {
    const progress = (): ManagerProgress => this.#progress
    return untilSettled(
      { clock: this.#clock, clusters: this.clusters, controllers: this.#controllers, progress },
      options,
    )
  }

  async #start(run: ManagerRun): Promise<void> {
    const unserved = this.#webhookServer === undefined ? unservedWebhooks(this.webhooks) : undefined
    if (unserved !== undefined) this.#told(unserved, { part: 'webhook' })
    await Promise.all([this.#probes.metrics?.start(), this.#probes.health?.start()])
    await this.#webhookServer?.start()
    for (const { cache } of this.clusters.values()) cache.factory.start()
    const timeout = this.#options.cacheSyncTimeout ?? this.#options.controllers?.cacheSyncTimeout ?? defaultSyncTimeout
    const caches = [...this.clusters.values()].map(({ cache }) => cache)
    await waitForCaches(caches, { signal: run.stopping, timeout, clock: this.#clock })
    // A manager that is stopped while its caches fill begins nothing.
    if (run.stopping.aborted) return
    this.#parts.begin(run)
    if (this.#elector === undefined) {
      this.#parts.lead(run)
      this.#elected()
      return
    }
    const candidate = this.#candidate
    if (candidate !== undefined) run.launch((signal) => candidate.run(signal))
    const { name = '', namespace = '' } = this.#options.leaderElection ?? {}
    this.logger.info({ lease: `${namespace}/${name}` }, 'Attempting to acquire leader lease')
    run.lead(this.#elector, () => {
      this.#hasLed = true
      this.logger.info({ lease: `${namespace}/${name}` }, 'Successfully acquired lease')
      this.#parts.lead(run)
      this.#elected()
    })
  }

  async #stop(run: ManagerRun): Promise<void> {
    await run.stop()
    for (const controller of this.#controllers) controller.abort()
    const clusters = [...this.clusters.values()]
    const left = { timeout: run.graceLeft() }
    await Promise.all(clusters.map(({ events }) => events.stop(left)))
    await Promise.all(clusters.map(({ cache }) => cache.factory.stop()))
    const servers = [this.#webhookServer, this.#probes.metrics, this.#probes.health]
    await Promise.all(servers.map((server) => server?.stop(run.graceOver)))
    run.end()
  }

  #electorOf({ coordinated, ...election }: IdentifiedElection): LeaderElector {
    const elector = new LeaderElector({
      metrics: this.metrics,
      events: this.eventRecorder('leader-election'),
      ...election,
      onError: this.#teller('election', election.onError),
      coordinated: coordinated !== undefined,
      client: this.#options.client,
      clock: this.#clock,
    })
    this.#healthz.add('leaderElection', () => elector.check(20_000))
    return elector
  }

  #candidateOf({
    coordinated,
    identity,
    name,
    namespace,
    ...election
  }: IdentifiedElection): LeaseCandidate | undefined {
    if (coordinated === undefined) return undefined
    return new LeaseCandidate({
      ...election,
      ...coordinated,
      onError: this.#teller('election', election.onError),
      ...{ client: this.#options.client, clock: this.#clock, namespace, name: identity, leaseName: name },
    })
  }

  /** What only the leader does ends when the lease has run out, also before a timer gets its turn. */
  readonly #fence = (): void => {
    if (this.#hasLed) this.#elector?.assertLeader()
  }

  readonly onSourceError = (error: unknown, controller: string): void =>
    this.#told(error, { part: 'source', controller })

  #rejected(error: unknown, origin: RunOrigin): void {
    const { controller, key } = origin
    this.#controllers.find(({ name }) => name === controller)?.failures.add(key, error, 'unawaited')
    this.#told(error, { part: 'unawaited', ...origin })
  }

  /** Tells the manager first, then `other`. */
  #teller<More extends unknown[]>(
    part: 'election' | 'webhook' | 'events',
    other?: (error: unknown, ...more: More) => void,
  ): (error: unknown, ...more: More) => void {
    return (error, ...more) => {
      this.#told(error, { part })
      other?.(error, ...more)
    }
  }

  #told(error: unknown, where: ErrorPlace): void {
    logFailure(this.logger, error, where)
    this.#options.onError?.(error, where)
  }
}

/** The identity of a candidate is the name of its object, which takes no `_`. */
function defaultIdentity({ coordinated }: ManagerElection): string {
  return coordinated === undefined ? newLeaseHolder() : crypto.randomUUID()
}
