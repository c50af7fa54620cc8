import type { KubernetesObject } from 'apimachinery/runtime'
import type { KeyValue, Operation } from './kv/kv.js'
import { LazyObject } from './lazy-object.js'
import type { ObjectStore, ReadObject } from './object-store.js'
import { checkPreconditions } from './preconditions.js'
import { storedMetadata } from './resource-version.js'
import type { CreateOptions, DeleteOptions, UpdateOptions, UpdateResult } from './storage.js'
import { keyError, StorageError } from './storage-error.js'
import type { StoredObject } from './stored-object.js'
import { overKV } from './translate-kv-error.js'

/** The initial state of a write; `current` if it was just read from the store. */
interface State<T extends KubernetesObject> {
  readonly read: ReadObject<T> | undefined
  readonly current: boolean
}

/**
 * Writes objects under the condition that they were not changed meanwhile. Source: store.go of
 * k8s.io/apiserver/pkg/storage/etcd3.
 */
export class ObjectWriter<T extends KubernetesObject> {
  readonly #store: ObjectStore<T>

  constructor(store: ObjectStore<T>) {
    this.#store = store
  }

  async create(key: string, object: T, { ttl = 0, signal }: CreateOptions = {}): Promise<StoredObject<T>> {
    const version = storedMetadata(object)?.resourceVersion ?? ''
    if (version !== '' && version !== '0')
      throw new StorageError('Internal', 'resourceVersion should not be set on objects to be created', { key })
    const data = this.#store.encode(object)
    const written = await this.#put({ key, data, expected: 0, ttl, signal })
    if (written.responses !== undefined) throw keyError('KeyExists', key)
    return written.stored
  }

  async update(key: string, options: UpdateOptions<T>): Promise<UpdateResult<T>> {
    const { preconditions, ignoreNotFound = false, signal } = options
    let state = await this.#begin(key, options)
    for (;;) {
      if (state.read === undefined && !ignoreNotFound) throw keyError('KeyNotFound', key)
      const before = state
      let attempt: Awaited<ReturnType<UpdateOptions<T>['tryUpdate']>>
      try {
        checkPreconditions(key, before.read?.stored.object, preconditions)
        attempt = await options.tryUpdate(before.read?.stored)
      } catch (error) {
        state = await this.#rereadUnlessCurrent(key, before, error)
        continue
      }
      const data = this.#store.encode(attempt.object)
      if (before.read !== undefined && !before.read.stale && sameBytes(data, before.read.stored.data)) {
        if (!state.current) state = await this.#current(key, signal)
        const now = state.read
        if (now === undefined || !sameBytes(data, now.stored.data)) continue
        if (!now.stale) return { stored: now.stored, changed: false }
      }
      const expected = state.read?.stored.revision ?? 0
      const written = await this.#put({ key, data, expected, ttl: attempt.ttl ?? 0, signal })
      if (written.responses === undefined) return { stored: written.stored, changed: true }
      state = { read: await this.#found(written.responses[0]), current: true }
    }
  }

  async delete(key: string, options: DeleteOptions<T> = {}): Promise<StoredObject<T>> {
    const { preconditions, validate, signal } = options
    let state = await this.#begin(key, options)
    for (;;) {
      const { read } = state
      if (read === undefined) throw keyError('KeyNotFound', key)
      try {
        if (preconditions !== undefined) checkPreconditions(key, read.stored.object, preconditions)
        await validate?.(read.stored.object)
      } catch (error) {
        state = await this.#rereadUnlessCurrent(key, state, error)
        continue
      }
      const { revision } = read.stored
      const result = await this.#txn(key, { expected: revision, operation: { type: 'delete', key }, signal })
      if (result.succeeded) return read.stored.at(result.revision)
      state = { read: await this.#found(result.responses[0]), current: true }
    }
  }

  async #begin(key: string, options: UpdateOptions<T> | DeleteOptions<T>): Promise<State<T>> {
    const { suggestion, signal } = options
    if (suggestion === undefined) return this.#current(key, signal)
    return { read: { stored: this.#lazy(suggestion), stale: false }, current: false }
  }

  /** A cached object from another source is encoded as the store would have it. */
  #lazy(stored: StoredObject<T>): LazyObject<T> {
    if (stored instanceof LazyObject) return stored
    const { key, revision, object } = stored
    return new LazyObject({ key, revision, data: this.#store.encode(object) }, this.#store.reader)
  }

  async #current(key: string, signal: AbortSignal | undefined): Promise<State<T>> {
    const { kvs } = await overKV(key, () => this.#store.kv.range({ key, signal }))
    return { read: await this.#found(kvs[0]), current: true }
  }

  async #found(kv: KeyValue | undefined): Promise<ReadObject<T> | undefined> {
    return kv === undefined ? undefined : this.#store.readForUpdate(kv)
  }

  /** A failure with a possibly stale state is retried with the current one, unless that is the same. */
  async #rereadUnlessCurrent(key: string, before: State<T>, error: unknown): Promise<State<T>> {
    if (before.current) throw error
    const now = await this.#current(key, undefined)
    if (now.read?.stored.revision === before.read?.stored.revision) throw error
    return now
  }

  async #put({ key, data, expected, ttl, signal }: Write): Promise<Written<T>> {
    const sealed = await this.#store.sealed(data, key)
    const lease = ttl > 0 ? await overKV(key, () => this.#store.leases.lease(ttl)) : undefined
    const operation: Operation = { type: 'put', key, value: sealed, lease }
    const { succeeded, revision, responses } = await this.#txn(key, { expected, operation, signal })
    return succeeded ? { stored: this.#store.written({ key, revision, data, sealed }) } : { responses }
  }

  #txn(key: string, write: { expected: number; operation: Operation; signal: AbortSignal | undefined }) {
    const { expected, operation, signal } = write
    return overKV(key, () =>
      this.#store.kv.txn({
        compare: [{ key, modRevision: expected }],
        success: [operation],
        failure: [{ type: 'get', key }],
        signal,
      }),
    )
  }
}

interface Write {
  readonly key: string
  readonly data: Uint8Array
  /** Revision that is replaced; 0: the key is new. */
  readonly expected: number
  readonly ttl: number
  readonly signal: AbortSignal | undefined
}

type Written<T extends KubernetesObject> =
  | { readonly stored: LazyObject<T>; readonly responses?: undefined }
  /** Another client wrote first: the current state. */
  | { readonly responses: readonly (KeyValue | undefined)[] }

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}
