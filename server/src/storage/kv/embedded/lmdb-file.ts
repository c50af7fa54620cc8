import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { headerBytes, type Meta, PageError, readMeta, readSnapshot } from './lmdb-page.js'

/** How far a file may end before its last page: pages at the end may be free, and never written. */
const unwritten = 64 * 1024 * 1024
const metaBytes = headerBytes + 144
const largestPage = 64 * 1024

/** A file of LMDB that is read without LMDB, which trusts what is in it and ends the process where it should not have. */
export class LMDBFile {
  readonly size: number
  readonly #handle: number

  constructor(path: string) {
    this.#handle = openSync(path, 'r')
    this.size = fstatSync(this.#handle).size
  }

  /** Both snapshots. Throws `PageError`. */
  metas(): readonly [Meta, Meta] {
    if (this.size === 0) throw new PageError('it is empty')
    const first = readMeta(this.#at(0, metaBytes))
    requirePageSize(first.pageSize)
    const second = readMeta(this.#at(first.pageSize, metaBytes))
    return [first, second]
  }

  /** The snapshot that was last synced, of a file that is not synced by each transaction. */
  flushed({ pageSize }: Meta): Meta {
    return readSnapshot(this.#at(pageSize / 2, metaBytes))
  }

  /** The bytes of a page, in a buffer of their own. Throws `PageError` where the file ends before. */
  page(number: number, pageSize: number): Buffer {
    return this.#at(number * pageSize, pageSize)
  }

  /** Part of the file. Throws `PageError` where it ends before. */
  bytes(start: number, length: number): Buffer {
    return this.#at(start, length)
  }

  /** Throws `PageError` where the file must have lost its end. */
  requireLength({ lastPage, pageSize }: Meta): void {
    if ((lastPage + 1) * pageSize > this.size + unwritten) throw new PageError('its end is missing')
  }

  close(): void {
    closeSync(this.#handle)
  }

  #at(start: number, length: number): Buffer {
    // Beyond that no file is, and the system does not take the number.
    if (!(start + length <= this.size)) throw new PageError('its end is missing')
    const bytes = Buffer.allocUnsafeSlow(length)
    for (let read = 0; read < length; ) {
      const count = readSync(this.#handle, bytes, read, length - read, start + read)
      if (count === 0) throw new PageError('its end is missing')
      read += count
    }
    return bytes
  }
}

function requirePageSize(size: number): void {
  const sensible = size >= 512 && size <= largestPage && (size & (size - 1)) === 0
  if (!sensible) throw new PageError(`it has pages of ${size} bytes`)
}

/** What identifies this run of the system, as LMDB writes it; 0 where it is not known. */
export function bootOf(read: () => string = () => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')): bigint {
  try {
    return BigInt(`0x${/^[0-9a-f]*/.exec(read())?.[0] || '0'}`)
  } catch {
    return 0n
  }
}
