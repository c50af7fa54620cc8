import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { isStatusError } from 'apimachinery/errors'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import type { AuditBackend, OnAuditError } from '../audit/audit-backend.js'
import type { AuditPolicy } from '../audit/audit-policy.js'
import type { ObjectEncoder } from '../audit/audit-recorder.js'
import { anonymousAuthenticator } from '../authentication/anonymous.js'
import { type Authenticator, WellKnownUser } from '../authentication/authenticator.js'
import { allowedPaths, alwaysAllow, privilegedGroups, publicPaths } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'
import { InFlightRequests } from '../filters/wait-group.js'
import { ActiveWatches } from '../filters/watch-termination.js'
import { flowControlDebugHandlers } from '../flow-control/debug-handlers.js'
import { type HealthCheck, logCheck, pingCheck } from '../health/health-check.js'
import { healthHandler } from '../health/health-handler.js'
import { ConcurrencyWatermark } from '../metrics/concurrency-watermark.js'
import type { AuthorizedRequest, Filter, Handler, ReceivedRequest } from '../request/http.js'
import { type LongRunningCheck, longRunningCheck } from '../request/long-running.js'
import { emulatedVersion } from '../request/version-info.js'
import type { ErrorWriter } from '../request/write-error.js'
import { fetchHandler } from '../serving/fetch-handler.js'
import { handleInProcess, type ValueRequest } from '../serving/in-process.js'
import { isLoopback } from '../serving/is-loopback.js'
import { type ConnectionLimits, Listener } from '../serving/listener.js'
import type { ValueResponse } from '../serving/value-response.js'
import { type DebugOptions, installDebugPaths } from './debug-paths.js'
import { type AuditConfig, type FlowControlConfig, handlerChain } from './handler-chain.js'
import { type PostStartHook, type PreShutdownHook, ServerHooks } from './hooks.js'
import { type Logger, silentLogger } from './logger.js'
import { Loopback } from './loopback.js'
import { notFound, PathRouter } from './path-router.js'
import { ServerMetrics } from './server-metrics.js'
import { settledWithin } from './settled-within.js'
import { phaseLog } from './shutdown-phases.js'
import { indexHandler, missingHandler, versionHandler } from './version-handler.js'

/** How connections are treated. */
export interface ServingOptions {
  /** Patterns of origins whose web pages may use the server. */
  readonly corsAllowedOrigins?: readonly string[]
  readonly hstsDirectives?: readonly string[]
  /** How often a request over HTTP/2 ends its connection: 0 to 1. */
  readonly goawayChance?: number
  /** Milliseconds that the last bytes of watches may take to be read when the server stops; default 0: watches are ended all the same. */
  readonly shutdownWatchTerminationGrace?: number
  /** Milliseconds between `/readyz` failing and the end of new requests. */
  readonly shutdownDelay?: number
  /** Milliseconds after the start in which `/livez` takes it that hooks which have not ended will end well. */
  readonly livezGracePeriod?: number
  /** While the last requests end, new ones get 429 with a `Retry-After`. */
  readonly shutdownSendRetryAfter?: boolean
}

