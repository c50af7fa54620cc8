import { type FieldReaders, MessageWriter, readDecimal, readInteger, readMessage } from '../../../internal/grpc/wire.js'
import type { KeyValue, KVEvent, Operation, RangeOptions, Txn } from '../kv.js'

/**
 * Messages of etcd's API as far as they are needed, with the numbers of its fields.
 * Source: etcdserverpb/rpc.proto and mvccpb/kv.proto of go.etcd.io/etcd/api/v3.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const nothing = new Uint8Array(0)

/** The end of the range of all keys with a prefix: the first key after them; a zero byte where there is none. */
export function prefixEnd(prefix: Uint8Array): Uint8Array {
  for (let at = prefix.length - 1; at >= 0; at--) {
    if (prefix[at]! === 0xff) continue
    const end = prefix.slice(0, at + 1)
    end[at]!++
    return end
  }
  return Uint8Array.of(0)
}

export function encodeRange(options: RangeOptions): Uint8Array {
  const prefix = encoder.encode(options.key)
  const from = options.from === undefined ? prefix : later(encoder.encode(options.from), prefix)
  const { limit = 0, revision = 0 } = options
  return new MessageWriter()
    .bytes(1, options.prefix === true ? (from.length === 0 ? Uint8Array.of(0) : from) : prefix)
    .bytes(2, options.prefix === true ? prefixEnd(prefix) : nothing)
    .int64(3, limit)
    .int64(4, revision)
    .bool(8, options.keysOnly)
    .bool(9, options.countOnly)
    .finish()
}

function later(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) < 0 ? b : a
}

interface Header {
  revision: number
}

export interface RangeResponse extends Header {
  kvs: KeyValue[]
  count: number
}

const headerFields: FieldReaders<Header> = {
  3: (reader, header) => {
    header.revision = readInteger(reader)
  },
}

/** The header is a message of its own; of it only the revision counts. */
const header: FieldReaders<Header> = {
  1: (reader, message) => readMessage(reader, message, headerFields),
}

interface MutableKeyValue {
  key: string
  value: Uint8Array
  createRevision: number
  modRevision: number
  version: number
  lease?: string
}

const keyValueFields: FieldReaders<MutableKeyValue> = {
  1: (reader, kv) => {
    kv.key = decoder.decode(reader.bytes())
  },
  2: (reader, kv) => {
    kv.createRevision = readInteger(reader)
  },
  3: (reader, kv) => {
    kv.modRevision = readInteger(reader)
  },
  4: (reader, kv) => {
    kv.version = readInteger(reader)
  },
  5: (reader, kv) => {
    kv.value = reader.bytes()
  },
  6: (reader, kv) => {
    const lease = readDecimal(reader)
    if (lease !== '0') kv.lease = lease
  },
}

function readKeyValue(reader: Parameters<typeof readMessage>[0]): KeyValue {
  return readMessage(
    reader,
    { key: '', value: nothing, createRevision: 0, modRevision: 0, version: 0 } as MutableKeyValue,
    keyValueFields,
  )
}

const rangeFields: FieldReaders<RangeResponse> = {
  ...header,
  2: (reader, response) => response.kvs.push(readKeyValue(reader)),
  4: (reader, response) => {
    response.count = readInteger(reader)
  },
}

export function decodeRange(source: Parameters<typeof readMessage>[0]): RangeResponse {
  return readMessage(source, { revision: 0, kvs: [], count: 0 }, rangeFields)
}

export function encodeTxn({ compare, success, failure = [] }: Txn): Uint8Array {
  const writer = new MessageWriter()
  for (const { key, modRevision } of compare) {
    // MOD EQUAL; zero values of enumerations are not written, a revision is in any case.
    const comparison = new MessageWriter().int64(2, 2).bytes(3, encoder.encode(key)).int64(6, modRevision)
    writer.message(1, comparison.finish())
  }
  for (const operation of success) writer.message(2, encodeOperation(operation))
  for (const operation of failure) writer.message(3, encodeOperation(operation))
  return writer.finish()
}

function encodeOperation(operation: Operation): Uint8Array {
  const request = new MessageWriter().bytes(1, encoder.encode(operation.key))
  switch (operation.type) {
    case 'get':
      return new MessageWriter().message(1, request.finish()).finish()
    case 'put':
      request.bytes(2, operation.value).int64(3, operation.lease ?? 0)
      return new MessageWriter().message(2, request.finish()).finish()
    case 'delete':
      return new MessageWriter().message(3, request.bool(3, true).finish()).finish()
  }
}

export interface TxnResponse extends Header {
  succeeded: boolean
  responses: (KeyValue | undefined)[]
}

