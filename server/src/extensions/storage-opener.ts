import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from '../internal/clock.js'
import { newWatchCache } from '../storage/cache/watch-cache.js'
import type { KV } from '../storage/kv/kv.js'
import { newKVStorage } from '../storage/kv-storage.js'
import type { Storage } from '../storage/storage.js'
import type { Attributes } from '../storage/stored-object.js'
import type { ValueTransformer } from '../storage/value-transformer.js'
import type { CompiledVersions } from './compiled-versions.js'
import { customResourceCodec } from './custom-resource-codec.js'
import type { CustomResourceType } from './custom-resource-type.js'

/** What is stored, and the version that readers see it in. */
export interface VersionToStore {
  readonly definition: CustomResourceDefinition
  readonly versions: CompiledVersions
  readonly target: CustomResourceType
  readonly attributes: (object: KubernetesObject) => Attributes
}

/** A storage and the key that all of its keys begin with, without a slash at the end. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly prefix: string
  /** The object as it would be read after it was written; gets a copy. */
  readonly asStored: (object: KubernetesObject) => KubernetesObject
}

/** Opens the storage of one version of a custom resource. */
export type StorageOpener = (version: VersionToStore) => OpenedStorage

/** What storages of custom resources are made with. */
export interface StorageOpenerOptions {
  readonly kv: KV
  /** Before every key; default `/registry`. */
  readonly keyPrefix?: string
  /** How values of a resource are encrypted; absent: not at all. */
  readonly transformerFor?: (group: string, resource: string) => ValueTransformer
  /** The revision that the store was compacted to. */
  readonly compactRevision?: () => number
  readonly clock?: Clock
}

/** Keeps custom resources in a key-value store, each version behind a watch cache of its own. */
export function storageOpener(options: StorageOpenerOptions): StorageOpener {
  const { kv, keyPrefix = '/registry', transformerFor, compactRevision, clock } = options
  const timed = clock === undefined ? {} : { clock }
  return ({ definition, versions, target, attributes }) => {
    const { group, names } = definition.spec
    const prefix = `${keyPrefix}/${group}/${names.plural}`
    const codec = customResourceCodec(versions, target)
    const storage = newKVStorage({
      kv,
      prefix: `${prefix}/`,
      codec,
      attributes,
      ...(transformerFor !== undefined && { transformer: transformerFor(group, names.plural) }),
      ...timed,
    })
    const compacted = compactRevision === undefined ? {} : { compactRevision }
    const cache = newWatchCache({ storage, prefix: `${prefix}/`, ...compacted, ...timed })
    return { storage: cache, prefix, asStored: (object) => codec.decode(codec.encode(object)) }
  }
}
