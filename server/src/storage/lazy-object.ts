import { deepCopy } from 'apimachinery/descriptor'
import { messageOf } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { DecodedObjects } from './decoded-objects.js'
import { preparedForStorage, setResourceVersion } from './resource-version.js'
import type { SharedObjects } from './shared-objects.js'
import { isStorageError, keyError } from './storage-error.js'
import type { Attributes, StoredObject } from './stored-object.js'

/** Between the bytes of the storage version and objects of the hub version. */
export interface StorageCodec<T extends KubernetesObject = KubernetesObject> {
  decode(data: Uint8Array): T
  encode(object: T): Uint8Array
  /** The labels of the object that `decode` gives, at lower cost; `undefined` where it has to be decoded for them. */
  readonly labels?: ((data: Uint8Array) => Attributes['labels'] | undefined) | undefined
  /** The decoded object is smaller than its bytes, and reproduces them at low cost: they need not be kept beside it. */
  readonly rebuilds?: boolean | undefined
  /** The result of `encode` for an object, at lower cost. `format` names the encoding. */
  encodeAs?(object: T, format: string, encode: (object: T) => Uint8Array): Uint8Array
}

/** Shared state of all objects of one resource. */
export interface ObjectReader<T extends KubernetesObject> {
  readonly codec: StorageCodec<T>
  readonly attributes: (object: T) => Attributes
  /** Says which objects are held decoded; all where absent. */
  readonly decoded?: DecodedObjects | undefined
  /** Has what stores with the same bytes have decoded. */
  readonly shared?: SharedObjects<T> | undefined
}

/** Encodings of this size are kept only while they are in use. */
const large = 32 * 1024

/** What was made of an object. Most have one or none: a list takes a fourth of the memory of a `Map`. */
interface Encoding {
  readonly identifier: string
  bytes: Uint8Array | WeakRef<Uint8Array>
  readonly next: Encoding | undefined
}

/** A stored object that is decoded on demand. It is its own {@link Attributes}: labels are known without its fields. */
export class LazyObject<T extends KubernetesObject> implements StoredObject<T>, Attributes {
  readonly key: string
  readonly revision: number
  /** Length of {@link data}. */
  readonly dataLength: number
  readonly #reader: ObjectReader<T>
  /** Undefined when only the object is kept. */
  #data: Uint8Array | undefined
  #object: T | undefined
  /** The object is kept once it is decoded, for any purpose. */
  #stays = false
  #labels: Attributes['labels'] | undefined
  #fields: Attributes['fields'] | undefined
  #encodings: Encoding | undefined

  constructor({ key, revision, data }: { key: string; revision: number; data: Uint8Array }, reader: ObjectReader<T>) {
    this.key = key
    this.revision = revision
    this.dataLength = data.length
    this.#data = data
    this.#reader = reader
  }

  /** The stored bytes, decrypted. */
  get data(): Uint8Array {
    return this.#data ?? this.#reader.codec.encode(preparedForStorage(this.object))
  }

