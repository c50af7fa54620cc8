import { RangeAllocation } from 'apimachinery/api/core/v1'
import { newInternalError } from 'apimachinery/errors'
import type { Storage } from '../../../storage/storage.js'
import { isStorageError } from '../../../storage/storage-error.js'
import type { StoredObject } from '../../../storage/stored-object.js'
import { PortBitmap } from './port-bitmap.js'
import { formatPortRange, type PortRange } from './port-range.js'

const [minimum, maximum, step] = [16, 128, 32]

/** Where the bitmap is kept. */
export interface NodePortsParts {
  /** Of keys below `<keyPrefix>/ranges/`. */
  readonly storage: Storage<RangeAllocation>
  /** Before every key; `/registry` by default. */
  readonly keyPrefix?: string | undefined
  /** Called for ports that could not be released. */
  readonly onError: (error: unknown) => void
  /** A number from 0 to 1; picks ports. */
  readonly random?: (() => number) | undefined
}

/** The stored allocated ports. */
export interface StoredPorts {
  /** Absent where nothing was ever stored. */
  readonly revision?: number
  /** As stored: another than that of the flags where these changed since. */
  readonly range: string
  readonly data: Uint8Array
}

/**
 * The node ports of services: a bitmap in the store that every server changes, as kube-apiserver does, so that no port is
 * allocated twice. The copy of this server is that of its last read or write.
 *
 * Source: pkg/registry/core/service/portallocator and allocator/storage of Kubernetes.
 */
export class NodePorts {
  readonly range: PortRange
  readonly #random: () => number
  readonly #reserved = new Set<number>()
  readonly #storage: Storage<RangeAllocation>
  readonly #key: string
  readonly #onError: (error: unknown) => void
  #taken: PortBitmap
  /** Writes of this server follow each other. */
  #writing: Promise<unknown> = Promise.resolve()

  constructor(range: PortRange, { storage, keyPrefix = '/registry', onError, random = Math.random }: NodePortsParts) {
    this.range = range
    this.#storage = storage
    this.#key = `${keyPrefix}/ranges/servicenodeports`
    this.#onError = onError
    this.#random = random
    this.#taken = new PortBitmap(range)
  }

  /** The stored state. */
  async read(): Promise<StoredPorts> {
    try {
      return storedPorts(await this.#storage.get(this.#key))
    } catch (error) {
      if (isStorageError(error, 'KeyNotFound')) return storedPorts(undefined)
      throw error
    }
  }

  /** Learns what is taken now. @throws StatusError where the bitmap is not there yet, or is of another range. */
  async refresh(): Promise<void> {
    this.#taken = this.#bitmapOf(await this.read())
  }

  /** Replaces the bitmap; `false` where it is no longer what was read. */
  async replace(before: StoredPorts, taken: PortBitmap): Promise<boolean> {
    return this.#afterWrites(async () => {
      let written = false
      await this.#storage.guaranteedUpdate(this.#key, {
        ignoreNotFound: true,
        tryUpdate: async (current) => {
          written = current?.revision === before.revision
          if (!written && current !== undefined) return { object: current.object }
          return { object: allocationOf(taken) }
        },
      })
      if (written) this.#taken = taken
      return written
    })
  }

  /** The number of allocated ports, as of the last read or write. */
  get taken(): number {
    return this.#taken.size
  }

  /** The port is neither allocated nor about to be. */
  isFree(port: number): boolean {
    return !this.#reserved.has(port) && !this.#taken.has(port)
  }

  /** Keeps a port from other writes of this server until {@link NodePorts.settle}. */
  reserve(port: number): void {
    this.#reserved.add(port)
  }

  /** Ends reservations. */
  settle(ports: Iterable<number>): void {
    for (const port of ports) this.#reserved.delete(port)
  }

  /**
   * A free port: first of those reserved for dynamic allocation, from a random one on; `undefined` if all are allocated.
   */
  next(): number | undefined {
    const { first, size } = this.range
    const reserved = size <= minimum ? 0 : Math.min(Math.max(Math.floor(size / step), minimum), maximum)
    return this.#freeIn(first + reserved, size - reserved) ?? this.#freeIn(first, reserved)
  }

  /** Takes ports in the store. Gives those that another server was faster to take, and takes none then. */
  take(ports: readonly number[]): Promise<readonly number[]> {
    return this.#change((taken) => {
      const lost = ports.filter((port) => taken.has(port))
      if (lost.length === 0) for (const port of ports) taken.add(port)
      return lost
    })
  }

  /** Gives ports back. Where that fails they are repaired later. */
  async release(ports: readonly number[]): Promise<void> {
    if (ports.length === 0) return
    try {
      await this.#change((taken) => {
        for (const port of ports) taken.delete(port)
      })
    } catch (error) {
      this.#onError(error)
    }
  }

  #change<R>(change: (taken: PortBitmap) => R): Promise<R> {
    return this.#afterWrites(async () => {
      let result: R | undefined
      await this.#storage.guaranteedUpdate(this.#key, {
        ignoreNotFound: true,
        tryUpdate: async (current) => {
          const taken = this.#bitmapOf(storedPorts(current))
          result = change(taken)
          this.#taken = taken
          return { object: allocationOf(taken) }
        },
      })
      return result as R
    })
  }

  #afterWrites<R>(write: () => Promise<R>): Promise<R> {
    const done = this.#writing.then(write)
    this.#writing = done.catch(() => undefined)
    return done
  }

  #bitmapOf({ revision, range, data }: StoredPorts): PortBitmap {
    if (revision === undefined) {
      throw cannotAllocate('cannot allocate resources of type servicenodeportallocations at this time')
    }
    if (range !== formatPortRange(this.range))
      throw cannotAllocate('the provided range does not match the current range')
    return new PortBitmap(this.range, data)
  }

  #freeIn(first: number, size: number): number | undefined {
    const start = Math.floor(this.#random() * size)
    for (let i = 0; i < size; i++) {
      const port = first + ((start + i) % size)
      if (this.isFree(port)) return port
    }
    return undefined
  }
}

/** The error of a port that could not be had for reasons that are not the client's. */
export function cannotAllocate(reason: string): Error {
  return newInternalError(new Error(`failed to allocate a nodePort: ${reason}`))
}

function storedPorts(stored: StoredObject<RangeAllocation> | undefined): StoredPorts {
  if (stored === undefined) return { range: '', data: new Uint8Array(0) }
  const { range = '', data = '' } = stored.object
  return { revision: stored.revision, range, data: Buffer.from(data, 'base64') }
}

function allocationOf(taken: PortBitmap): RangeAllocation {
  const data = Buffer.from(taken.toBytes()).toString('base64')
  return new RangeAllocation({ metadata: {}, range: formatPortRange(taken.range), data })
}
