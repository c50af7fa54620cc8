import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { Handler } from '../request/http.js'
import { writePlainError } from '../request/write-error.js'
import { processStart } from './process-metrics.js'

const contentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

/** Answers `/metrics` with the families of the registries, one after the other. */
export function metricsHandler(registry: MetricsRegistry): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return writePlainError(response, 405, 'Method Not Allowed')
    const text = Buffer.from(await registry.text())
    response.writeHead(200, {
      'content-type': contentType,
      'process-start-time-unix': String(Math.floor(processStart())),
    })
    response.end(text)
  }
}
