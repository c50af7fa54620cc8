import type { Counter, Histogram, MetricsRegistry, NumberFamily } from '@apimachinery/client/metrics'
import { newestRelease } from 'apimachinery/api/releases'
import { lazy } from '../internal/lazy.js'
import type { CacheObserver } from '../storage/cache/cache-observer.js'
import type { StorageObserver } from '../storage/observed-storage.js'

const requestBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
]
const waitBuckets = [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3]
/** The minor release that deprecated the count of bookmarks. */
const bookmarkCountsDeprecated = 36
/** The minor release that deprecated the counts of lists from the cache. */
const cacheListsDeprecated = 37
const byResource = ['group', 'resource']
const byOperation = ['group', 'operation', 'resource']
/** Versions are shown without what a float of Prometheus could not hold. */
const versionDigits = 1e15

import { type ListObserver, listsByStorage, listsOfStorage } from './list-metrics.js'

/**
 * Metrics of the storage and the watch cache of each resource.
 *
 * Source: k8s.io/apiserver/pkg/storage/etcd3/metrics and k8s.io/apiserver/pkg/storage/cacher/metrics.
 */
export class StorageMetrics {
  readonly #registry: MetricsRegistry
  readonly #counters: Readonly<Record<CounterName, Counter>>
  readonly #lists: ListObserver
  readonly #seconds: Histogram
  readonly #waits: Histogram
  readonly #leases: Histogram
  readonly #version: NumberFamily
  readonly #capacity: NumberFamily
  readonly #bookmarks: NumberFamily

  /** `minorRelease`: of the release whose metrics these are; default: the newest. */
  constructor(registry: MetricsRegistry, minorRelease: number = newestRelease.minor) {
    this.#registry = registry
    this.#counters = Object.fromEntries(
      Object.entries<CounterTexts>(counters).map(([name, [help, labelNames, stability]]) => [
        name,
        registry.counter({
          name,
          help,
          labelNames,
          stability: stability ?? 'ALPHA',
          ...(minorRelease >= cacheListsDeprecated &&
            cacheLists.has(name) && { deprecatedVersion: `1.${cacheListsDeprecated}.0` }),
        }),
      ]),
    ) as Record<CounterName, Counter>
    this.#lists = minorRelease >= 37 ? listsByStorage(registry) : listsOfStorage(registry)
    this.#seconds = registry.histogram({
      name: 'etcd_request_duration_seconds',
      help: 'Etcd request latency in seconds for each operation and object type.',
      stability: 'ALPHA',
      labelNames: byOperation,
      buckets: requestBuckets,
    })
    this.#leases = registry.histogram({
      name: 'etcd_lease_object_counts',
      help: 'Number of objects attached to a single etcd lease.',
      stability: 'ALPHA',
      labelNames: [],
      buckets: [10, 50, 100, 500, 1000, 2500, 5000],
    })
    this.#waits = registry.histogram({
      name: 'apiserver_watch_cache_read_wait_seconds',
      help: 'Histogram of time spent waiting for a watch cache to become fresh.',
      stability: 'ALPHA',
      labelNames: byResource,
      buckets: waitBuckets,
    })
    this.#version = registry.gauge({
      name: 'apiserver_watch_cache_resource_version',
      help: 'Current resource version of watch cache broken by resource type. This is truncated to the 15 least significant digits.',
      stability: 'ALPHA',
      labelNames: byResource,
    })
    this.#bookmarks = registry.gauge({
      name: 'etcd_bookmark_counts',
      help: 'Number of etcd bookmarks (progress notify events) split by kind.',
      stability: 'ALPHA',
      deprecatedVersion: `1.${bookmarkCountsDeprecated}.0`,
      labelNames: byResource,
    })
    this.#capacity = registry.gauge({
      name: 'watch_cache_capacity',
      help: 'Total capacity of watch cache broken by resource type.',
      stability: 'ALPHA',
      labelNames: byResource,
    })
  }

  /** The number of objects of a lease. */
  readonly leased = (objects: number): void => this.#leases.labels().observe(objects)

  /** The observer of the storage of a resource. */
  storage(group: string, resource: string): StorageObserver {
    const counted = (name: CounterName) => this.#counters[name].labels(group, resource)
    return {
      request: (operation, seconds, failed) => {
        this.#counters.etcd_requests_total.labels(group, operation, resource).inc()
        if (failed) this.#counters.etcd_request_errors_total.labels(group, operation, resource).inc()
        this.#seconds.labels(group, operation, resource).observe(seconds)
      },
      decodeFailed: () => counted('apiserver_storage_decode_errors_total').inc(),
      listed: (fetched, returned) => {
        this.#lists({ group, resource, storage: 'etcd', index: '', fetched, evaluated: fetched, returned })
      },
    }
  }

  /** The observer of the watch cache of a resource. */
  cache(group: string, resource: string): CacheObserver {
    const counted = (name: CounterName) => this.#counters[name].labels(group, resource)
    // Most caches of a small cluster never have an event.
    const cells = lazy(() => ({
      stored: counted('apiserver_storage_events_received_total'),
      received: counted('apiserver_watch_cache_events_received_total'),
      dispatched: counted('apiserver_watch_cache_events_dispatched_total'),
      version: this.#version.labels(group, resource),
    }))
    return {
      initialized: (events) => {
        counted('apiserver_watch_cache_initializations_total').inc()
        this.#capacity.labels(group, resource).set(events)
      },
      received: (revision) => {
        const { stored, received, dispatched, version } = cells()
        stored.inc()
        received.inc()
        dispatched.inc()
        version.set(revision % versionDigits)
      },
      progressed: () => {
        counted('etcd_bookmark_total').inc()
        this.#bookmarks.labels(group, resource).inc()
      },
      waited: (seconds) => this.#waits.labels(group, resource).observe(seconds),
      consistentRead: (success, fallback) =>
        this.#counters.apiserver_watch_cache_consistent_read_total
          .labels(String(fallback), group, resource, String(success))
          .inc(),
      listed: (index, fetched, returned) => {
        this.#counters.apiserver_cache_list_total.labels(group, index, resource).inc()
        this.#counters.apiserver_cache_list_fetched_objects_total.labels(group, index, resource).inc(fetched)
        counted('apiserver_cache_list_returned_objects_total').inc(returned)
        this.#lists({ group, resource, storage: 'watchcache', index, fetched, evaluated: 0, returned })
      },
      initialEvents: (count) => counted('apiserver_init_events_total').inc(count),
      terminated: () => counted('apiserver_terminated_watchers_total').inc(),
    }
  }

  /** `apiserver_storage_size_bytes` of a store with a known size; `bytes` returns undefined otherwise. */
  addSize(bytes: () => Promise<number | undefined>): void {
    this.#registry.gauge(
      {
        name: 'apiserver_storage_size_bytes',
        help: 'Size of the storage database file physically allocated in bytes.',
        stability: 'STABLE',
        labelNames: ['storage_cluster_id'],
      },
      async (family) => {
        const size = await bytes().catch(() => undefined)
        if (size !== undefined) family.labels('etcd-0').set(size)
      },
    )
    this.#registry.gauge(
      {
        name: 'apiserver_storage_db_total_size_in_bytes',
        help: 'Total size of the storage database file physically allocated in bytes.',
        stability: 'ALPHA',
        deprecatedVersion: '1.28.0',
        labelNames: ['endpoint'],
      },
      async (family) => {
        const size = await bytes().catch(() => undefined)
        if (size !== undefined) family.labels('etcd-0').set(size)
      },
    )
  }
}

