import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { Scheme } from 'apimachinery/runtime'
import { systemClock } from 'apimachinery/wait'
import { ConversionMetrics } from '../../customresources/conversion-metrics.js'
import { CustomResources, type CustomResourcesOptions } from '../../customresources/custom-resources.js'
import { DocumentMetrics } from '../../customresources/document-metrics.js'
import type { APIPaths } from '../../discovery/api-paths.js'
import type { EndpointsConfig } from '../../endpoints/install-group-version.js'
import { definitionsPrefix } from '../../kinds/apiextensions/apiextensions-storage.js'
import { definitionStatusWriter } from '../../kinds/apiextensions/custom-resource-definition/definition-status-writer.js'
import type { BuiltInStores } from '../../kinds/built-in-stores.js'
import type { Storages } from '../../registry/storages.js'
import type { Store } from '../../registry/store.js'
import { SubresourceStore } from '../../registry/subresource-store.js'
import type { ServiceResolver } from '../../request/service-resolver.js'
import type { GenericAPIServer } from '../../server/generic-api-server.js'

/** The parts of their server that custom resources use. */
export interface CustomResourcesParts {
  readonly scheme: Scheme
  readonly storages: Storages
  readonly stores: BuiltInStores
  readonly paths: APIPaths
  readonly resolver: ServiceResolver
  readonly endpoints: EndpointsConfig
  readonly registered?: CustomResourcesOptions['registered'] | undefined
  readonly registry: MetricsRegistry
}

/** Serves custom resources beside the built-in groups, from the hook that upstream starts them in. */
export function installCustomResources(generic: GenericAPIServer, parts: CustomResourcesParts): CustomResources {
  const { scheme, storages, stores, paths, resolver, endpoints, registered, registry } = parts
  const { onError, clock } = endpoints
  const definitions = stores.at<CustomResourceDefinition>(definitionsPrefix)
  const customResources = new CustomResources({
    definitions,
    storages,
    paths,
    resolver,
    endpoints,
    metrics: new ConversionMetrics(registry),
    documentMetrics: new DocumentMetrics(registry),
    registered,
    fallback: generic.notFound,
    queues: generic.metrics.queues,
    observeRules: generic.metrics.rules,
    updateStatus: definitionStatusWriter({
      store: definitionStatusStore(definitions),
      scheme,
      clock: clock ?? systemClock,
      onError: onError ?? (() => undefined),
    }),
    onError,
  })
  generic.hooks.addPostStart('start-apiextensions-informers', () => customResources.start())
  return customResources
}

function definitionStatusStore(store: Store<CustomResourceDefinition>): SubresourceStore<CustomResourceDefinition> {
  const { status } = store.options.strategy.subresources ?? {}
  if (status === undefined) throw new Error('definitions have no status')
  return new SubresourceStore(store, status)
}
