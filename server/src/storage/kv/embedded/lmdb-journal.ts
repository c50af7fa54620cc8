import { messageOf } from 'apimachinery/errors'
import type { RootDatabase } from 'lmdb'
import { KVError } from '../kv-error.js'
import type { Change, Journal } from '../mvcc/journal.js'
import type { Revision } from '../mvcc/mvcc-state.js'
import type { DiskSpace } from './disk-space.js'
import {
  encodeEvent,
  encodeLease,
  encodeMeta,
  eventKey,
  leaseKey,
  metaKey,
  type RecordForm,
  sealedForm,
} from './journal-records.js'

/** A file of LMDB with binary keys and values. */
export type File = RootDatabase<Buffer, Buffer>

/** Writes changes to a file, each call in one transaction of it. Nothing waits for the disk but the call. */
export class LMDBJournal implements Journal {
  readonly #file: File
  readonly #space: DiskSpace
  readonly #form: RecordForm
  /** Records of compacted revisions for which there was no room to remove them; one that is left is removed by the next start. */
  #obsolete: readonly Buffer[] = []

  constructor(file: File, space: DiskSpace, form: RecordForm = sealedForm) {
    this.#file = file
    this.#space = space
    this.#form = form
  }

  async write(changes: readonly Change[]): Promise<void> {
    // Invalid changes must be found before anything is written.
    const writes = changes.flatMap((change) => this.#writes(change))
    if (writes.length === 0) return
    const allowed = this.#space.require(added(changes))
    const obsolete = [...this.#obsolete, ...changes.flatMap(compacted)]
    for (const key of obsolete.slice(0, allowed)) writes.push(() => this.#file.remove(key))
    // LMDB writes and syncs a batch on a thread of its own; `transactionSync` would hold up the whole process.
    const promises: Promise<boolean>[] = []
    promises.push(
      this.#file.batch(() => {
        for (const write of writes) promises.push(write())
      }),
    )
    const failure = (await Promise.allSettled(promises)).find((outcome) => outcome.status === 'rejected')
    if (failure !== undefined) throw writeError(await reasonOf(failure.reason))
    this.#obsolete = obsolete.slice(allowed)
  }

  #writes(change: Change): (() => Promise<boolean>)[] {
    const file = this.#file
    const form = this.#form
    switch (change.type) {
      case 'revision':
        return change.snapshot.events.map((event, at) => {
          const key = eventKey(event.kv.modRevision, event.kv.key)
          const value = form.wrap(key, encodeEvent(event, at))
          return () => file.put(key, value)
        })
      case 'lease-granted': {
        const key = leaseKey(change.lease.id)
        const value = form.wrap(key, encodeLease(change.lease))
        return [() => file.put(key, value)]
      }
      case 'lease-ended':
        return [() => file.remove(leaseKey(change.id))]
      case 'compacted': {
        const meta = encodeMeta(change.oldest.revision, form)
        return [() => file.put(metaKey('meta'), meta)]
      }
      case 'barrier':
        return []
    }
  }
}

/** Bytes of the keys and values that changes add. */
function added(changes: readonly Change[]): number {
  let bytes = 0
  for (const change of changes) {
    if (change.type !== 'revision') continue
    for (const { type, kv } of change.snapshot.events) if (type === 'put') bytes += kv.key.length + kv.value.length
  }
  return bytes
}

/** The records that nobody can read any more after a change. */
function compacted(change: Change): Buffer[] {
  return change.type === 'compacted' ? superseded([...change.gone.slice(1), change.oldest]) : []
}

/** Records that these revisions replaced or deleted, and the deletions themselves. */
function superseded(revisions: readonly Revision[]): Buffer[] {
  const keys: Buffer[] = []
  for (const { events } of revisions) {
    for (const { type, kv, previous } of events) {
      if (previous !== undefined) keys.push(eventKey(previous.modRevision, previous.key))
      if (type === 'delete') keys.push(eventKey(kv.modRevision, kv.key))
    }
  }
  return keys
}

/** Why a transaction failed; LMDB reports it in a promise that must be handled. */
async function reasonOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> }
  return commitError === undefined ? error : commitError.catch((reason: unknown) => reason)
}

/** The error of a transaction that could not be written. */
function writeError(cause: unknown): KVError {
  const message = messageOf(cause)
  const full = /no space|ENOSPC|file too large|EFBIG|MAP_FULL|quota/i.test(message)
  return new KVError(full ? 'QuotaExceeded' : 'Unavailable', `the file cannot be written: ${message}`, { cause })
}
