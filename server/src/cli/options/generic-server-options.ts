import type { APIServerOptions } from '../../kubernetes/api-server.js'
import type { FlagValues } from '../flag-values.js'

/** How many requests are taken, and for how long, by flags. */
export function genericServerOptions(flags: FlagValues): Partial<APIServerOptions> {
  const reading = flags.number('max-requests-inflight')
  const mutating = flags.number('max-mutating-requests-inflight')
  const requestTimeout = flags.milliseconds('request-timeout')
  return {
    priorityAndFairness: flags.boolean('enable-priority-and-fairness') ?? true,
    ...(reading !== undefined && { maxRequestsInFlight: reading }),
    ...(mutating !== undefined && { maxMutatingRequestsInFlight: mutating }),
    ...(requestTimeout !== undefined && { requestTimeout }),
  }
}
