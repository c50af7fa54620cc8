import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { GroupVersion } from 'apimachinery/schema'
import type { Aggregator } from '../aggregator/aggregator.js'
import type { CustomResources } from '../customresources/custom-resources.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import { type CustomResourcesParts, installCustomResources } from './apiextensions/install-custom-resources.js'
import { type AggregatorParts, addAggregatorHooks, installAggregator } from './apiregistration/install-aggregator.js'
import { clusterServiceResolver } from './cluster-services.js'
import type { ExtensionOptions } from './extension-options.js'
import type { ServerStores } from './server-stores.js'

/** Input of the handlers of the chain besides the built-in groups. */
export interface ExtensionParts
  extends Omit<CustomResourcesParts & AggregatorParts, 'resolver' | 'registered'>,
    Pick<ServerStores, 'resolveService'> {}

/** The handlers before and after the built-in groups: the aggregator, and custom resources. */
export interface ExtensionLinks {
  readonly customResources: CustomResources
  /** Absent where nothing is aggregated. */
  readonly aggregator: Aggregator | undefined
  stop(): Promise<void>
}

/** Puts the aggregator before the built-in groups, and custom resources beside them. */
export function installExtensions(parts: ExtensionParts, options: ExtensionOptions): ExtensionLinks {
  const { generic, paths, services, resolveService } = parts
  const found =
    resolveService === undefined
      ? clusterServiceResolver(services)
      : { resolve: (namespace: string, name: string, port: number) => resolveService({ namespace, name, port }) }
  const resolver: ServiceResolver = {
    inProcessWebhooks: options.inProcessWebhooks,
    resolve: (namespace, name, port) => found.resolve(namespace, name, port),
  }
  const { aggregation } = options
  if (aggregation === false) generic.installAPIPaths(paths.handler)
  const aggregator = aggregation === false ? undefined : installAggregator({ ...parts, resolver }, aggregation)
  const registered = async ({ spec }: CustomResourceDefinition): Promise<void> => {
    const versions = spec.versions.filter(({ served }) => served).map(({ name }) => new GroupVersion(spec.group, name))
    await Promise.all(versions.map((version) => aggregator?.registration.tried(version)))
  }
  const customResources = installCustomResources(generic, { ...parts, resolver, registered })
  const registration = aggregator && addAggregatorHooks(generic, { ...parts, aggregator, customResources })
  return {
    customResources,
    aggregator,
    async stop() {
      registration?.stop()
      await aggregator?.stop()
      await customResources.stop()
    },
  }
}