interface Found {
  kv?: KeyValue
}

const deletedFields: FieldReaders<Found> = {
  3: (reader, found) => {
    found.kv = readKeyValue(reader)
  },
}

const operationFields: FieldReaders<Found> = {
  1: (reader, found) => {
    const [kv] = decodeRange(reader).kvs
    if (kv !== undefined) found.kv = kv
  },
  3: (reader, found) => readMessage(reader, found, deletedFields),
}

const txnFields: FieldReaders<TxnResponse> = {
  ...header,
  2: (reader, response) => {
    response.succeeded = reader.bool()
  },
  3: (reader, response) => response.responses.push(readMessage(reader, {} as Found, operationFields).kv),
}

export function decodeTxn(bytes: Uint8Array): TxnResponse {
  return readMessage(bytes, { revision: 0, succeeded: false, responses: [] }, txnFields)
}

/** A watch with what was before, in fragments where an answer would be large. */
export function encodeWatchCreate(watch: { key: string; prefix: boolean; fromRevision: number }): Uint8Array {
  const key = encoder.encode(watch.key)
  const create = new MessageWriter()
    .bytes(1, watch.prefix && key.length === 0 ? Uint8Array.of(0) : key)
    .bytes(2, watch.prefix ? prefixEnd(key) : nothing)
    .int64(3, watch.fromRevision)
    .bool(6, true)
    .bool(8, true)
  return new MessageWriter().message(1, create.finish()).finish()
}

export function encodeWatchProgress(): Uint8Array {
  return new MessageWriter().message(3, nothing).finish()
}

export interface WatchResponse extends Header {
  created: boolean
  canceled: boolean
  compactRevision: number
  cancelReason: string
  fragment: boolean
  events: KVEvent[]
}

interface MutableEvent {
  deleted: boolean
  kv?: KeyValue
  previous?: KeyValue
}

const eventFields: FieldReaders<MutableEvent> = {
  1: (reader, event) => {
    event.deleted = reader.uint32() === 1
  },
  2: (reader, event) => {
    event.kv = readKeyValue(reader)
  },
  3: (reader, event) => {
    event.previous = readKeyValue(reader)
  },
}

const watchFields: FieldReaders<WatchResponse> = {
  ...header,
  3: (reader, response) => {
    response.created = reader.bool()
  },
  4: (reader, response) => {
    response.canceled = reader.bool()
  },
  5: (reader, response) => {
    response.compactRevision = readInteger(reader)
  },
  6: (reader, response) => {
    response.cancelReason = reader.string()
  },
  7: (reader, response) => {
    response.fragment = reader.bool()
  },
  11: (reader, response) => {
    const { deleted, kv, previous } = readMessage(reader, { deleted: false } as MutableEvent, eventFields)
    const type = deleted ? 'delete' : 'put'
    if (kv !== undefined) response.events.push(previous === undefined ? { type, kv } : { type, kv, previous })
  },
}

export function decodeWatch(bytes: Uint8Array): WatchResponse {
  const empty = { created: false, canceled: false, compactRevision: 0, cancelReason: '', fragment: false }
  return readMessage(bytes, { revision: 0, ...empty, events: [] }, watchFields)
}

export function encodeCompaction(revision: number): Uint8Array {
  return new MessageWriter().int64(1, revision).finish()
}

export function encodeLeaseGrant(seconds: number): Uint8Array {
  return new MessageWriter().int64(1, seconds).finish()
}

export function encodeLeaseRevoke(id: string): Uint8Array {
  return new MessageWriter().int64(1, id).finish()
}

export function decodeLease(bytes: Uint8Array): { id: string; ttl: number } {
  return readMessage(
    bytes,
    { id: '0', ttl: 0 },
    {
      2: (reader, lease) => {
        lease.id = readDecimal(reader)
      },
      3: (reader, lease) => {
        lease.ttl = readInteger(reader)
      },
    },
  )
}

export interface StatusResponse extends Header {
  version: string
  size: number
}

export function decodeStatus(bytes: Uint8Array): StatusResponse {
  return readMessage(bytes, { revision: 0, version: '', size: 0 } as StatusResponse, {
    ...header,
    2: (reader, status) => {
      status.version = reader.string()
    },
    3: (reader, status) => {
      status.size = readInteger(reader)
    },
  })
}

export function encodeAuthenticate(user: string, password: string): Uint8Array {
  return new MessageWriter().string(1, user).string(2, password).finish()
}

export function decodeToken(bytes: Uint8Array): string {
  return readMessage(
    bytes,
    { token: '' },
    {
      2: (reader, answer) => {
        answer.token = reader.string()
      },
    },
  ).token
}
