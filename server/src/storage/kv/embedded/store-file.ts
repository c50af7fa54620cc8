import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from 'apimachinery/errors'
import { open } from 'lmdb'
import { privateFile } from '../../../internal/private-files.js'
import { KVError } from '../kv-error.js'
import { checkFile } from './check-file.js'
import { FileOwner } from './file-owner.js'
import { encodeMeta, metaKey, sealedForm } from './journal-records.js'
import type { File } from './lmdb-journal.js'

/** When LMDB syncs: with each transaction, or later. */
export type Sync = 'always' | 'interval'

/** The name of a store in its folder. */
export const storeName = 'store.mdb'

const wayOut =
  'restore a backup, or salvage the records that are whole with --repair of the command (EmbeddedKV.repair)'

/** Opens a file with LMDB, which must have been checked. Throws `Corrupt`. */
export function openFile(path: string, sync: Sync): File {
  try {
    const file: File = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: sync === 'interval',
      // Writes are already batched; batches of LMDB itself fail in unhandled promises.
      eventTurnBatching: false,
    })
    // LMDB makes files that all may read, and objects have secrets.
    for (const each of [path, `${path}-lock`]) privateFile(each)
    return file
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (isAccess(code, message))
      throw new KVError('PermissionDenied', `${path} cannot be opened: ${message}`, { cause })
    throw damaged(path, cause)
  }
}

/**
 * Requires that LMDB can work with a file: what it finds broken while it works ends the process. Throws `Corrupt`, and `Locked`
 * for a file that looks broken because a living process writes it.
 */
export async function requireWhole(path: string): Promise<void> {
  try {
    checkFile(path)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (isAccess(code, message)) throw new KVError('PermissionDenied', `${path} cannot be read: ${message}`, { cause })
    if (await FileOwner.livesBeside(path)) throw new KVError('Locked', `${path} is in use by another process`)
    throw damaged(path, cause)
  }
}

/** The error for a file that is not as it was written. */
export function damaged(path: string, cause: unknown): KVError {
  const reason = messageOf(cause)
  return new KVError('Corrupt', `${path} is damaged: ${reason}; ${wayOut}`, { cause })
}

/** Makes a store with nothing in it, unless another process is first. One that is cut short is never taken for a new one. */
export async function createStore(path: string, sync: Sync): Promise<void> {
  if (existsSync(path)) return
  await writeStore(path, { sync, fill: (file) => putMeta(file, 1), put: linkUnlessThere })
}

/** How a file is made beside the place where it is wanted. */
export interface StoreWriting {
  readonly sync: Sync
  readonly fill: (file: File) => void
  /** Gives the complete file its name. */
  readonly put: (made: string, path: string) => void
}

/** Makes a file that has its name once it is complete and on the disk. */
export async function writeStore(path: string, { sync, fill, put }: StoreWriting): Promise<void> {
  const folder = join(dirname(path), `.new-${randomUUID()}`)
  mkdirSync(folder, { mode: 0o700 })
  try {
    const made = join(folder, storeName)
    const file = openFile(made, sync)
    try {
      file.transactionSync(() => fill(file))
    } finally {
      await file.close()
    }
    syncPath(made)
    put(made, path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  syncFolder(dirname(path))
}

/** Writes the record about the store, in the form of this release. */
export function putMeta(file: File, compactRevision: number): void {
  file.putSync(metaKey('meta'), encodeMeta(compactRevision, sealedForm))
}

function linkUnlessThere(made: string, path: string): void {
  try {
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    // Some file systems have no links.
    if (!existsSync(path)) renameSync(made, path)
  }
}

/** Makes sure that power that fails does not take the name of a new file with it. */
export function syncFolder(path: string): void {
  // Folders cannot be opened there, and the system writes their changes itself.
  if (process.platform !== 'win32') syncPath(path)
}

function syncPath(path: string): void {
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function isAccess(code: string | undefined, message: string): boolean {
  return /^(EACCES|EPERM|EROFS)$/.test(code ?? '') || /permission denied|read-only file system/i.test(message)
}
