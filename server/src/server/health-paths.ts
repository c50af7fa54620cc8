import type { HealthCheck } from '../health/health-check.js'
import { healthHandler, type OnHealthCheck } from '../health/health-handler.js'
import type { Handler } from '../request/http.js'
import type { HealthChecks } from './health-checks.js'
import type { ServerHooks } from './hooks.js'
import type { PathRouter } from './path-router.js'

/** Input of {@link installHealthPaths}. */
export interface HealthPathsOptions {
  /** The servers of the delegation, the outermost first. */
  readonly servers: readonly { readonly health: HealthChecks; readonly hooks: ServerHooks }[]
  /** Names of checks in the order in which they are shown; others follow. */
  readonly order?: readonly string[] | undefined
  /** Whether `/livez` takes it that hooks which have not ended will end well. */
  readonly isEarly: () => boolean
  readonly isShuttingDown: () => boolean
  /** Called for each check that ran, with the name of the path. */
  readonly onCheck: (path: string, ...check: Parameters<OnHealthCheck>) => void
  readonly notFound: Handler
}

/** Serves `/healthz`, `/livez` and `/readyz`; gives a function for the paths of all checks. */
export function installHealthPaths(router: PathRouter, options: HealthPathsOptions): () => readonly string[] {
  const { servers, isEarly, isShuttingDown, onCheck, notFound } = options
  const order = new Map(options.order?.map((name, index) => [name, index]))
  const placeOf = ({ name }: HealthCheck): number => order.get(name) ?? order.size
  const all = (which: 'live' | 'ready'): HealthCheck[] =>
    servers
      .flatMap(({ health, hooks }) => [...health[which], ...hooks.healthChecks()])
      .filter(isFirstOfName)
      .sort((a, b) => placeOf(a) - placeOf(b))
  const shutdown: HealthCheck = {
    name: 'shutdown',
    check() {
      if (isShuttingDown()) throw new Error('process is shutting down')
    },
  }
  const withGrace = ({ name, check }: HealthCheck): HealthCheck => ({
    name,
    check: (...args) => (name.startsWith('poststarthook/') && isEarly() ? undefined : check(...args)),
  })
  const paths = {
    healthz: () => all('live'),
    livez: () => all('live').map(withGrace),
    readyz: () => [...all('ready'), shutdown],
  }
  for (const [path, checks] of Object.entries(paths)) {
    const handler = healthHandler(path, checks, { onCheck: (...check) => onCheck(path, ...check), notFound })
    router.handle(`/${path}`, handler)
    router.handlePrefix(`/${path}/`, handler, { unlisted: true })
  }
  return () => Object.entries(paths).flatMap(([path, checks]) => checks().map(({ name }) => `/${path}/${name}`))
}

function isFirstOfName(check: HealthCheck, index: number, all: readonly HealthCheck[]): boolean {
  return all.findIndex(({ name }) => name === check.name) === index
}
