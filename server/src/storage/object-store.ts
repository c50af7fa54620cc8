import { messageOf } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { KeyValue, KV } from './kv/kv.js'
import { corrupt, LazyObject, type ObjectReader } from './lazy-object.js'
import type { LeaseManager } from './lease-manager.js'
import { preparedForStorage } from './resource-version.js'
import { StorageError } from './storage-error.js'
import { plainValues, type ValueTransformer } from './value-transformer.js'

/** An object with the facts that writers need. */
export interface ReadObject<T extends KubernetesObject> {
  readonly stored: LazyObject<T>
  /** True where it must be written again even if it is the same. */
  readonly stale: boolean
}

/** Shared state of the parts of a storage over a key-value store. */
export class ObjectStore<T extends KubernetesObject> {
  readonly kv: KV
  readonly prefix: string
  readonly transformer: ValueTransformer
  readonly leases: LeaseManager
  readonly reader: ObjectReader<T>
  /** Watches that report progress to caches. */
  readonly progressing = new Set<{ requestProgress(): void }>()
  /** A store in this process returns the same bytes to all readers, which then share the decoded objects. */
  readonly #known = new WeakMap<Uint8Array, ReadObject<T>>()

  constructor(parts: Pick<ObjectStore<T>, 'kv' | 'prefix' | 'transformer' | 'leases' | 'reader'>) {
    this.kv = parts.kv
    this.prefix = parts.prefix
    this.transformer = parts.transformer
    this.leases = parts.leases
    this.reader = parts.reader
  }

  /** The object of a key. Throws `Internal` where the value cannot be decrypted. */
  read(kv: KeyValue): ReadObject<T> | Promise<ReadObject<T>> {
    const known = this.#known.get(kv.value)
    if (known !== undefined && known.stored.revision === kv.modRevision && known.stored.key === kv.key) return known
    const failed = (error: unknown): never => {
      throw unreadable(kv.key, error)
    }
    try {
      const transformed = this.transformer.fromStorage(kv.value, kv.key)
      // Lists read thousands of values: what is not encrypted must not wait for a turn each.
      if (!(transformed instanceof Promise)) return this.#remember(kv, transformed)
      return transformed.then((value) => this.#remember(kv, value), failed)
    } catch (error) {
      return failed(error)
    }
  }

  /** The same, decrypted again: whether a value is stale changes with the keys. */
  async readForUpdate(kv: KeyValue): Promise<ReadObject<T>> {
    if (this.transformer === plainValues) return this.read(kv)
    const { stored } = await this.read(kv)
    try {
      const { stale } = await this.transformer.fromStorage(kv.value, kv.key)
      return { stored, stale }
    } catch (error) {
      throw unreadable(kv.key, error)
    }
  }

  /** The bytes of an object as they are before encryption. */
  encode(object: T): Uint8Array {
    return this.reader.codec.encode(preparedForStorage(object))
  }

  /** The stored form of the bytes. */
  async sealed(data: Uint8Array, key: string): Promise<Uint8Array> {
    try {
      return await this.transformer.toStorage(data, key)
    } catch (cause) {
      throw new StorageError('Internal', messageOf(cause), { key, cause })
    }
  }

  /** An object that was just written. */
  written(value: { key: string; revision: number; data: Uint8Array; sealed: Uint8Array }): LazyObject<T> {
    const { key, revision, data } = value
    const known = this.#known.get(value.sealed)
    if (known?.stored.revision === revision && known.stored.key === key) return known.stored
    const stored = new LazyObject({ key, revision, data }, this.reader).hold()
    this.#known.set(value.sealed, { stored, stale: false })
    return stored
  }

  #remember(
    { key, value, modRevision }: KeyValue,
    { data, stale }: { data: Uint8Array; stale: boolean },
  ): ReadObject<T> {
    const read = { stored: new LazyObject({ key, revision: modRevision, data }, this.reader), stale }
    this.#known.set(value, read)
    return read
  }
}

function unreadable(key: string, cause: unknown): StorageError {
  const message = `unable to transform key ${JSON.stringify(key)}: ${messageOf(cause)}`
  return new StorageError('Internal', message, { key, cause: corrupt(key, cause) })
}
