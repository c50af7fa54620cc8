import type { Counter, MetricsRegistry } from '@apimachinery/client/metrics'

/** A list that a storage was asked for. */
export interface ObservedList {
  readonly group: string
  readonly resource: string
  readonly storage: 'etcd' | 'watchcache'
  /** The index of the cache by which objects were found; empty for none. */
  readonly index: string
  readonly fetched: number
  readonly evaluated: number
  readonly returned: number
}

/** Counts a list. */
export type ListObserver = (list: ObservedList) => void

/** Counts lists of the store and of the watch cache, each by its name. Source: k8s.io/apiserver/pkg/storage/metrics. */
export function listsByStorage(registry: MetricsRegistry): ListObserver {
  const labels = ['group', 'resource', 'storage']
  const counters = listCounters(registry, { plain: labels, found: ['group', 'index', 'resource', 'storage'] })
  return ({ group, resource, storage, index, fetched, evaluated, returned }) => {
    counters.total.labels(group, index, resource, storage).inc()
    counters.fetched.labels(group, index, resource, storage).inc(fetched)
    counters.evaluated.labels(group, resource, storage).inc(evaluated)
    counters.returned.labels(group, resource, storage).inc(returned)
  }
}

/** Counts lists of the store alone, as earlier releases do. Source: k8s.io/apiserver/pkg/storage/etcd3/metrics. */
export function listsOfStorage(registry: MetricsRegistry): ListObserver {
  const labels = ['group', 'resource']
  const counters = listCounters(registry, { plain: labels, found: labels })
  return ({ group, resource, storage, fetched, evaluated, returned }) => {
    if (storage !== 'etcd') return
    counters.total.labels(group, resource).inc()
    counters.fetched.labels(group, resource).inc(fetched)
    counters.evaluated.labels(group, resource).inc(evaluated)
    counters.returned.labels(group, resource).inc(returned)
  }
}

type ListCounters = Readonly<Record<'total' | 'fetched' | 'evaluated' | 'returned', Counter>>

function listCounters(
  registry: MetricsRegistry,
  { plain, found }: { readonly plain: readonly string[]; readonly found: readonly string[] },
): ListCounters {
  const counter = (name: string, labelNames: readonly string[], help: string): Counter =>
    registry.counter({ name: `apiserver_storage_list_${name}total`, help, labelNames, stability: 'ALPHA' })
  return {
    total: counter('', found, 'Number of LIST requests served from storage'),
    fetched: counter(
      'fetched_objects_',
      found,
      'Number of objects read from storage in the course of serving a LIST request',
    ),
    evaluated: counter(
      'evaluated_objects_',
      plain,
      'Number of objects tested in the course of serving a LIST request from storage',
    ),
    returned: counter('returned_objects_', plain, 'Number of objects returned for a LIST request from storage'),
  }
}
