import type { RootDatabase } from 'lmdb'
import { KVError } from '../kv-error.js'
import type { Change, Journal } from '../mvcc/journal.js'
import type { Snapshot } from '../mvcc/mvcc-state.js'
import { encodeEvent, encodeLease, encodeMeta, eventKey, leaseKey, metaKey } from './journal-records.js'

/** A file of LMDB with binary keys and values. */
export type File = RootDatabase<Buffer, Buffer>

/** Writes changes to a file, each call in one transaction of it. */
export class LMDBJournal implements Journal {
  readonly #file: File

  constructor(file: File) {
    this.#file = file
  }

  async write(changes: readonly Change[]): Promise<void> {
    // What cannot be written must be known before anything is.
    const writes = changes.flatMap((change) => this.#writes(change))
    if (writes.length === 0) return
    try {
      // Transactions in the background end the process when one of them cannot be written (lmdb 3.5).
      this.#file.transactionSync(() => {
        for (const write of writes) write()
      })
    } catch (error) {
      throw writeError(error)
    }
  }

  #writes(change: Change): (() => void)[] {
    const file = this.#file
    switch (change.type) {
      case 'revision':
        return change.snapshot.events.map((event, at) => {
          const key = eventKey(event.kv.modRevision, event.kv.key)
          const value = encodeEvent(event, at)
          return () => file.putSync(key, value)
        })
      case 'lease-granted':
        return [() => file.putSync(leaseKey(change.lease.id), encodeLease(change.lease))]
      case 'lease-ended':
        return [() => file.removeSync(leaseKey(change.id))]
      case 'compacted': {
        const keys = superseded([...change.gone.slice(1), change.oldest])
        const meta = encodeMeta(change.oldest.revision)
        return [() => file.putSync(metaKey('meta'), meta), ...keys.map((key) => () => file.removeSync(key))]
      }
      case 'barrier':
        return []
    }
  }
}

/** What these revisions have replaced or deleted, and the deletions themselves. */
function superseded(revisions: readonly Snapshot[]): Buffer[] {
  const keys: Buffer[] = []
  for (const { events } of revisions) {
    for (const { type, kv, previous } of events) {
      if (previous !== undefined) keys.push(eventKey(previous.modRevision, previous.key))
      if (type === 'delete') keys.push(eventKey(kv.modRevision, kv.key))
    }
  }
  return keys
}

/** Why a transaction could not be written. */
function writeError(cause: unknown): KVError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const full = /no space|ENOSPC|file too large|EFBIG|MAP_FULL|quota/i.test(message)
  return new KVError(full ? 'QuotaExceeded' : 'Unavailable', `the file cannot be written: ${message}`, { cause })
}
