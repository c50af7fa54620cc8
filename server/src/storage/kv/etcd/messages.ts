import type { KVEvent, Operation, RangeOptions, RangeResult, Txn, TxnResult } from '../kv.js'
import {
  decodeRangeResponse,
  decodeStatusResponse,
  decodeTxnResponse,
  decodeWatchResponse,
  type Event,
  encodeRangeRequest,
  encodeTxnRequest,
  encodeWatchRequest,
  type ResponseHeader,
  type ResponseOp,
} from './etcd.gen.js'

/** The operations of the port as messages of etcd. */
const encoder = new TextEncoder()
/** What etcd calls `MOD`; its result `EQUAL` is zero. */
const modTarget = 2
const deleteType = 1
/** Reaches from the first key, or to the last one. */
const everyKey = /* @__PURE__ */ Uint8Array.of(0)

/** The end of the range of all keys with a prefix: the first key after them; a zero byte where there is none. */
export function prefixEnd(prefix: Uint8Array): Uint8Array {
  for (let at = prefix.length - 1; at >= 0; at--) {
    if (prefix[at]! === 0xff) continue
    const end = prefix.slice(0, at + 1)
    end[at]!++
    return end
  }
  return everyKey
}

export function encodeRange(options: RangeOptions): Uint8Array {
  const { prefix = false, from, limit, revision, keysOnly, countOnly } = options
  const first = encoder.encode(options.key)
  if (!prefix) return encodeRangeRequest({ key: first, limit, revision, keysOnly, countOnly })
  const key = nonEmpty(from === undefined ? first : later(encoder.encode(from), first))
  return encodeRangeRequest({ key, rangeEnd: prefixEnd(first), limit, revision, keysOnly, countOnly })
}

function later(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Buffer.compare(a, b) < 0 ? b : a
}

function nonEmpty(key: Uint8Array): Uint8Array {
  return key.length === 0 ? everyKey : key
}

function revisionOf({ header }: { readonly header?: ResponseHeader | undefined }): number {
  return header?.revision ?? 0
}

export function decodeRange(bytes: Uint8Array): RangeResult {
  const response = decodeRangeResponse(bytes)
  return { revision: revisionOf(response), kvs: response.kvs, count: response.count }
}

export function encodeTxn({ compare, success, failure = [] }: Txn): Uint8Array {
  return encodeTxnRequest({
    compare: compare.map(({ key, modRevision }) => ({ target: modTarget, key, modRevision })),
    success: success.map(requestOf),
    failure: failure.map(requestOf),
  })
}

function requestOf(operation: Operation) {
  const { key } = operation
  switch (operation.type) {
    case 'get':
      return { requestRange: { key: encoder.encode(key) } }
    case 'put':
      return { requestPut: { key, value: operation.value, lease: operation.lease } }
    case 'delete':
      return { requestDeleteRange: { key, prevKv: true } }
  }
}

export function decodeTxn(bytes: Uint8Array): TxnResult {
  const response = decodeTxnResponse(bytes)
  const { succeeded, responses } = response
  return { revision: revisionOf(response), succeeded, responses: responses.map(foundIn) }
}

function foundIn({ responseRange, responseDeleteRange }: ResponseOp): TxnResult['responses'][number] {
  return responseRange?.kvs[0] ?? responseDeleteRange?.prevKvs[0]
}

/** A watch with what was before, in fragments where an answer would be large. */
export function encodeWatchCreate(watch: { key: string; prefix: boolean; fromRevision: number }): Uint8Array {
  const first = encoder.encode(watch.key)
  const range = watch.prefix ? { key: nonEmpty(first), rangeEnd: prefixEnd(first) } : { key: first }
  return encodeWatchRequest({
    createRequest: { ...range, startRevision: watch.fromRevision, prevKv: true, fragment: true },
  })
}

export function encodeWatchProgress(): Uint8Array {
  return encodeWatchRequest({ progressRequest: {} })
}

export interface WatchResponse {
  readonly revision: number
  readonly created: boolean
  readonly canceled: boolean
  readonly compactRevision: number
  readonly cancelReason: string
  readonly fragment: boolean
  readonly events: readonly KVEvent[]
}

export function decodeWatch(bytes: Uint8Array): WatchResponse {
  const { events, ...response } = decodeWatchResponse(bytes)
  return { ...response, revision: revisionOf(response), events: events.flatMap(eventOf) }
}

function eventOf({ type, kv, prevKv }: Event): KVEvent | [] {
  if (kv === undefined) return []
  return { type: type === deleteType ? 'delete' : 'put', kv, previous: prevKv }
}

export interface StatusResponse {
  readonly revision: number
  readonly version: string
  readonly size: number
}

export function decodeStatus(bytes: Uint8Array): StatusResponse {
  const response = decodeStatusResponse(bytes)
  return { revision: revisionOf(response), version: response.version, size: response.dbSize }
}
