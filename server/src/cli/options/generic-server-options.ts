import type { APIServerOptions } from '../../kubernetes/api-server.js'
import { UsageError } from '../flag.js'
import type { FlagValues } from '../flag-values.js'

/** How many requests are taken, and for how long, by flags. */
export function genericServerOptions(flags: FlagValues): Partial<APIServerOptions> {
  const reading = flags.number('max-requests-inflight')
  const mutating = flags.number('max-mutating-requests-inflight')
  const requestTimeout = flags.milliseconds('request-timeout')
  const minRequestTimeout = flags.number('min-request-timeout')
  if (minRequestTimeout !== undefined && minRequestTimeout < 0) {
    throw new UsageError('--min-request-timeout can not be negative value')
  }
  const goawayChance = flags.number('goaway-chance') ?? 0
  if (goawayChance < 0 || goawayChance > 0.02) {
    throw new UsageError('--goaway-chance can not be less than 0 or greater than 0.02')
  }
  return {
    priorityAndFairness: flags.boolean('enable-priority-and-fairness') ?? true,
    ...(reading !== undefined && { maxRequestsInFlight: reading }),
    ...(mutating !== undefined && { maxMutatingRequestsInFlight: mutating }),
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(minRequestTimeout !== undefined && { minRequestTimeout }),
    serving: {
      goawayChance,
      corsAllowedOrigins: flags.list('cors-allowed-origins'),
      hstsDirectives: flags.list('strict-transport-security-directives'),
      shutdownDelay: flags.milliseconds('shutdown-delay-duration') ?? 0,
      shutdownWatchTerminationGrace: flags.milliseconds('shutdown-watch-termination-grace-period') ?? 0,
      livezGracePeriod: flags.milliseconds('livez-grace-period') ?? 0,
      shutdownSendRetryAfter: flags.boolean('shutdown-send-retry-after') ?? false,
    },
  }
}
