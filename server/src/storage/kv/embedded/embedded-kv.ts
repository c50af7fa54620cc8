import { join } from 'node:path'
import { type Clock, systemClock } from 'apimachinery/wait'
import { privateFile, privateFolder } from '../../../internal/private-files.js'
import type { KVStatus } from '../kv.js'
import { KVError } from '../kv-error.js'
import type { HistoryLimits } from '../mvcc/history.js'
import { MVCCStore } from '../mvcc/mvcc-store.js'
import { DiskSpace } from './disk-space.js'
import { FileOwner } from './file-owner.js'
import { plainForm, type RecordForm, sealedForm } from './journal-records.js'
import { type File, LMDBJournal } from './lmdb-journal.js'
import { type RepairReport, repairStore } from './repair.js'
import { type Replayed, replay } from './replay.js'
import { createStore, damaged, openFile, requireWhole, storeName } from './store-file.js'
import { sealRecords } from './upgrade.js'

/** How a store in a file behaves. */
export interface EmbeddedKVOptions {
  /** Folder of the store; it is made where it is missing. */
  readonly path: string
  /**
   * When a write is acknowledged. `always`: when the disk has it, so that nothing is lost when power fails. `interval`: when
   * the system has it: nothing is lost when the process dies; where power fails the file itself may be, so have a backup.
   */
  readonly sync?: 'always' | 'interval' | undefined
  readonly clock?: Clock | undefined
  /** The kept history. Default: 10,000 revisions and 10 minutes. */
  readonly history?: Partial<HistoryLimits> | undefined
  /** Maximum bytes of one transaction. Default: 1.5 MiB, as etcd. */
  readonly maxRequestBytes?: number | undefined
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
    { file, owner, replayed: { history, leases, leftovers, form } }: Opened,
    { path, clock = systemClock, history: limits, maxRequestBytes = 1.5 * 1024 * 1024 }: EmbeddedKVOptions,
  ) {
    const space = new DiskSpace(path)
    super({
      clock,
      limits: { revisions: 10_000, age: 600_000, ...limits },
      maxRequestBytes,
      history,
      leases,
      journal: new LMDBJournal(file, space, form),
      version: 'embedded',
    })
    this.#file = file
    this.#owner = owner
    if (leftovers.length > 0) dropRecords(file, leftovers, space)
  }

  /**
   * Opens a store; one of an earlier release gets checksums. Throws `Locked` where another process has it, `Corrupt` where it is
   * not as it was written, `PermissionDenied` where the file must not be read and written.
   */
  static async open(options: EmbeddedKVOptions): Promise<EmbeddedKV> {
    const { sync = 'always' } = options
    privateFolder(options.path)
    const path = join(options.path, storeName)
    await createStore(path, sync)
    await requireWhole(path)
    const { owner, replayed } = await readFile(path, options)
    const file = owner.reopen(() => openFile(path, sync))
    return new EmbeddedKV({ file, owner, replayed }, options)
  }

  /**
   * Makes a store of the records that are whole, and keeps the file as it was beside it; the store must not be open. Throws
   * `Locked`, `Corrupt` where nothing can be read, and `InvalidArgument` where there is no store.
   */
  static repair({ path, clock = systemClock }: Pick<EmbeddedKVOptions, 'path' | 'clock'>): Promise<RepairReport> {
    return repairStore(path, clock.now())
  }

  override async status(): Promise<KVStatus> {
    const { pageSize, lastPageNumber } = this.#file.getStats() as { pageSize: number; lastPageNumber: number }
    return { ...(await super.status()), size: pageSize * (lastPageNumber + 1) }
  }

  /** Writes a copy of the store as of now to a file that can be opened as `store.mdb` of another folder. */
  async backup(path: string): Promise<void> {
    await this.#file.backup(path, true)
    privateFile(path)
  }

  override async close(): Promise<void> {
    if (this.closed) return
    await super.close()
    try {
      this.#owner.release()
    } finally {
      await this.#file.close()
    }
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

/** Takes possession of a file, and reads it. The file is closed then: read pages count as memory of the process as long. */
async function readFile(path: string, options: EmbeddedKVOptions): Promise<Omit<Opened, 'file'>> {
  const file = openFile(path, options.sync ?? 'always')
  let owner: FileOwner | undefined
  try {
    owner = await FileOwner.claim(file, path)
    const replayed = replay(file, (options.clock ?? systemClock).now())
    const form = replayed.form === sealedForm ? sealedForm : upgraded(file, new DiskSpace(options.path))
    return { owner, replayed: { ...replayed, form } }
  } catch (error) {
    owner?.release()
    const isOurs = error instanceof KVError && error.code !== 'Corrupt'
    throw isOurs || isSystemError(error) ? error : damaged(path, error)
  } finally {
    await file.close()
  }
}

/** The form that records have from now on: where the disk has no room for the new one, the next start tries again. */
function upgraded(file: File, space: DiskSpace): RecordForm {
  try {
    sealRecords(file, space)
    return sealedForm
  } catch (error) {
    if (error instanceof KVError && error.code === 'QuotaExceeded') return plainForm
    throw error
  }
}

/** Such as for the socket of the owner. */
function isSystemError(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException).syscall === 'string'
}
