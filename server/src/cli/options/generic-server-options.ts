import type { FlagValues } from '../../flags/flag-values.js'
import type { APIServerOptions } from '../../kubernetes/api-server.js'

/** How many requests are taken, and for how long, by flags. */
export function genericServerOptions(flags: FlagValues): Partial<APIServerOptions> {
  const reading = flags.number('max-requests-inflight')
  const mutating = flags.number('max-mutating-requests-inflight')
  const requestTimeout = flags.milliseconds('request-timeout')
  const minRequestTimeout = flags.number('min-request-timeout')
  const goawayChance = flags.number('goaway-chance') ?? 0
  return {
    priorityAndFairness: flags.boolean('enable-priority-and-fairness') ?? true,
    maxRequestsInFlight: reading,
    maxMutatingRequestsInFlight: mutating,
    requestTimeout,
    minRequestTimeout,
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
