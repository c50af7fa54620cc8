import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { GroupVersion } from 'apimachinery/schema'
import type { ResolveService } from '../admission/webhook/hook-client.js'
import type { Aggregator } from '../aggregator/aggregator.js'
import type { CustomResources } from '../extensions/custom-resources.js'
import type { InProcessWebhooks, ServiceResolver } from '../request/service-resolver.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'
import { type CustomResourcesParts, installCustomResources } from './apiextensions/install-custom-resources.js'
import {
  type AggregationOptions,
  type AggregatorParts,
  installAggregator,
} from './apiregistration/install-aggregator.js'
import { ClusterServices, clusterServiceResolver } from './cluster-services.js'

/** Input of the handlers of the chain besides the built-in groups. */
export type ExtensionParts = Omit<
  CustomResourcesParts & AggregatorParts,
  'services' | 'resolver' | 'customResources' | 'registered'
>

/** How other servers are reached. */
export interface ExtensionOptions {
  /** Finds services that webhooks and APIServices name; their cluster IPs where absent. */
  readonly resolveService?: ResolveService
  /** Webhooks of admission and of conversions that are answered in this process. */
  readonly inProcessWebhooks?: InProcessWebhooks
  /** Requests go to the endpoints of services, not to their cluster IPs, as with `--enable-aggregator-routing`. Default false. */
  readonly aggregatorRouting?: boolean
  /** The aggregation of other APIServices; `false` for a server without APIServices. */
  readonly aggregation?: AggregationOptions | false
}

/** The handlers before and after the built-in groups: the aggregator, and custom resources. */
export interface ExtensionLinks {
  readonly customResources: CustomResources
  /** Absent where nothing is aggregated. */
  readonly aggregator: Aggregator | undefined
  stop(): Promise<void>
}

/** Puts the aggregator before the built-in groups, and custom resources beside them. */
export function installExtensions(
  generic: GenericAPIServer,
  parts: ExtensionParts,
  options: ExtensionOptions,
): ExtensionLinks {
  const services = new ClusterServices(parts.stores, parts.onError)
  const { inProcessWebhooks } = options
  const found = resolverOf(options.resolveService) ?? clusterServiceResolver(services)
  const resolver: ServiceResolver = {
    inProcessWebhooks,
    resolve: (namespace, name, port) => found.resolve(namespace, name, port),
  }
  let aggregator: Aggregator | undefined
  const registered = async ({ spec }: CustomResourceDefinition): Promise<void> => {
    const versions = spec.versions.filter(({ served }) => served).map(({ name }) => new GroupVersion(spec.group, name))
    await Promise.all(versions.map((version) => aggregator?.registration.tried(version)))
  }
  const customResources = installCustomResources(generic, { ...parts, resolver, registered })
  const { aggregation } = options
  if (aggregation === false) generic.installAPIPaths(parts.paths.handler)
  const installed =
    aggregation === false
      ? undefined
      : installAggregator(generic, { ...parts, services, resolver, customResources }, aggregation)
  aggregator = installed?.aggregator
  return {
    customResources,
    aggregator,
    async stop() {
      await installed?.stop()
      await customResources.stop()
      services.stop()
    },
  }
}

function resolverOf(resolveService: ResolveService | undefined): ServiceResolver | undefined {
  if (resolveService === undefined) return undefined
  return { resolve: (namespace, name, port) => resolveService({ namespace, name, port }) }
}
