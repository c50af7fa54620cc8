import type { MetricsRegistry } from '@apimachinery/client/metrics'

/** A resource whose objects are counted. */
export interface CountedResource {
  readonly group: string
  readonly resource: string
  /** How many objects there are. */
  count(): Promise<number>
  /** Average size in bytes; `undefined` if unknown. */
  averageBytes?(): Promise<number | undefined>
}

/** Objects in the store by resource, under the new name and the old; -1 where they cannot be counted. */
export function addResourceCounts(registry: MetricsRegistry, resources: () => Iterable<CountedResource>): void {
  const counted = async (set: (resource: CountedResource, count: number) => void | Promise<void>): Promise<void> => {
    for (const resource of resources()) await set(resource, await resource.count().catch(() => -1))
  }
  registry.gauge(
    {
      name: 'apiserver_resource_objects',
      help: 'Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
      stability: 'ALPHA',
      labelNames: ['group', 'resource'],
    },
    (family) => counted(({ group, resource }, count) => family.labels(group, resource).set(count)),
  )
  registry.gauge(
    {
      name: 'apiserver_resource_size_estimate_bytes',
      help: 'Estimated size of stored objects in database. Estimate is based on sum of last observed sizes of serialized objects. In case of a fetching error, the value will be -1.',
      stability: 'ALPHA',
      labelNames: ['group', 'resource'],
    },
    (family) =>
      counted(async ({ group, resource, averageBytes }, count) => {
        const average = count > 0 ? await averageBytes?.().catch(() => -1) : 0
        if (average !== undefined) family.labels(group, resource).set(average < 0 ? -1 : Math.round(count * average))
      }),
  )
  registry.gauge(
    {
      name: 'apiserver_storage_objects',
      help: '[DEPRECATED, consider using apiserver_resource_objects instead] Number of stored objects at the time of last check split by kind. In case of a fetching error, the value will be -1.',
      stability: 'STABLE',
      deprecatedVersion: '1.34.0',
      labelNames: ['resource'],
    },
    (family) =>
      counted(({ group, resource }, count) =>
        family.labels(group === '' ? resource : `${resource}.${group}`).set(count),
      ),
  )
}
