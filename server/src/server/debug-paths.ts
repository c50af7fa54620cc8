import type { PassiveClock } from 'apimachinery/wait'
import { metricsHandler } from '../metrics/metrics-handler.js'
import type { VersionInfo } from '../request/version-info.js'
import { logsHandler } from './debug/logs.js'
import { installProfiling } from './debug/profiling.js'
import { installZPages, type PageOptions } from './debug/zpages.js'
import type { PathRouter } from './path-router.js'
import type { ServerMetrics } from './server-metrics.js'

/** Debugging endpoints for administrators. */
export interface DebugOptions extends PageOptions {
  /** `/debug/pprof/`; default true, as `--profiling`. */
  readonly profiling?: boolean | undefined
  /** Files below `/logs`; absent for none. */
  readonly logsFolder?: string | undefined
}

/** Input of the paths. */
export interface DebugPathsOptions extends DebugOptions {
  readonly metrics: ServerMetrics
  readonly version: VersionInfo
  readonly clock: PassiveClock
  readonly startedAt: Date
}

/** `/metrics`, `/statusz`, `/flagz`, `/debug/pprof/`, `/logs`, as far as they are switched on. */
export function installDebugPaths(router: PathRouter, options: DebugPathsOptions): void {
  const { metrics, profiling = true, logsFolder } = options
  router.handle('/metrics', metricsHandler(metrics.registry))
  router.handle('/metrics/slis', metricsHandler(metrics.slis))
  installZPages(router, options)
  if (profiling) installProfiling(router)
  if (logsFolder === undefined) return
  const logs = logsHandler(logsFolder)
  router.handle('/logs', logs)
  router.handlePrefix('/logs/', logs, { unlisted: true })
}
