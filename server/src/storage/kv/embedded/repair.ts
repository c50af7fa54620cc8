import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { KVError } from '../kv-error.js'
import type { LeaseRecord } from '../mvcc/lease-table.js'
import { FileOwner } from './file-owner.js'
import {
  decodeEvent,
  decodeLease,
  eventKind,
  leaseKind,
  metaKind,
  plainForm,
  type RecordForm,
  readEventKey,
  type StoredEvent,
  sealedForm,
} from './journal-records.js'
import type { File } from './lmdb-journal.js'
import { type FoundRecord, findRecords } from './salvage.js'
import { isSealed } from './sealed-record.js'
import { putMeta, storeName, writeStore } from './store-file.js'

/** What a repair did. */
export interface RepairReport {
  /** Number of keys that the store has now. */
  readonly kept: number
  /** Records that were damaged, their keys as they read now, and the revision of the key that was kept, where there is one. */
  readonly damaged: readonly { readonly key: string; readonly revision: number; readonly kept?: number }[]
  /** Parts of the index were lost: objects may be missing that are not named, and deleted ones may be there again. */
  readonly incomplete: boolean
  /** The file as it was. */
  readonly original: string
  /** The revision of the store from now on, far beyond any that was lost. */
  readonly revision: number
}

/** Nobody can have seen a revision that the store has after a repair. */
const revisionGap = 1_000_000

/**
 * Makes a store of the records that are whole, and keeps the file as it was beside it. Its past is dropped. Throws `Locked`
 * where a process has the store, `InvalidArgument` where there is none, `Corrupt` where nothing of it can be read.
 */
export async function repairStore(folder: string, now: number): Promise<RepairReport> {
  const path = join(folder, storeName)
  if (!existsSync(path)) throw new KVError('InvalidArgument', `there is no store in ${folder}`)
  if (await FileOwner.livesBeside(path)) throw new KVError('Locked', `${path} is in use by another process`)
  const found = findRecords(path)
  const salvaged = new Salvaged(found.records)
  if (salvaged.isEmpty) throw new KVError('Corrupt', `no record of ${path} is whole; restore a backup`)
  const original = `${path}.damaged-${new Date(now)
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14)}`
  const { newest, leases, revision, form } = salvaged
  await writeStore(path, {
    sync: 'always',
    fill: (file) => fill(file, { form, newest, leases, revision }),
    put(made) {
      renameSync(path, original)
      rmSync(`${path}-lock`, { force: true })
      renameSync(made, path)
    },
  })
  return {
    kept: newest.size,
    damaged: salvaged.damaged(),
    incomplete: found.searched || salvaged.unnamed,
    original,
    revision,
  }
}

type Content = Pick<Salvaged, 'form' | 'newest' | 'leases' | 'revision'>

function fill(file: File, { form, newest, leases, revision }: Content): void {
  const put = ({ key, value }: WholeRecord): void => {
    file.putSync(key, sealedForm.wrap(key, form.unwrap(key, value)))
  }
  for (const { record } of newest.values()) put(record)
  for (const { record } of leases) put(record)
  putMeta(file, revision)
}

interface WholeRecord extends FoundRecord {
  readonly value: Buffer
}

/** The newest state of each key. */
class Salvaged {
  readonly form: RecordForm
  readonly newest = new Map<string, { readonly event: StoredEvent; readonly record: WholeRecord }>()
  readonly leases: { readonly lease: LeaseRecord; readonly record: WholeRecord }[] = []
  readonly #broken: { readonly key: string; readonly revision: number }[] = []
  readonly #whole = new Set<string>()
  #highest = 1
  #unnamed = false

  constructor(records: readonly FoundRecord[]) {
    const sealed = records.some(({ key, value }) => value !== undefined && isSealed(key, value))
    this.form = sealed ? sealedForm : plainForm
    for (const record of records) {
      if (record.key[0] === eventKind) this.#event(record)
      else if (record.key[0] === leaseKind) this.#lease(record)
      else if (record.key[0] !== metaKind) this.#unnamed = true
    }
    for (const [key, { event }] of this.newest) if (event.type === 'delete') this.newest.delete(key)
  }

  get isEmpty(): boolean {
    return this.#whole.size === 0
  }

  /** There are records whose keys cannot be read. */
  get unnamed(): boolean {
    return this.#unnamed
  }

  get revision(): number {
    return this.#highest + revisionGap
  }

  damaged(): RepairReport['damaged'] {
    // A copy of the same record may have been whole.
    const lost = this.#broken.filter(({ key, revision }) => !this.#whole.has(`${revision} ${key}`))
    return lost.map((place) => {
      const kept = this.newest.get(place.key)?.event.kv.modRevision
      return { ...place, ...(kept !== undefined && { kept }) }
    })
  }

  #event(record: FoundRecord): void {
    const place = readEventKey(record.key)
    const event = this.#decoded(record, (key, value) => decodeEvent(key, value))
    if (place === undefined) {
      this.#unnamed = true
      return
    }
    const { key, revision } = place
    if (event === undefined) {
      this.#broken.push(place)
      return
    }
    this.#highest = Math.max(this.#highest, revision)
    this.#whole.add(`${revision} ${key}`)
    const before = this.newest.get(key)
    if (before === undefined || before.event.kv.modRevision < revision) {
      this.newest.set(key, { event, record: record as WholeRecord })
    }
  }

  #lease(record: FoundRecord): void {
    const lease = this.#decoded(record, (_key, value) => decodeLease(value))
    if (lease !== undefined) this.leases.push({ lease, record: record as WholeRecord })
  }

  #decoded<T>({ key, value }: FoundRecord, decode: (key: Buffer, value: Buffer) => T): T | undefined {
    if (value === undefined) return undefined
    try {
      return decode(key, this.form.unwrap(key, value))
    } catch {
      return undefined
    }
  }
}
