import { setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Client } from '@apimachinery/client'
import { isStatusError } from 'apimachinery/errors'
import { type PassiveClock, systemClock } from 'apimachinery/wait'
import { anonymousAuthenticator } from '../authentication/anonymous.js'
import { type Authenticator, WellKnownUser } from '../authentication/authenticator.js'
import { allowedPaths, alwaysAllow, privilegedGroups, publicPaths } from '../authorization/always.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { unionAuthorizer } from '../authorization/union.js'
import { InFlightRequests } from '../filters/wait-group.js'
import { ActiveWatches } from '../filters/watch-termination.js'
import { flowControlDebugHandlers } from '../flow-control/debug-handlers.js'
import { ConcurrencyWatermark } from '../metrics/concurrency-watermark.js'
import type { Handler, ReceivedRequest } from '../request/http.js'
import { type LongRunningCheck, longRunningCheck } from '../request/long-running.js'
import { newestVersion, type VersionInfo } from '../request/version-info.js'
import type { ErrorWriter } from '../request/write-error.js'
import { fetchHandler } from '../serving/fetch-handler.js'
import type { AdapterOptions } from '../serving/http2-adapter.js'
import { handleInProcess, type ValueRequest } from '../serving/in-process.js'
import { isLoopback } from '../serving/is-loopback.js'
import { Listener, type ListenerOptions } from '../serving/listener.js'
import type { ValueResponse } from '../serving/value-response.js'
import { installDebugPaths } from './debug-paths.js'
import { type AuditConfig, type FlowControlConfig, handlerChain } from './handler-chain.js'
import { HealthChecks } from './health-checks.js'
import { installHealthPaths } from './health-paths.js'
import { type HookContext, ServerHooks } from './hooks.js'
import { type Logger, silentLogger } from './logger.js'
import { Loopback, withLoopback } from './loopback.js'
import { notFound, PathRouter } from './path-router.js'
import { ServerMetrics } from './server-metrics.js'
import type { AuditOptions, ServerOptions, ServingOptions } from './server-options.js'
import { settledWithin } from './settled-within.js'
import { phaseLog } from './shutdown-phases.js'
import { indexHandler, missingHandler, versionHandler } from './version-handler.js'

/** Input of a {@link GenericAPIServer}. */
export interface GenericAPIServerConfig extends ServerOptions {
  /** Authenticates requests, those with the token of `loopback` as well; by default the server itself, and all others are anonymous. */
  readonly authenticator?: Authenticator | undefined
  /** Says what is allowed; where absent, everything to `system:masters` and health and version to everybody. */
  readonly authorizer?: Authorizer | undefined
  /**
   * Says why the server is open to everybody: it then listens on loopback addresses alone. By default that is so with `alwaysAllow` and no
   * authenticator.
   */
  readonly openAccess?: string | undefined
  /** Audiences of this server's tokens. */
  readonly audiences?: readonly string[] | undefined
  /** Writes errors in the media type that a client wants. */
  readonly writeError: ErrorWriter
  readonly longRunning?: LongRunningCheck | undefined
  readonly clock?: PassiveClock | undefined
  /** The answer of `/version`; that of the release whose answers the server gives by default. */
  readonly version?: VersionInfo | undefined
  /** Priority and fairness; without it requests in flight are limited by number. */
  readonly flowControl?: FlowControlConfig | undefined
  /** Names of health checks in the order in which they are shown; others follow in the order in which they were added. */
  readonly healthOrder?: readonly string[] | undefined
  /** The next server of the delegation: it gets the paths that this one does not have, and its hooks run with this one's. */
  readonly delegate?: GenericAPIServer | undefined
  /** Whether permission to impersonate for single verbs suffices; default true. */
  readonly constrainedImpersonation?: boolean | undefined
  /** Unknown paths are answered with the list of all paths, as by a standalone server; default plain text. */
  readonly listsPaths?: boolean | undefined
}

