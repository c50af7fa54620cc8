import type { ResolveService } from '../admission/webhook/hook-client.js'
import type { InProcessWebhooks } from '../request/service-resolver.js'
import type { AggregationOptions } from './apiregistration/install-aggregator.js'

/** How other servers are reached. */
export interface ExtensionOptions {
  /** Finds services that webhooks and APIServices name; their cluster IPs where absent. */
  readonly resolveService?: ResolveService | undefined
  /** Webhooks of admission and of conversions that are answered in this process. */
  readonly inProcessWebhooks?: InProcessWebhooks | undefined
  /** Requests go to the endpoints of services, not to their cluster IPs, as with `--enable-aggregator-routing`. Default false. */
  readonly aggregatorRouting?: boolean | undefined
  /** The aggregation of other APIServices; `false` for a server without APIServices. */
  readonly aggregation?: AggregationOptions | false | undefined
}
