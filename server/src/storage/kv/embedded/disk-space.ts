import { type StatsFs, statfsSync } from 'node:fs'
import { KVError } from '../kv-error.js'

/** Bytes that additions leave free, so that deletions, which write too before they make room, still can. */
const reserve = 4 * 1024 * 1024

/** Bytes that the smallest transaction may take: some pages of the tree and of the list of free ones. */
const smallest = 256 * 1024

/** The page of a removed record is written anew, at worst for it alone. Systems have pages of 4 to 16 KiB. */
const page = 16 * 1024

/**
 * The free space of the disk that a file is on. LMDB is never asked to write more than there is: where its write fails it
 * builds a message that is longer than its buffer (`mdb_page_flush` in lmdb 3.5), which may end the process.
 */
export class DiskSpace {
  readonly #folder: string
  readonly #statfs: (folder: string) => StatsFs

  constructor(folder: string, statfs: (folder: string) => StatsFs = (path) => statfsSync(path)) {
    this.#folder = folder
    this.#statfs = statfs
  }

  /**
   * Throws `QuotaExceeded` where a transaction that adds the given bytes (0: one that only removes) could fill the disk. It is
   * asked before each transaction, since other programs write to the disk too; the system answers from memory.
   *
   * Returns how many records the transaction may remove besides: their pages are written anew before any room is made.
   */
  require(added: number): number {
    const { blocks, bavail, bsize } = this.#statfs(this.#folder)
    // Some file systems do not report it.
    if (blocks === 0) return Number.POSITIVE_INFINITY
    // A value has pages of its own, which it rarely fills, and its key is copied into others.
    const needed = added === 0 ? smallest : 2 * added + reserve
    const free = bavail * bsize
    if (free < needed) {
      throw new KVError(
        'QuotaExceeded',
        `the file cannot be written: No space left on device: ${free} bytes are free, ${needed} are needed`,
      )
    }
    return Math.floor((free - 2 * added - smallest) / page)
  }
}
