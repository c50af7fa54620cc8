import type { Job } from 'apimachinery/api/batch/v1'
import type { DeleteOptions } from 'apimachinery/meta/v1'
import { delegatedStore } from '../../../registry/delegated-store.js'
import type { ResourceStorage } from '../../../registry/resource-storage.js'
import type { Store } from '../../../registry/store.js'
import type { RequestContext } from '../../../request/request-context.js'

const warning =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'

/**
 * Jobs: a deletion without a propagation policy gets a warning that the pods stay.
 *
 * Source: pkg/registry/batch/job/storage of Kubernetes.
 */
export function jobStore(store: Store<Job>): ResourceStorage<Job> {
  const warn = (context: RequestContext, { propagationPolicy, orphanDependents }: DeleteOptions): void => {
    const { strategy } = store.options
    const orphans = strategy.defaultGarbageCollection?.(store.strategyContext(context)) === 'orphan'
    const silent = propagationPolicy === undefined && orphanDependents === undefined
    if (orphans && silent) context.warnings?.addWarning('', warning)
  }
  return delegatedStore(store, {
    delete(context, name, request) {
      warn(context, request.options)
      return store.delete(context, name, request)
    },
    deleteCollection(context, request, list) {
      warn(context, request.options)
      return store.deleteCollection(context, request, list)
    },
  })
}
