import type { KeyValue, KVEvent } from '../kv.js'
import { KVError } from '../kv-error.js'
import { tombstone } from '../mvcc/apply-txn.js'
import type { LeaseRecord } from '../mvcc/lease-table.js'
import { isSealed, seal, unseal } from './sealed-record.js'

/**
 * The records of the file. They are identified by their first byte: facts about the store, leases, and the events of each
 * revision by revision and key, so that replaying them in order restores the store.
 */
export const metaKind = 0
export const leaseKind = 1
export const eventKind = 2
/** Records without checksums, as of earlier releases. */
const plainFormat = 1
/** Each record begins with a checksum. */
const sealedFormat = 2
/** LMDB takes 1,978 bytes with pages of 4 KiB. */
const longestKey = 1900

const encoder = new TextEncoder()

export interface MetaRecord {
  readonly format: number
  /** Nothing before it can be read. */
  readonly compactRevision: number
}

/** How the records of a file are written. */
export interface RecordForm {
  readonly format: number
  /** The bytes of a record in the file. */
  wrap(key: Uint8Array, record: Buffer): Buffer
  /** The record in bytes of the file, whose memory it shares. Throws `Corrupt` where they have changed. */
  unwrap(key: Uint8Array, bytes: Uint8Array): Buffer
}

/** The form that new files have: changed bytes are noticed. */
export const sealedForm: RecordForm = { format: sealedFormat, wrap: seal, unwrap: unseal }

/** The form of earlier releases. */
export const plainForm: RecordForm = {
  format: plainFormat,
  wrap: (_key, record) => record,
  unwrap: (_key, bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
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

/** The record about the store, as it is in a file of a form. */
export function encodeMeta(compactRevision: number, form: RecordForm): Buffer {
  const record = Buffer.from(JSON.stringify({ format: form.format, compactRevision } satisfies MetaRecord))
  return form.wrap(metaKey('meta'), record)
}

/**
 * The record about the store, and the form of the others. Earlier releases wrote it with the first compaction. Throws `Corrupt`
 * for one that has changed, and for the file of a newer release.
 */
export function decodeMeta(bytes: Uint8Array | undefined): {
  readonly compactRevision: number
  readonly form: RecordForm
} {
  if (bytes === undefined) return { compactRevision: 1, form: plainForm }
  const form = isSealed(metaKey('meta'), bytes) ? sealedForm : plainForm
  const { format, compactRevision } = parsed<MetaRecord>(form.unwrap(metaKey('meta'), bytes))
  if (format !== form.format) {
    throw new KVError('Corrupt', `the file has format ${format}, not ${plainFormat} or ${sealedFormat}`)
  }
  return { compactRevision, form }
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

/** Leases and events. */
export const recordRange = { start: Buffer.of(leaseKind), end: Buffer.of(eventKind + 1) }
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

/** Revision and key of the key of an event; `undefined` for bytes that are none. */
export function readEventKey(bytes: Buffer): { readonly revision: number; readonly key: string } | undefined {
  if (bytes.length < 9 || bytes[0] !== eventKind) return undefined
  const revision = Number(bytes.readBigUInt64BE(1))
  return Number.isSafeInteger(revision) ? { revision, key: bytes.toString('utf8', 9) } : undefined
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
