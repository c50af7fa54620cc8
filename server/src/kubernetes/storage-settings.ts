import type { StorageMediaType } from '../registry/storage-serializers.js'

/** How a server keeps its objects, by the flags of the same names. */
export interface StorageSettings {
  /** `--etcd-prefix`: before every key; `/registry` by default. */
  readonly keyPrefix?: string | undefined
  /** `--storage-media-type` of built-in kinds; protobuf by default. Objects are read in any format. */
  readonly mediaType?: StorageMediaType | undefined
  /**
   * `--watch-cache` and `--watch-cache-sizes`: which resources have a watch cache; default all. Also called for custom
   * resources.
   */
  readonly isCached?: ((group: string, resource: string) => boolean) | undefined
  /** Storages of resources are opened by their first request: for stores in memory. Default false. */
  readonly deferred?: boolean | undefined
  /** What is decoded is for all servers that have the same `kinds`, whose stores are copies of one another. Default false. */
  readonly sharesObjects?: boolean | undefined
  /** `--delete-collection-workers`: deletions of one request that run at once; 1 by default. */
  readonly deleteCollectionWorkers?: number | undefined
  /** `--enable-garbage-collector`: `false` without a garbage collector, so that no finalizers for it are set. */
  readonly garbageCollection?: boolean | undefined
  /** `--lease-reuse-duration-seconds`: by how much the ends of objects may differ that share a lease; 60 by default. */
  readonly leaseReuseSeconds?: number | undefined
  /** `--etcd-healthcheck-timeout` and `--etcd-readycheck-timeout`: milliseconds that the store may take to answer; 2,000 each by default. */
  readonly healthCheckTimeout?: number | undefined
  readonly readyCheckTimeout?: number | undefined
  /** `false` leaves out the metrics of the number of objects (`--etcd-count-metric-poll-period=0`). */
  readonly countObjects?: boolean | undefined
  /** `false` leaves out the metrics of the size of the store (`--etcd-db-metric-poll-interval=0`). */
  readonly measureStore?: boolean | undefined
}
