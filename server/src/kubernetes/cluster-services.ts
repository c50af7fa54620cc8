import type { Service } from 'apimachinery/api/core/v1'
import type { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { getLabels, getName, getNamespace } from 'apimachinery/runtime'
import type { ServiceLookup } from '../aggregator/availability-check.js'
import type { BuiltInStores } from '../kinds/built-in-stores.js'
import { endpointResolver } from '../request/endpoint-resolver.js'
import { clusterIPResolver, type ServiceResolver } from '../request/service-resolver.js'
import type { ObjectCache } from '../storage/object-cache.js'

/** Finds services of the cluster by their cluster IPs, or by their endpoints, once services are known. */
export function clusterServiceResolver(services: ClusterServices, toEndpoints = false): ServiceResolver {
  const resolver = toEndpoints
    ? endpointResolver(services)
    : clusterIPResolver((namespace, name) => services.service(namespace, name))
  return {
    async resolve(namespace, name, port) {
      await services.ready()
      return resolver.resolve(namespace, name, port)
    },
  }
}

const serviceNameLabel = 'kubernetes.io/service-name'

/** Services and their endpoint slices, followed on demand: a cluster has many. */
export class ClusterServices implements ServiceLookup {
  readonly #services: ObjectCache<Service>
  readonly #slices: ObjectCache<EndpointSlice>
  #started: Promise<void> | undefined

  constructor(stores: BuiltInStores, onError: (error: unknown) => void) {
    this.#services = stores.cache('services/specs', onError)
    this.#slices = stores.cache('endpointslices', onError)
  }

  ready(): Promise<void> {
    this.#started ??= Promise.all([this.#services.start(), this.#slices.start()]).then(() => undefined)
    return this.#started
  }

  stop(): void {
    this.#services.stop()
    this.#slices.stop()
  }

  service(namespace: string, name: string): Service | undefined {
    return this.#services.get(namespace, name)
  }

  *endpointSlices(namespace: string, name: string): Generator<EndpointSlice> {
    for (const slice of this.#slices.list(namespace)) {
      if (getLabels(slice)?.[serviceNameLabel] === name) yield slice
    }
  }

  onChange(listener: (namespace: string, name: string) => void): () => void {
    const unlisten = [
      this.#services.onChange(({ object }) => listener(getNamespace(object), getName(object))),
      this.#slices.onChange(({ object }) =>
        listener(getNamespace(object), getLabels(object)?.[serviceNameLabel] ?? ''),
      ),
    ]
    return () => {
      for (const each of unlisten) each()
    }
  }
}
