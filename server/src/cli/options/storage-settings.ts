import { posix } from 'node:path'
import { parseGroupResource } from 'apimachinery/schema'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { StorageSettings } from '../../kubernetes/storage-settings.js'
import { type StorageMediaType, storageMediaTypes } from '../../registry/storage-serializers.js'

/**
 * How objects are kept, by flags. Throws `UsageError`.
 *
 * Source: `EtcdOptions.Validate` of k8s.io/apiserver/pkg/server/options.
 */
export function storageSettings(flags: FlagValues): StorageSettings {
  const backend = flags.text('storage-backend')
  if (backend !== undefined && backend !== 'etcd3') {
    throw new UsageError(
      "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
    )
  }
  const prefix = flags.text('etcd-prefix')
  return {
    keyPrefix: prefix === undefined ? undefined : posix.join('/', prefix).replace(/\/$/, ''),
    mediaType: mediaTypeOf(flags.text('storage-media-type')),
    isCached: cachedResources(flags),
    deleteCollectionWorkers: flags.number('delete-collection-workers'),
    garbageCollection: flags.boolean('enable-garbage-collector'),
    leaseReuseSeconds: flags.number('lease-reuse-duration-seconds'),
    healthCheckTimeout: flags.milliseconds('etcd-healthcheck-timeout'),
    readyCheckTimeout: flags.milliseconds('etcd-readycheck-timeout'),
    countObjects: flags.milliseconds('etcd-count-metric-poll-period') !== 0,
    measureStore: flags.milliseconds('etcd-db-metric-poll-interval') !== 0,
  }
}

function mediaTypeOf(text: string | undefined): StorageMediaType | undefined {
  if (text === undefined) return undefined
  const known = storageMediaTypes.find((mediaType) => mediaType === text)
  if (known !== undefined) return known
  throw new UsageError(
    `--storage-media-type ${JSON.stringify(text)} invalid, allowed values: ${storageMediaTypes.join(', ')}`,
  )
}

/** Source: `ParseWatchCacheSizes`. */
function cachedResources(flags: FlagValues): StorageSettings['isCached'] {
  const uncached = new Set<string>()
  for (const text of flags.list('watch-cache-sizes')) {
    const [name = '', size, ...more] = text.split('#')
    if (size === undefined || more.length > 0) throw new UsageError(`invalid value of watch cache size: ${text}`)
    if (!/^[-+]?\d+$/.test(size)) throw new UsageError(`invalid size of watch cache size: ${text}`)
    if (Number(size) < 0) throw new UsageError(`watch cache size cannot be negative: ${text}`)
    const { group, resource } = parseGroupResource(name)
    if (Number(size) === 0) uncached.add(`${resource}.${group}`)
  }
  if (flags.boolean('watch-cache') === false) return () => false
  return uncached.size === 0 ? undefined : (group, resource) => !uncached.has(`${resource}.${group}`)
}
