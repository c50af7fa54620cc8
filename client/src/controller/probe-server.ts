import type { Server } from 'node:http'
import { type MetricsRegistry, metricsContentType } from '../metrics/metrics-registry.js'
import type { HealthChecks } from './health-checks.js'
import { closeServer, type ListenOptions, listen, nodeListener } from './http-endpoint.js'

/** The endpoints of a {@link ProbeServer}; absent ones are answered with 404. */
export interface ProbeServerParts {
  readonly healthz?: HealthChecks | undefined
  readonly readyz?: HealthChecks | undefined
  readonly metrics?: MetricsRegistry | undefined
}

/** Serves `/healthz`, `/readyz` and `/metrics`. */
export class ProbeServer {
  readonly #options: ListenOptions
  readonly #parts: ProbeServerParts
  #server: Server | undefined
  #port: number | undefined

  constructor(options: ListenOptions, parts: ProbeServerParts) {
    this.#options = options
    this.#parts = parts
  }

  /** The port it listens on; undefined before it does. */
  get port(): number | undefined {
    return this.#port
  }

  async start(): Promise<void> {
    const { createServer } = await import('node:http')
    this.#server = createServer(nodeListener((request) => this.#answer(request)))
    this.#port = await listen(this.#server, this.#options)
  }

  async stop(signal: AbortSignal): Promise<void> {
    if (this.#server !== undefined) await closeServer(this.#server, signal)
    this.#server = undefined
  }

  async #answer({ url }: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const [, endpoint = '', ...rest] = pathname.split('/')
    const { metrics, ...checks } = this.#parts
    if (endpoint === 'metrics' && metrics !== undefined && rest.length === 0) {
      return new Response(await metrics.text(), { headers: { 'content-type': metricsContentType } })
    }
    const check = endpoint === 'healthz' ? checks.healthz : endpoint === 'readyz' ? checks.readyz : undefined
    const answer = await check?.answer(rest.join('/'), searchParams.has('verbose'))
    if (answer === undefined) return new Response('404 page not found\n', { status: 404 })
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
    return new Response(answer.text, { status: answer.status, headers })
  }
}
