import type { AuditBackend, OnAuditError } from '../audit/audit-backend.js'
import type { AuditPolicy } from '../audit/audit-policy.js'
import type { ObjectEncoder } from '../audit/audit-recorder.js'
import type { HealthCheck } from '../health/health-check.js'
import type { AuthorizedRequest, Filter, Handler } from '../request/http.js'
import type { DebugOptions } from './debug-paths.js'
import type { PostStartHook, PreShutdownHook } from './hooks.js'
import type { Logger } from './logger.js'
import type { Loopback } from './loopback.js'
import type { ServerMetrics } from './server-metrics.js'

/** How connections are treated. */
export interface ServingOptions {
  /** Patterns of origins whose web pages may use the server. */
  readonly corsAllowedOrigins?: readonly string[] | undefined
  readonly hstsDirectives?: readonly string[] | undefined
  /** How often a request over HTTP/2 ends its connection: 0 to 1. */
  readonly goawayChance?: number | undefined
  /** Milliseconds that the last bytes of watches may take to be read when the server stops; default 0: watches are ended all the same. */
  readonly shutdownWatchTerminationGrace?: number | undefined
  /** Milliseconds between `/readyz` failing and the end of new requests. */
  readonly shutdownDelay?: number | undefined
  /** Milliseconds after the start in which `/livez` takes it that hooks which have not ended will end well. */
  readonly livezGracePeriod?: number | undefined
  /** While the last requests end, new ones get 429 with a `Retry-After`. */
  readonly shutdownSendRetryAfter?: boolean | undefined
}

/** The audit settings of a server. */
export interface AuditOptions {
  readonly policy: AuditPolicy
  /** Makes the backend; `onError` is called for events that were not kept. It is shut down with the server. */
  readonly newBackend: (onError: OnAuditError) => AuditBackend
  /** JSON of objects, in the order of Go; plain JSON where absent. */
  readonly encode?: ObjectEncoder | undefined
}

/** What a program adds to a server before it starts. */
export interface ServerAdditions {
  /** Put around all other filters, outermost first: they see each request first. */
  readonly outerFilters?: readonly Filter[] | undefined
  /** Put around the paths, inside all other filters: they see what was authenticated and allowed. */
  readonly innerFilters?: readonly Filter<AuthorizedRequest>[] | undefined
  /** Work that begins when the server serves, by name; `/readyz` waits for it. */
  readonly postStartHooks?: Readonly<Record<string, PostStartHook>> | undefined
  /** Work before the server takes no more requests, by name. */
  readonly preShutdownHooks?: Readonly<Record<string, PreShutdownHook>> | undefined
  /** Checks of `/healthz`, `/livez` and `/readyz`. */
  readonly healthChecks?: readonly HealthCheck[] | undefined
  /** Checks of `/healthz` and `/livez` alone. */
  readonly liveChecks?: readonly HealthCheck[] | undefined
  /** Checks of `/readyz` alone. */
  readonly readyChecks?: readonly HealthCheck[] | undefined
  /** Handlers by path; that of a path that ends in `/` answers all below it. Authorization asks for rights on the path. */
  readonly paths?: Readonly<Record<string, Handler>> | undefined
}

/** Settings that every server has. */
export interface ServerOptions extends ServerAdditions {
  readonly logger?: Logger | undefined
  readonly serving?: ServingOptions | undefined
  /** The metrics of the server and of earlier ones; its own where absent. */
  readonly metrics?: ServerMetrics | undefined
  /** The audit policy and backend. */
  readonly audit?: AuditOptions | undefined
  /** Milliseconds that a request may take; 60,000 by default. */
  readonly requestTimeout?: number | undefined
  /** Requests that only read, and others, that are worked on at once: 400 and 200 by default. */
  readonly maxRequestsInFlight?: number | undefined
  readonly maxMutatingRequestsInFlight?: number | undefined
  /** `/debug/pprof/`, `/logs`, `/flagz`. */
  readonly debug?: DebugOptions | undefined
  /** Requests of the server to itself, for parts that need a client of it before it starts; its own where absent. */
  readonly loopback?: Loopback | undefined
}