  get object(): T {
    if (this.#object === undefined) {
      this.#object = this.#sharedObject()
      if (this.#reader.codec.rebuilds === true) this.#data = undefined
      else this.#reader.decoded?.add(this)
    }
    return this.#object
  }

  get attributes(): Attributes {
    return this
  }

  get labels(): Attributes['labels'] {
    if (this.#labels === undefined && this.#object === undefined && this.#data !== undefined && !this.#stays)
      this.#labels = this.#reader.codec.labels?.(this.#data)
    return this.#labels ?? this.#decodedAttributes().labels
  }

  get fields(): Attributes['fields'] {
    return this.#fields ?? this.#decodedAttributes().fields
  }

  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array {
    let held = this.#encodings
    while (held !== undefined && held.identifier !== identifier) held = held.next
    const known = held?.bytes instanceof WeakRef ? held.bytes.deref() : held?.bytes
    if (known !== undefined) return known
    const { codec } = this.#reader
    const object = this.#temporaryObject()
    const made = codec.encodeAs?.(object, identifier, encode) ?? encode(object)
    const bytes = made.length < large ? made : new WeakRef(made)
    if (held === undefined) this.#encodings = { identifier, bytes, next: this.#encodings }
    else held.bytes = bytes
    return made
  }

  /** Several will soon look at it, such as the watchers of what was written: it is decoded for all of them. */
  hold(): this {
    this.#stays = true
    return this
  }

  /** Releases the decoded object; it is decoded again on demand. */
  release(): void {
    this.#stays = false
    this.#encodings = undefined
    this.forgetObject()
  }

  /** The same, of the object alone. */
  forgetObject(): void {
    if (this.#object === undefined || this.#data === undefined) return
    this.#object = undefined
    this.#reader.decoded?.delete(this)
  }

  /** Labels and fields, from now on known without decoding. */
  #decodedAttributes(): Attributes {
    const attributes = this.#reader.attributes(this.#temporaryObject())
    this.#labels = attributes.labels
    this.#fields = attributes.fields
    return attributes
  }

  /** The object; what was decoded to look at it once need not stay. */
  #temporaryObject(): T {
    return this.#object ?? (this.#stays || this.#reader.codec.rebuilds === true ? this.object : this.#decode())
  }

  /** The same object with another revision, as the event of its deletion shows it. */
  at(revision: number): LazyObject<T> {
    const same = new LazyObject({ key: this.key, revision, data: this.data }, this.#reader)
    same.#labels = this.#labels
    same.#fields = this.#fields
    return same
  }

  /** Bytes held for it, encodings included. */
  get size(): number {
    let size = this.#data?.length ?? 0
    for (let held = this.#encodings; held !== undefined; held = held.next)
      size += held.bytes instanceof WeakRef ? 0 : held.bytes.length
    return size
  }

  #sharedObject(): T {
    const { shared } = this.#reader
    if (shared === undefined || this.#data === undefined) return this.#decode()
    const known = shared.get(this.#data, this.revision)
    if (known !== undefined) return known
    const object = this.#decode()
    shared.set(this.#data, object)
    return object
  }

  #decode(): T {
    try {
      const object = this.#reader.codec.decode(this.data)
      setResourceVersion(object, this.revision)
      return object
    } catch (cause) {
      throw isStorageError(cause) ? cause : corrupt(this.key, cause)
    }
  }
}

/** The error for a value that cannot be read; it names the key. */
export function corrupt(key: string, cause: unknown) {
  return keyError('Corrupt', key, { detail: messageOf(cause), cause })
}

/** The same object with another revision. */
export function storedAt<T extends KubernetesObject>(stored: StoredObject<T>, revision: number): StoredObject<T> {
  if (stored.revision === revision) return stored
  return stored instanceof LazyObject ? stored.at(revision) : new RevisedObject(stored, revision)
}

/** An object of another storage with another revision. */
class RevisedObject<T extends KubernetesObject> implements StoredObject<T> {
  readonly revision: number
  readonly #original: StoredObject<T>
  readonly #encodings = new Map<string, Uint8Array>()
  #object: T | undefined

  constructor(original: StoredObject<T>, revision: number) {
    this.#original = original
    this.revision = revision
  }

  get key(): string {
    return this.#original.key
  }

  get attributes(): Attributes {
    return this.#original.attributes
  }

  get object(): T {
    if (this.#object === undefined) {
      this.#object = deepCopy(this.#original.object)
      setResourceVersion(this.#object, this.revision)
    }
    return this.#object
  }

  encoding(identifier: string, encode: (object: T) => Uint8Array): Uint8Array {
    const made = this.#encodings.get(identifier) ?? encode(this.object)
    this.#encodings.set(identifier, made)
    return made
  }
}

/** Several will soon look at an object: what is made of it stays until it is released. */
export function hold(stored: StoredObject): void {
  if (stored instanceof LazyObject) stored.hold()
}

/** Releases the decoded object of a stored one, if it can be decoded again. */
export function release(stored: StoredObject): void {
  if (stored instanceof LazyObject) stored.release()
}

/** Bytes of the stored value, as far as that is known. */
export function dataSize(stored: StoredObject): number {
  return stored instanceof LazyObject ? stored.dataLength : 0
}
