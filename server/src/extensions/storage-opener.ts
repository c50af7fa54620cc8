import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import type { StorageMetrics } from '../metrics/storage-metrics.js'
import { newWatchCache } from '../storage/cache/watch-cache.js'
import { ConvertingStorage, type StoredConversion } from '../storage/converting-storage.js'
import type { KV } from '../storage/kv/kv.js'
import { newKVStorage } from '../storage/kv-storage.js'
import { observedStorage } from '../storage/observed-storage.js'
import type { Storage } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import type { ValueTransformer } from '../storage/value-transformer.js'
import type { CompiledVersions } from './compiled-versions.js'
import { customResourceCodec, storedVersionCodec } from './custom-resource-codec.js'
import type { CustomResourceType } from './custom-resource-type.js'
import type { VersionConverter } from './version-converter.js'

/** The stored version, and the version of readers. */
export interface VersionToStore {
  readonly definition: CustomResourceDefinition
  readonly versions: CompiledVersions
  readonly target: CustomResourceType
  readonly attributes: (object: KubernetesObject) => Attributes
  /** For definitions whose versions a webhook converts. */
  readonly converter?: VersionConverter | undefined
}

/** A storage and the key that all of its keys begin with, without a slash at the end. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly prefix: string
  /** The object as it would be read after it was written; gets a copy. */
  readonly asStored: (object: KubernetesObject) => KubernetesObject | Promise<KubernetesObject>
}

/** Opens the storage of one version of a custom resource. */
export type StorageOpener = (version: VersionToStore) => OpenedStorage

/** Settings for storages of custom resources. */
export interface StorageOpenerOptions {
  readonly kv: KV
  /** Before every key; default `/registry`. */
  readonly keyPrefix?: string
  /** Which resources have a watch cache; all where absent. */
  readonly isCached?: (group: string, resource: string) => boolean
  /** How values of a resource are encrypted; absent: not at all. */
  readonly transformerFor?: (group: string, resource: string) => ValueTransformer
  /** The revision that the store was compacted to. */
  readonly compactRevision?: () => number
  readonly clock?: Clock
  /** Where storages and their caches are counted. */
  readonly metrics?: Pick<StorageMetrics, 'storage' | 'cache'>
}

/** Keeps custom resources in a key-value store, each version with its own watch cache. */
export function storageOpener(options: StorageOpenerOptions): StorageOpener {
  const { kv, keyPrefix = '/registry', transformerFor, compactRevision, clock, metrics, isCached } = options
  const timed = clock === undefined ? {} : { clock }
  return ({ definition, versions, target, attributes, converter }) => {
    const { group, names } = definition.spec
    const path = `${keyPrefix}/${group}/${names.plural}`
    const prefix = `${path}/`
    const codec = converter === undefined ? customResourceCodec(versions, target) : storedVersionCodec(versions)
    const transformed = transformerFor === undefined ? {} : { transformer: transformerFor(group, names.plural) }
    const stored = newKVStorage({ kv, prefix, codec, attributes, ...transformed, ...timed })
    const plain = metrics === undefined ? stored : observedStorage(stored, metrics.storage(group, names.plural))
    const observed = metrics === undefined ? {} : { observer: metrics.cache(group, names.plural) }
    const conversion =
      converter === undefined ? undefined : webhookConversion({ versions, target, attributes, converter })
    const storage = conversion === undefined ? plain : new ConvertingStorage(plain, conversion)
    const compacted = compactRevision === undefined ? {} : { compactRevision }
    const cached = isCached?.(group, names.plural) !== false
    return {
      storage: cached
        ? newWatchCache({ storage, prefix, sharesReads: conversion === undefined, ...compacted, ...timed, ...observed })
        : storage,
      prefix: path,
      asStored:
        conversion === undefined
          ? (object) => codec.decode(codec.encode(object))
          : async (object) => {
              const stored = codec.decode(codec.encode(await conversion.toStore(object)))
              return (await conversion.toReaders([stored]))[0] as KubernetesObject
            },
    }
  }
}

function webhookConversion({
  versions,
  target,
  attributes,
  converter,
}: Omit<VersionToStore, 'definition'> & { readonly converter: VersionConverter }): StoredConversion {
  return {
    attributes,
    toReaders: (objects) => converter.convert(objects, target),
    toStore: async (object) => (await converter.convert([object], versions.stored()))[0] as KubernetesObject,
  }
}