/** What `apiserver_storage_list_*` have taken over. */
const cacheLists: ReadonlySet<string> = new Set([
  'apiserver_cache_list_total',
  'apiserver_cache_list_fetched_objects_total',
  'apiserver_cache_list_returned_objects_total',
])

type CounterName = keyof typeof counters
type CounterTexts = readonly [help: string, labels: readonly string[], stability?: 'BETA']

const byIndex = ['group', 'index', 'resource']

const counters = {
  etcd_requests_total: ['Etcd request counts for each operation and object type.', byOperation],
  etcd_request_errors_total: ['Etcd failed request counts for each operation and object type.', byOperation],
  etcd_bookmark_total: ['Number of etcd bookmarks (progress notify events) split by kind.', byResource],
  apiserver_storage_events_received_total: ['Number of etcd events received split by kind.', byResource, 'BETA'],
  apiserver_storage_decode_errors_total: ['Number of stored object decode errors split by object type', byResource],
  apiserver_watch_cache_events_received_total: [
    'Counter of events received in watch cache broken by resource type.',
    byResource,
  ],
  apiserver_watch_cache_events_dispatched_total: [
    'Counter of events dispatched in watch cache broken by resource type.',
    byResource,
  ],
  apiserver_watch_cache_initializations_total: [
    'Counter of watch cache initializations broken by resource type.',
    byResource,
  ],
  apiserver_watch_cache_consistent_read_total: [
    'Counter for consistent reads from cache.',
    ['fallback', 'group', 'resource', 'success'],
  ],
  apiserver_init_events_total: ['Counter of init events processed in watch cache broken by resource type.', byResource],
  apiserver_terminated_watchers_total: [
    'Counter of watchers closed due to unresponsiveness broken by resource type.',
    byResource,
  ],
  apiserver_cache_list_total: ['Number of LIST requests served from watch cache', byIndex],
  apiserver_cache_list_fetched_objects_total: [
    'Number of objects read from watch cache in the course of serving a LIST request',
    byIndex,
  ],
  apiserver_cache_list_returned_objects_total: [
    'Number of objects returned for a LIST request from watch cache',
    byResource,
  ],
} as const satisfies Readonly<Record<string, CounterTexts>>
