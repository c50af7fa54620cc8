import type { KeyValue, KVEvent } from '../kv.js'
import { KVError } from '../kv-error.js'
import { tombstone } from '../mvcc/apply-txn.js'
import type { LeaseRecord } from '../mvcc/lease-table.js'

/**
 * The records of the file. They are identified by their first byte: facts about the store, leases, and the events of each
 * revision by revision and key, so that replaying them in order restores the store.
 */
const metaKind = 0
const leaseKind = 1
const eventKind = 2
const format = 1
/** LMDB takes 1,978 bytes with pages of 4 KiB. */
const longestKey = 1900

const encoder = new TextEncoder()

export interface MetaRecord {
  readonly format: number
  /** Nothing before it can be read. */
  readonly compactRevision: number
}

interface EventHeader {
  /** Position in its transaction. */
  readonly at: number
  /** Absent for a deletion. */
  readonly create?: number
  readonly version?: number
  readonly lease?: string
}

/** A change of one key as it is read back; what was before is known from the changes before. */
export interface StoredEvent {
  readonly type: KVEvent['type']
  readonly kv: KeyValue
  readonly at: number
}

/** Key of the record about the store; `owner` is who has it open. */
export function metaKey(name: 'meta' | 'owner'): Buffer {
  return Buffer.concat([Buffer.of(metaKind), Buffer.from(name)])
}

export function encodeMeta(compactRevision: number): Buffer {
  return Buffer.from(JSON.stringify({ format, compactRevision } satisfies MetaRecord))
}

/** Throws `Corrupt` for the file of another program or of a newer release. */
export function decodeMeta(bytes: Uint8Array): MetaRecord {
  const meta = parsed<MetaRecord>(bytes)
  if (meta.format !== format) throw new KVError('Corrupt', `the file has format ${meta.format}, not ${format}`)
  return meta
}

export function leaseKey(id: string): Buffer {
  return Buffer.concat([Buffer.of(leaseKind), Buffer.from(id)])
}

export function encodeLease(lease: LeaseRecord): Buffer {
  return Buffer.from(JSON.stringify(lease))
}

export function decodeLease(bytes: Uint8Array): LeaseRecord {
  return parsed<LeaseRecord>(bytes)
}

export const leaseRange = { start: Buffer.of(leaseKind), end: Buffer.of(eventKind) }
export const eventRange = { start: Buffer.of(eventKind), end: Buffer.of(eventKind + 1) }

/** Throws `InvalidArgument` for a key that is too long for the file. */
export function eventKey(revision: number, key: string): Buffer {
  const text = encoder.encode(key)
  if (text.length > longestKey)
    throw new KVError('InvalidArgument', `the key has ${text.length} bytes, ${longestKey} at most`)
  const bytes = Buffer.allocUnsafe(9 + text.length)
  bytes[0] = eventKind
  bytes.writeBigUInt64BE(BigInt(revision), 1)
  bytes.set(text, 9)
  return bytes
}

export function encodeEvent({ type, kv }: KVEvent, at: number): Buffer {
  const { createRevision: create, version, lease } = kv
  const header: EventHeader =
    type === 'delete' ? { at } : { at, create, version, ...(lease === undefined ? {} : { lease }) }
  const text = encoder.encode(JSON.stringify(header))
  const bytes = Buffer.allocUnsafe(2 + text.length + kv.value.length)
  bytes.writeUInt16BE(text.length)
  bytes.set(text, 2)
  bytes.set(kv.value, 2 + text.length)
  return bytes
}

/** The event of a record. The value is a copy: what LMDB gives is its own memory. */
export function decodeEvent(keyBytes: Uint8Array, bytes: Uint8Array): StoredEvent {
  const view = Buffer.from(keyBytes.buffer, keyBytes.byteOffset, keyBytes.byteLength)
  const modRevision = Number(view.readBigUInt64BE(1))
  const key = view.toString('utf8', 9)
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = 2 + record.readUInt16BE(0)
  const { at, create, version = 0, lease } = parsed<EventHeader>(record.subarray(2, start))
  if (create === undefined) return { type: 'delete', kv: tombstone(key, modRevision), at }
  const value = Uint8Array.prototype.slice.call(record, start)
  const kv = { key, value, createRevision: create, modRevision, version, ...(lease === undefined ? {} : { lease }) }
  return { type: 'put', kv, at }
}

function parsed<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as T
  } catch (cause) {
    throw new KVError('Corrupt', 'a record of the file cannot be read', { cause })
  }
}