/** Input of a {@link GenericAPIServer}. */
export interface GenericAPIServerConfig extends ServingOptions {
  /** Authenticates requests; without it all users are anonymous. */
  readonly authenticator?: Authenticator
  /** Says what is allowed; where absent, everything to `system:masters` and health and version to everybody. */
  readonly authorizer?: Authorizer
  /**
   * Says why the server is open to everybody: it then listens on loopback addresses alone. By default that is so with `alwaysAllow` and no
   * authenticator.
   */
  readonly openAccess?: string
  /** Requests of the server to itself; the authenticator has to take its token. */
  readonly loopback?: Loopback
  /** Audiences of this server's tokens. */
  readonly audiences?: readonly string[]
  /** Writes errors in the media type that a client wants. */
  readonly writeError: ErrorWriter
  readonly longRunning?: LongRunningCheck
  /** Milliseconds that a request may take, 60,000 by default. */
  readonly requestTimeout?: number
  readonly maxRequestsInFlight?: number
  readonly maxMutatingRequestsInFlight?: number
  readonly logger?: Logger
  readonly clock?: PassiveClock | undefined
  /** Families of this server; its own where absent. */
  readonly metrics?: ServerMetrics
  readonly debug?: DebugOptions
  /** The audit policy and backend. */
  readonly audit?: AuditOptions
  /** Priority and fairness; without it requests in flight are limited by number. */
  readonly flowControl?: FlowControlConfig
  /** Put around all other filters, outermost first. */
  readonly outerFilters?: readonly Filter[] | undefined
  /** Put around the paths, inside all other filters. */
  readonly innerFilters?: readonly Filter<AuthorizedRequest>[] | undefined
  /**
   * Names of health checks in the order in which they are shown; others follow in the order in which they were added.
   */
  readonly healthOrder?: readonly string[]
  /** The next server of the delegation: it gets the paths that this one does not have, and its hooks run with this one's. */
  readonly delegate?: GenericAPIServer
  /** Unknown paths are answered with the list of all paths, as by a standalone server; default plain text. */
  readonly listsPaths?: boolean
}

/** The audit settings of a server. */
export interface AuditOptions {
  readonly policy: AuditPolicy
  /** Makes the backend; `onError` is called for events that were not kept. It is shut down with the server. */
  readonly newBackend: (onError: OnAuditError) => AuditBackend
  /** JSON of objects, in the order of Go; plain JSON where absent. */
  readonly encode?: ObjectEncoder
}

/** Where a server listens. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** Without it the port is plain HTTP/1.1, for loopback addresses only. */
  readonly tls?: TlsOptions
  readonly limits?: ConnectionLimits
  /** Offers HTTP/1.1 alone; default false. */
  readonly disableHttp2?: boolean
  /** Allows several processes to listen on the port, from Node 23.1 on; default false. */
  readonly reusePort?: boolean
}

const openByDefault =
  'requests without credentials may do everything: give the server an authenticator or an authorizer'

function restrictedAuthorizer(): Authorizer {
  return unionAuthorizer(privilegedGroups(WellKnownUser.systemPrivilegedGroup), allowedPaths(publicPaths))
}

/**
 * A server for API groups: paths with their handlers, the filters around them, health checks and hooks. Several live side by side in
 * a process, and a chain of them serves one port, of which the outermost has the filters.
 *
 * Source: `GenericAPIServer` of k8s.io/apiserver/pkg/server.
 */
export class GenericAPIServer {
  readonly router: PathRouter
  readonly hooks = new ServerHooks()
  /** Requests of the server to itself. */
  readonly loopback: Loopback
  readonly logger: Logger
  readonly clock: PassiveClock
  readonly metrics: ServerMetrics
  readonly #config: GenericAPIServerConfig
  readonly #inFlight = new InFlightRequests()
  readonly #watches = new ActiveWatches()
  readonly #stopping = new AbortController()
  readonly #listeners: Listener[] = []
  readonly #healthChecks: HealthCheck[] = [pingCheck, logCheck]
  readonly #listedPaths: (() => readonly string[])[] = []
  readonly #liveChecks: HealthCheck[] = []
  readonly #readyChecks: HealthCheck[] = []
  readonly #startedAt: Date
  readonly #audit: AuditConfig | undefined
  #handle: Handler<ReceivedRequest> | undefined
  #shuttingDown = false
  #hooksEnded = false
  #takesRequests = true
  #stopped: Promise<void> | undefined

