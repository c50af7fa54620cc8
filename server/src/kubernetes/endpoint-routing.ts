import type { BuiltInStores } from '../kinds/built-in-stores.js'
import type { APIServerOptions } from './api-server-options.js'
import { ClusterServices, clusterServiceResolver } from './cluster-services.js'

/** Options in which services are found as they say, and what is to be stopped with the server. */
export interface RoutedOptions {
  readonly options: APIServerOptions
  stop(): void
}

/** With `aggregatorRouting`, webhooks and aggregated servers are reached at the endpoints of their services. */
export function withEndpointRouting(
  options: APIServerOptions,
  stores: BuiltInStores,
  onError: (error: unknown) => void,
): RoutedOptions {
  if (options.aggregatorRouting !== true || options.resolveService !== undefined) return { options, stop: () => {} }
  const services = new ClusterServices(stores, onError)
  const resolver = clusterServiceResolver(services, true)
  return {
    options: {
      ...options,
      resolveService: async ({ namespace, name, port }) => resolver.resolve(namespace, name, port),
    },
    stop: () => services.stop(),
  }
}
