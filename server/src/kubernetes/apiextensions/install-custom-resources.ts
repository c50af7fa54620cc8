import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { APIPaths } from '../../discovery/api-paths.js'
import type { EndpointsConfig } from '../../endpoints/install-group-version.js'
import { CustomResources } from '../../extensions/custom-resources.js'
import { type StorageOpenerOptions, storageOpener } from '../../extensions/storage-opener.js'
import type { ServiceResolver } from '../../request/service-resolver.js'
import type { GenericAPIServer } from '../../server/generic-api-server.js'
import type { KV } from '../../storage/kv/kv.js'
import { loopbackClient } from '../bootstrap/loopback-client.js'
import type { BuiltInStores } from '../built-in-stores.js'
import { storeAt } from '../cluster-cache.js'
import { definitionsPrefix } from './apiextensions-storage.js'
import { definitionStatusWriter } from './definition-status-writer.js'

/** What custom resources take of the server that they are part of. */
export interface CustomResourcesParts {
  readonly kv: KV
  /** How objects are encrypted, and what of the past can be listed. */
  readonly keeping: Pick<StorageOpenerOptions, 'transformerFor' | 'compactRevision'>
  readonly stores: BuiltInStores
  readonly paths: APIPaths
  readonly resolver: ServiceResolver
  readonly loopbackToken: string
  readonly endpoints: EndpointsConfig
}

/** Serves custom resources beside the built-in groups, from the hook that upstream starts them in. */
export function installCustomResources(generic: GenericAPIServer, parts: CustomResourcesParts): CustomResources {
  const { kv, keeping, stores, paths, resolver, loopbackToken, endpoints } = parts
  const { onError, clock } = endpoints
  const customResources = new CustomResources({
    definitions: storeAt<CustomResourceDefinition>(stores, definitionsPrefix),
    openStorage: storageOpener({ kv, ...keeping, ...(clock !== undefined && { clock }) }),
    paths,
    resolver,
    endpoints,
    fallback: generic.notFound,
    queues: generic.metrics.queues.queue,
    updateStatus: definitionStatusWriter(loopbackClient(generic, loopbackToken, 'kube-apiserver')),
    ...(onError !== undefined && { onError }),
  })
  generic.addPostStartHook('start-apiextensions-informers', () => customResources.start())
  return customResources
}