/** Where a server listens. */
export type ListenOptions = Omit<ListenerOptions, keyof AdapterOptions>

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
  /** The checks of `/healthz`, `/livez` and `/readyz`. */
  readonly health: HealthChecks
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
  readonly #listedPaths: (() => readonly string[])[] = []
  readonly #startedAt: Date
  readonly #version: VersionInfo
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
    this.#version = config.version ?? newestVersion
    this.metrics = config.metrics ?? new ServerMetrics({ version: this.#version })
    this.#startedAt = new Date(this.clock.now())
    this.health = new HealthChecks(config)
    this.#audit = config.audit && this.#newAudit(config.audit)
    for (const [name, hook] of Object.entries(config.postStartHooks ?? {})) this.hooks.addPostStart(name, hook)
    for (const [name, hook] of Object.entries(config.preShutdownHooks ?? {})) this.hooks.addPreShutdown(name, hook)
    for (const [path, handler] of Object.entries(config.paths ?? {})) {
      if (path.endsWith('/') && path !== '/') this.router.handlePrefix(path, handler)
      else this.router.handle(path, handler)
    }
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

  /** Puts the filters around the paths, and starts the hooks of the whole delegation. Call it once, before requests. */
  start(): void {
    if (this.#handle !== undefined) throw new Error('the server was started already')
    this.#installHealth()
    installDebugPaths(this.router, {
      ...this.#config.debug,
      metrics: this.metrics,
      version: this.#version,
      clock: this.clock,
      startedAt: this.#startedAt,
    })
    const { flowControl } = this.#config
    for (const [path, handler] of Object.entries(flowControl ? flowControlDebugHandlers(flowControl.controller) : {})) {
      this.router.handle(path, handler, { unlisted: true })
    }
    this.router.handleService('/version', versionHandler(this.#version))
    this.router.handle(
      '/',
      indexHandler(() => this.#index()),
      { unlisted: true },
    )
    this.#handle = handlerChain(this.#chainOptions()).around(this.#serve)
    for (const server of this.#chain()) {
      server.hooks.runPostStart(server.#hookContext(this.stopping), (name, error) => {
        this.logger.error({ hook: name, error }, 'PostStartHook failed')
      })
    }
    void this.ready().then(() => {
      this.#hooksEnded = true
    })
  }

  /** Resolves when the post-start hooks of the whole delegation have ended, well or not. */
  async ready(): Promise<void> {
    await Promise.all([...this.#chain()].map((server) => server.hooks.settled()))
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
   * than loopback where everybody may do everything, `Error` once {@link stop} was called.
   */
  async listen(options: ListenOptions): Promise<AddressInfo & { readonly listener: Listener }> {
    this.#checkAccess(options.host)
    const listener = new Listener({
      ...options,
      handler: this.handle,
      clock: this.clock,
      onError: (error) => this.logger.error({ error }, 'error while serving'),
    })
    try {
      const address = await listener.listen()
      if (this.#stopped !== undefined) throw new Error('the server was stopped')
      this.#listeners.push(listener)
      return { ...address, listener }
    } catch (error) {
      await listener.close()
      throw error
    }
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
    const { shutdownSendRetryAfter: tellsLater = false, shutdownWatchTerminationGrace: grace = 0 } = this.#serving
    if (!tellsLater) stopListening()
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
    const { shutdownDelay: delay = 0 } = this.#serving
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

  get #serving(): ServingOptions {
    return this.#config.serving ?? {}
  }

  #chainOptions(): Parameters<typeof handlerChain>[0] {
    const config = this.#config
    const serving = this.#serving
    const { clock } = this
    return {
      authenticator: config.authenticator ?? withLoopback(this.loopback, anonymousAuthenticator()),
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
      corsAllowedOrigins: serving.corsAllowedOrigins ?? [],
      hstsDirectives: serving.hstsDirectives ?? [],
      goawayChance: serving.goawayChance ?? 0,
      constrainedImpersonation: config.constrainedImpersonation ?? true,
      isStopping: serving.shutdownSendRetryAfter === true ? () => !this.#takesRequests : undefined,
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

  #index(): string[] {
    const more = [...this.#chain()].flatMap((server) => server.#listedPaths.flatMap((source) => source()))
    return [...new Set([...this.router.listedPaths(), ...more])].sort()
  }

  #installHealth(): void {
    const { livezGracePeriod = 0 } = this.#serving
    const paths = installHealthPaths(this.router, {
      servers: [...this.#chain()],
      order: this.#config.healthOrder,
      isEarly: () => this.clock.now() - this.#startedAt.getTime() < livezGracePeriod,
      isShuttingDown: () => this.#shuttingDown,
      onCheck: (path, check, error) => {
        this.metrics.health(check, path, error === undefined)
        if (error === undefined) return
        // Until the hooks have ended that is what a start looks like.
        if (this.#hooksEnded) this.logger.warn({ check, error }, 'check failed')
        else this.logger.debug({ check, error }, 'check failed')
      },
      notFound: this.notFound,
    })
    this.listPaths(paths)
  }

  /** For hooks; most of them need no client. */
  #hookContext(signal: AbortSignal): HookContext {
    const { loopback } = this
    let client: Client | undefined
    return {
      signal,
      get client() {
        client ??= loopback.client()
        return client
      },
    }
  }
}
