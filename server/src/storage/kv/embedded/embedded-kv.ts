import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { type Clock, realClock } from '../../../internal/clock.js'
import type { KVStatus } from '../kv.js'
import { KVError } from '../kv-error.js'
import type { HistoryLimits } from '../mvcc/history.js'
import { MVCCStore } from '../mvcc/mvcc-store.js'
import { DiskSpace } from './disk-space.js'
import { FileOwner } from './file-owner.js'
import { type File, LMDBJournal } from './lmdb-journal.js'
import { type Replayed, replay } from './replay.js'

/** How a store in a file behaves. */
export interface EmbeddedKVOptions {
  /** Folder of the store; it is made where it is missing. */
  readonly path: string
  /**
   * When a write is acknowledged. `always`: when the disk has it, so that nothing is lost when power fails. `interval`: when
   * the system has it: nothing is lost when the process dies; where power fails the file itself may be, so have a backup.
   */
  readonly sync?: 'always' | 'interval'
  readonly clock?: Clock
  /** The kept history. Default: 10,000 revisions and 10 minutes. */
  readonly history?: Partial<HistoryLimits>
  /** Maximum bytes of one transaction. Default: 1.5 MiB, as etcd. */
  readonly maxRequestBytes?: number
}

/** A file that this process owns, and what was in it. */
interface Opened {
  readonly file: File
  readonly owner: FileOwner
  readonly replayed: Replayed
}

/**
 * A store in a file of LMDB, which survives the end of the process at any moment. Everything is in memory as well: reads do
 * not touch the file, so a store should not be larger than memory allows.
 */
export class EmbeddedKV extends MVCCStore {
  readonly #file: File
  readonly #owner: FileOwner

  private constructor(
    { file, owner, replayed: { history, leases, leftovers } }: Opened,
    { path, clock = realClock, history: limits, maxRequestBytes = 1.5 * 1024 * 1024 }: EmbeddedKVOptions,
  ) {
    const space = new DiskSpace(path)
    super({
      clock,
      limits: { revisions: 10_000, age: 600_000, ...limits },
      maxRequestBytes,
      history,
      leases,
      journal: new LMDBJournal(file, space),
      version: 'embedded',
    })
    this.#file = file
    this.#owner = owner
    if (leftovers.length > 0) dropRecords(file, leftovers, space)
  }

  /** Opens a store. Throws `Locked` where another process has it, `Corrupt` where it cannot be read. */
  static async open(options: EmbeddedKVOptions): Promise<EmbeddedKV> {
    mkdirSync(options.path, { recursive: true })
    const path = join(options.path, 'store.mdb')
    const isNew = !existsSync(path)
    const file = openFile(path, options)
    if (isNew) syncFolder(options.path)
    let owner: FileOwner | undefined
    let replayed: Replayed
    try {
      owner = await FileOwner.claim(file, path)
      replayed = replay(file, (options.clock ?? realClock).now())
    } catch (error) {
      owner?.release()
      await file.close()
      throw error
    }
    // The pages that were read count as memory of the process until the file is closed, and they are not read again.
    await file.close()
    const reopened = owner.reopen(() => openFile(path, options))
    return new EmbeddedKV({ file: reopened, owner, replayed }, options)
  }

  override async status(): Promise<KVStatus> {
    const { pageSize, lastPageNumber } = this.#file.getStats() as { pageSize: number; lastPageNumber: number }
    return { ...(await super.status()), size: pageSize * (lastPageNumber + 1) }
  }

  /** Writes a copy of the store as of now to a file that can be opened as `store.mdb` of another folder. */
  async backup(path: string): Promise<void> {
    await this.#file.backup(path, true)
  }

  override async close(): Promise<void> {
    if (this.closed) return
    await super.close()
    this.#owner.release()
    await this.#file.close()
  }
}

function dropRecords(file: File, keys: readonly Buffer[], space: DiskSpace): void {
  try {
    const allowed = space.require(0)
    file.transactionSync(() => {
      for (const key of keys.slice(0, allowed)) file.removeSync(key)
    })
  } catch {
    // They only take room; the next start tries again.
  }
}

/** LMDB does not handle files of other programs: this number identifies its own, after 24 bytes of the first page. */
const lmdbMagic = 0xbeefc0de

function requireOwnFormat(path: string): void {
  if (!existsSync(path)) return
  const handle = openSync(path, 'r')
  try {
    const start = Buffer.alloc(28)
    const length = readSync(handle, start, 0, start.length, 0)
    if (length > 0 && start.readUInt32LE(24) !== lmdbMagic) throw new Error('it is no file of LMDB')
  } finally {
    closeSync(handle)
  }
}

/** Makes sure that power that fails does not take the name of a new file with it. */
function syncFolder(path: string): void {
  // Folders cannot be opened there, and the system writes their changes itself.
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function openFile(path: string, { sync = 'always' }: EmbeddedKVOptions): File {
  try {
    requireOwnFormat(path)
    return open<Buffer, Buffer>({
      path,
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: sync === 'interval',
      // Writes are already batched; batches of LMDB itself fail in unhandled promises.
      eventTurnBatching: false,
    }) as File
  } catch (cause) {
    throw new KVError('Corrupt', `${path} cannot be opened: ${(cause as Error).message}`, { cause })
  }
}
