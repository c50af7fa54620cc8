import type { ResolveService } from '../admission/webhook/hook-client.js'
import type { Aggregator } from '../aggregator/aggregator.js'
import type { CustomResources } from '../extensions/custom-resources.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import type { GenericAPIServer } from '../server/generic-api-server.js'
import { type CustomResourcesParts, installCustomResources } from './apiextensions/install-custom-resources.js'
import {
  type AggregationOptions,
  type AggregatorParts,
  installAggregator,
} from './apiregistration/install-aggregator.js'
import { ClusterServices, clusterServiceResolver } from './cluster-services.js'

/** What the links of the chain beside the built-in groups are made of. */
export type ExtensionParts = Omit<CustomResourcesParts & AggregatorParts, 'services' | 'resolver' | 'customResources'>

/** How other servers are reached. */
export interface ExtensionOptions {
  /** Finds services that webhooks and APIServices name; their cluster IPs where absent. */
  readonly resolveService?: ResolveService
  /** How the servers of other APIServices are reached. */
  readonly aggregation?: AggregationOptions
}

/** The links of the chain before and behind the built-in groups: the aggregator, and custom resources. */
export interface ExtensionLinks {
  readonly customResources: CustomResources
  readonly aggregator: Aggregator
  stop(): Promise<void>
}

/** Puts the aggregator before the built-in groups, and custom resources beside them. */
export function installExtensions(
  generic: GenericAPIServer,
  parts: ExtensionParts,
  options: ExtensionOptions,
): ExtensionLinks {
  const services = new ClusterServices(parts.stores, parts.onError)
  const resolver = resolverOf(options.resolveService) ?? clusterServiceResolver(services)
  const customResources = installCustomResources(generic, { ...parts, resolver })
  const installed = installAggregator(generic, { ...parts, services, resolver, customResources }, options.aggregation)
  return {
    customResources,
    aggregator: installed.aggregator,
    async stop() {
      await installed.stop()
      await customResources.stop()
      services.stop()
    },
  }
}

function resolverOf(resolveService: ResolveService | undefined): ServiceResolver | undefined {
  if (resolveService === undefined) return undefined
  return { resolve: (namespace, name, port) => resolveService({ namespace, name, port }) }
}