  constructor(config: GenericAPIServerConfig) {
    this.#config = config
    // Every hook listens.
    setMaxListeners(0, this.#stopping.signal)
    this.router = new PathRouter(this.notFound)
    this.loopback = config.loopback ?? new Loopback()
    this.loopback.connect(this)
    this.logger = config.logger ?? silentLogger
    this.clock = config.clock ?? systemClock
    this.metrics = config.metrics ?? new ServerMetrics({ version: emulatedVersion })
    this.#startedAt = new Date(this.clock.now())
    this.#audit = config.audit && this.#newAudit(config.audit)
  }

  /** Aborted when the server begins to stop: what runs beside requests ends with it. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** The handler of unknown paths: the next server of the delegation, or 404. */
  get notFound(): Handler {
    const { delegate, listsPaths = false } = this.#config
    return delegate?.router.serve ?? (listsPaths ? missingHandler(() => this.#index()) : notFound)
  }

  /** Serves `/api`, `/apis` and all below them. */
  installAPIPaths(handler: Handler): void {
    this.router.handle('/api', handler)
    this.router.handle('/apis', handler)
    for (const prefix of ['/api/', '/apis/']) this.router.handlePrefix(prefix, handler, { unlisted: true })
  }

  /** Paths that `/` names beside those of the router. */
  listPaths(source: () => readonly string[]): void {
    this.#listedPaths.push(source)
  }

  /** A check of `/healthz`, `/livez` and `/readyz`. */
  addHealthCheck(check: HealthCheck): void {
    this.#healthChecks.push(check)
  }

  /** A check of `/healthz` and `/livez`. */
  addLiveCheck(check: HealthCheck): void {
    this.#liveChecks.push(check)
  }

  /** A check of `/readyz` alone. */
  addReadyCheck(check: HealthCheck): void {
    this.#readyChecks.push(check)
  }

  addPostStartHook(name: string, hook: PostStartHook): void {
    this.hooks.addPostStart(name, hook)
  }

  addPreShutdownHook(name: string, hook: PreShutdownHook): void {
    this.hooks.addPreShutdown(name, hook)
  }

  /** Puts the filters around the paths, and starts the hooks of the whole delegation. Call it once, before requests. */
  start(): void {
    if (this.#handle !== undefined) throw new Error('the server was started already')
    this.#installHealth()
    installDebugPaths(this.router, {
      ...this.#config.debug,
      metrics: this.metrics,
      clock: this.clock,
      startedAt: this.#startedAt,
    })
    const { flowControl } = this.#config
    for (const [path, handler] of Object.entries(flowControl ? flowControlDebugHandlers(flowControl.controller) : {})) {
      this.router.handle(path, handler, { unlisted: true })
    }
    this.router.handleService('/version', versionHandler())
    this.router.handle(
      '/',
      indexHandler(() => this.#index()),
      { unlisted: true },
    )
    this.#handle = handlerChain(this.#chainOptions()).around(this.#serve)
    for (const server of this.#chain()) {
      server.hooks.runPostStart({ signal: this.stopping }, (name, error) => {
        this.logger.error({ hook: name, error }, 'PostStartHook failed')
      })
    }
    const all = Promise.all([...this.#chain()].map((server) => server.hooks.settled()))
    void all.then(() => {
      this.#hooksEnded = true
    })
  }

  /** The whole handler: filters and paths. Throws before {@link start}. */
  get handle(): Handler<ReceivedRequest> {
    if (this.#handle === undefined) throw new Error('the server was not started')
    return this.#handle
  }

  /** Answers WHATWG requests. */
  get fetch(): (request: Request) => Promise<Response> {
    return fetchHandler(this.handle, this.clock)
  }

  /** Answers a request of the same process; `InProcessTransport` of `@apimachinery/client` takes it. */
  handleInProcess(request: ValueRequest): Promise<ValueResponse> {
    return handleInProcess(this.handle, request, this.clock)
  }

  /**
   * Listens on one more port. Throws the error of the operating system where the address cannot be had, `RangeError` for addresses other
   * than loopback where everybody may do everything.
   */
  async listen(options: ListenOptions): Promise<AddressInfo & { readonly listener: Listener }> {
    this.#checkAccess(options.host)
    const listener = new Listener({
      ...options,
      handler: this.handle,
      clock: this.clock,
      onError: (error) => this.logger.error({ error }, 'error while serving'),
    })
    const address = await listener.listen()
    this.#listeners.push(listener)
    return { ...address, listener }
  }

  #checkAccess(host: string): void {
    const { authenticator, authorizer } = this.#config
    const byDefault = authenticator === undefined && authorizer === alwaysAllow
    const open = this.#config.openAccess ?? (byDefault ? openByDefault : undefined)
    if (open === undefined) return
    if (!isLoopback(host)) throw new RangeError(`${host} is not a loopback address, and ${open}`)
    this.logger.warn({ host }, open)
  }

  /** Connections that are open on all ports. */
  get openConnections(): number {
    return this.#listeners.reduce((sum, listener) => sum + listener.connections, 0)
  }

  /**
   * Stops gracefully: `/readyz` fails, then (after the delay) no new requests, those that are being answered end, watches and
   * connections close. Resolves when nothing is left; a second call waits for the first. `delay: false` leaves the delay out.
   */
  stop({ delay = true }: { readonly delay?: boolean } = {}): Promise<void> {
    this.#stopped ??= this.#stop(delay)
    return this.#stopped
  }

  async #stop(delay: boolean): Promise<void> {
    const reached = phaseLog(this.logger)
    this.#shuttingDown = true
    reached('ShutdownInitiated')
    await Promise.all([
      (delay ? this.#delay() : Promise.resolve()).then(() => reached('AfterShutdownDelayDuration')),
      this.#runPreShutdownHooks().then(() => reached('PreShutdownHooksStopped')),
    ])
    this.#takesRequests = false
    reached('NotAcceptingNewRequest')
    const drained = this.#inFlight.drain()
    this.#stopping.abort(new Error('apiserver is shutting down'))
    const stopListening = (): void => {
      for (const listener of this.#listeners) listener.drain()
      reached('HTTPServerStoppedListening')
    }
    // Requests that are asked to retry later must be accepted first.
    const tellsLater = this.#config.shutdownSendRetryAfter === true
    if (!tellsLater) stopListening()
    const grace = this.#config.shutdownWatchTerminationGrace ?? 0
    const watches = settledWithin(this.#watches.end(), grace)
    await settledWithin(drained, this.#config.requestTimeout ?? 60_000)
    await watches
    reached('InFlightRequestsDrained')
    if (tellsLater) stopListening()
    await Promise.all(this.#listeners.map((listener) => listener.close()))
    for (const server of this.#chain()) await server.hooks.settled()
    await this.#audit?.backend.shutdown()
  }

  async #delay(): Promise<void> {
    const delay = this.#config.shutdownDelay ?? 0
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  }

  /** Requests of hooks are still answered. */
  async #runPreShutdownHooks(): Promise<void> {
    for (const server of this.#chain()) {
      await server.hooks
        .runPreShutdown()
        .catch((error: unknown) => this.logger.error({ error }, 'PreShutdownHook failed'))
    }
  }

  /** This server and those that it delegates to. */
  *#chain(): Generator<GenericAPIServer> {
    for (let server: GenericAPIServer | undefined = this; server !== undefined; server = server.#config.delegate)
      yield server
  }

  #chainOptions(): Parameters<typeof handlerChain>[0] {
    const config = this.#config
    const { clock } = this
    return {
      authenticator: config.authenticator ?? anonymousAuthenticator(),
      authorizer: config.authorizer ?? restrictedAuthorizer(),
      audiences: config.audiences ?? [],
      writeError: config.writeError,
      longRunning: config.longRunning ?? longRunningCheck(),
      inFlight: this.#inFlight,
      watches: this.#watches,
      logger: this.logger,
      requestTimeout: config.requestTimeout ?? 60_000,
      maxRequestsInFlight: config.maxRequestsInFlight ?? 400,
      maxMutatingRequestsInFlight: config.maxMutatingRequestsInFlight ?? 200,
      corsAllowedOrigins: config.corsAllowedOrigins ?? [],
      hstsDirectives: config.hstsDirectives ?? [],
      goawayChance: config.goawayChance ?? 0,
      isStopping: config.shutdownSendRetryAfter === true ? () => !this.#takesRequests : undefined,
      metrics: this.metrics,
      inFlightWatermark: new ConcurrencyWatermark(this.metrics.inFlight, clock),
      inQueueWatermark: new ConcurrencyWatermark(this.metrics.inQueue, clock),
      flowControl: config.flowControl,
      audit: this.#audit,
      outerFilters: config.outerFilters,
      innerFilters: config.innerFilters,
    }
  }

  #newAudit({ policy, newBackend, encode = JSON.stringify }: AuditOptions): AuditConfig {
    const metrics = this.metrics.audit
    const backend = newBackend((plugin, error, events) => {
      metrics.failed(plugin, events)
      this.logger.error({ plugin, error, events }, 'Error in audit plugin affecting audit events')
    })
    return { policy, backend, encode, metrics, clock: this.clock }
  }

  /** Errors with a status become responses. */
  readonly #serve: Handler = async (request, response) => {
    try {
      await this.router.serve(request, response)
    } catch (error) {
      if (!isStatusError(error) || response.status !== undefined) throw error
      await this.#config.writeError(request, response, error)
    }
  }

  /** Soon after the start, hooks that have not ended yet are taken to end well. */
  #withGrace(check: HealthCheck): HealthCheck {
    const grace = this.#config.livezGracePeriod ?? 0
    if (grace === 0 || !check.name.startsWith('poststarthook/')) return check
    const isEarly = (): boolean => this.clock.now() - this.#startedAt.getTime() < grace
    return { name: check.name, check: (...args) => (isEarly() ? undefined : check.check(...args)) }
  }

  #index(): string[] {
    const more = [...this.#chain()].flatMap((server) => server.#listedPaths.flatMap((source) => source()))
    return [...new Set([...this.router.listedPaths(), ...more])].sort()
  }

  #installHealth(): void {
    const chain = [...this.#chain()]
    const order = new Map(this.#config.healthOrder?.map((name, index) => [name, index]))
    const placeOf = ({ name }: HealthCheck): number => order.get(name) ?? order.size
    const all = (of: (server: GenericAPIServer) => readonly HealthCheck[]): HealthCheck[] =>
      chain
        .flatMap((server) => [...server.#healthChecks, ...of(server), ...server.hooks.healthChecks()])
        .filter(isFirstOfName)
        .sort((a, b) => placeOf(a) - placeOf(b))
    const shutdown: HealthCheck = {
      name: 'shutdown',
      check: () => {
        if (this.#shuttingDown) throw new Error('process is shutting down')
      },
    }
    const healthy = (): HealthCheck[] => all((server) => server.#liveChecks)
    const live = (): HealthCheck[] => healthy().map((check) => this.#withGrace(check))
    const ready = (): HealthCheck[] => [...all((server) => server.#readyChecks), shutdown]
    const checks = { healthz: healthy, livez: live, readyz: ready }
    for (const [name, of] of Object.entries(checks)) {
      this.listPaths(() => of().map((check) => `/${name}/${check.name}`))
      const onCheck = (check: string, error: unknown): void => {
        this.metrics.health(check, name, error === undefined)
        if (error === undefined) return
        // Until the hooks have ended that is what a start looks like.
        if (this.#hooksEnded) this.logger.warn({ check, error }, 'check failed')
        else this.logger.debug({ check, error }, 'check failed')
      }
      const handler = healthHandler(name, of, { onCheck, notFound: this.notFound })
      this.router.handle(`/${name}`, handler)
      this.router.handlePrefix(`/${name}/`, handler, { unlisted: true })
    }
  }
}

function isFirstOfName(check: HealthCheck, index: number, all: readonly HealthCheck[]): boolean {
  return all.findIndex(({ name }) => name === check.name) === index
}
