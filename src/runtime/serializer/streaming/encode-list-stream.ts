import { MachineryError } from '../../../errors/machinery-error.js'
import { concatBytes } from '../../../internal/bytes.js'
import { isSpace } from '../../../json/json-value-scanner.js'
import type { Encoder } from '../../interfaces.js'
import { requireObject } from '../../objects/require-object.js'
import { withMembers } from '../../objects/shallow-copy.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import { CBORReader, Item } from '../cbor/cbor-reader.js'
import { CBORWriter, Major } from '../cbor/cbor-writer.js'
import { skipSelfDescribed } from '../cbor/read-any.js'
import { hasSelfDescribedTag } from '../cbor/self-described.js'
import { envelopePrefix, rawTag } from '../protobuf/envelope-format.js'
import { WireReader } from '../protobuf/wire-reader.js'
import { WireWriter } from '../protobuf/wire-writer.js'
import { JSONListScanner } from './json-list-scanner.js'

/** How a list is written to a stream. */
export interface EncodeListOptions {
  /** Encodes lists of this kind in JSON, protobuf or CBOR; its bytes are the bytes of the stream. */
  readonly encoder: Encoder
  /**
   * The list without its items: an instance of its class, or any
   * object the encoder takes. Its `items` are not looked at.
   */
  readonly list: KubernetesObject
  /** How many items are encoded together; default 16. */
  readonly batchSize?: number | undefined
}

/** The items of a list. */
export type ListItems = Iterable<KubernetesObject> | AsyncIterable<KubernetesObject>

const defaultBatchSize = 16
const openBrace = 0x7b
const comma = 0x2c
const itemsNumber = 2

/**
 * Writes a list piece by piece, while its items arrive; all pieces together are the bytes that `encoder` writes for the
 * whole list.
 *
 * Protobuf writes the length of the list first, and CBOR the number of items: for these formats `items` must allow two
 * iterations, such as an array or an object with a new iterator each time. Protobuf encodes each item twice.
 *
 * Iterating throws the errors of the encoder; MachineryError `Unsupported` for formats other than these three, and for
 * protobuf and CBOR with items that can be iterated only once.
 */
export async function* encodeListStream(
  items: ListItems,
  options: EncodeListOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const empty = encode(options, [])
  if (empty[0] === envelopePrefix[0]) yield* encodeProtobuf(items, options)
  else if (empty[0] === openBrace) yield* encodeJSON(items, options)
  else if (hasSelfDescribedTag(empty)) yield* encodeCBOR(items, options, empty)
  else throw new MachineryError('Unsupported', 'only JSON, protobuf and CBOR lists can be written piece by piece')
}

function encode({ encoder, list }: EncodeListOptions, items: readonly KubernetesObject[]): Uint8Array {
  return encoder.encode(withMembers(requireObject(list), { items }))
}

async function* encodeJSON(items: ListItems, options: EncodeListOptions): AsyncGenerator<Uint8Array, void, undefined> {
  let around: Around | undefined
  for await (const batch of batchesOf(items, options.batchSize)) {
    const bytes = encode(options, batch)
    if (around === undefined) {
      around = aroundItems(bytes)
      yield bytes.subarray(0, bytes.length - around.tail.length)
    } else {
      yield Uint8Array.of(comma)
      yield bytes.subarray(around.headLength, bytes.length - around.tail.length)
    }
  }
  yield around === undefined ? encode(options, []) : around.tail
}

/** The text around the items of a JSON list, which does not depend on them. */
interface Around {
  /** Up to the opening bracket. */
  readonly headLength: number
  /** From the end of the last item on. */
  readonly tail: Uint8Array
}

function aroundItems(bytes: Uint8Array): Around {
  const scanner = new JSONListScanner(Number.MAX_SAFE_INTEGER)
  let start = -1
  let end = -1
  let offset = 0
  for (let length = scanner.findEnd(bytes); length >= 0; length = scanner.findEnd(bytes.subarray(offset))) {
    const content = scanner.contentOf(bytes.subarray(offset, offset + length))
    offset += length
    if (scanner.piece.kind !== 'items') continue
    if (start < 0) start = offset - content.length
    end = offset
  }
  if (start < 0) throw new MachineryError('NotAList', 'the encoder did not write a list', { path: 'items' })
  // Hand-written JSON has white space after the bracket.
  while (isSpace(bytes[start - 1]!)) start--
  return { headLength: start, tail: bytes.slice(end) }
}

async function* encodeProtobuf(
  items: ListItems,
  options: EncodeListOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  expectIterableTwice(items, 'protobuf needs the size of a list first')
  const empty = openEnvelope(encode(options, []))
  const metadata = lengthOfMetadata(empty.list)
  const rest = empty.list.length - metadata
  const fieldsOf = (batch: readonly KubernetesObject[]): Uint8Array => {
    const { list } = openEnvelope(encode(options, batch))
    return list.subarray(metadata, list.length - rest)
  }
  let size = 0
  for await (const batch of batchesOf(items, options.batchSize)) size += fieldsOf(batch).length
  yield concatBytes([empty.before, lengthOfList(empty.list.length + size), empty.list.subarray(0, metadata)])
  for await (const batch of batchesOf(items, options.batchSize)) {
    const fields = fieldsOf(batch)
    size -= fields.length
    yield fields
  }
  if (size !== 0) throw othersAgain()
  yield concatBytes([empty.list.subarray(metadata), empty.after])
}

async function* encodeCBOR(
  items: ListItems,
  options: EncodeListOptions,
  empty: Uint8Array,
): AsyncGenerator<Uint8Array, void, undefined> {
  expectIterableTwice(items, 'CBOR needs the length of a list first')
  let count = 0
  for await (const _ of items) count++
  const { start, end } = itemsInCBOR(empty)
  yield concatBytes([empty.subarray(0, start), arrayHead(count)])
  for await (const batch of batchesOf(items, options.batchSize)) {
    const bytes = encode(options, batch)
    count -= batch.length
    yield bytes.subarray(start + arrayHead(batch.length).length, bytes.length - (empty.length - end))
  }
  if (count !== 0) throw othersAgain()
  yield empty.subarray(end)
}

/** Position of the list of items, including its head. */
function itemsInCBOR(list: Uint8Array): { readonly start: number; readonly end: number } {
  const reader = new CBORReader(list)
  skipSelfDescribed(reader)
  reader.head()
  const count = reader.major === Item.map ? reader.enter() : 0
  for (let i = 0; i < count; i++) {
    reader.head()
    const name = reader.string()
    const start = reader.pos
    reader.skip()
    if (name === 'items') return { start, end: reader.pos }
  }
  throw new MachineryError('NotAList', 'the encoder did not write a list', { path: 'items' })
}

function arrayHead(length: number): Uint8Array {
  const writer = new CBORWriter(16)
  writer.head(Major.array, length)
  return writer.finish()
}

function expectIterableTwice(items: ListItems, why: string): void {
  if (isSingleUse(items)) throw new MachineryError('Unsupported', `${why}: give items that can be iterated twice`)
}

function othersAgain(): MachineryError {
  return new MachineryError('Unsupported', 'the items were others when they were iterated again')
}

/** Generators and other iterators can be read only once. */
function isSingleUse(items: ListItems): boolean {
  const iterator: unknown =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : (items as Iterable<unknown>)[Symbol.iterator]()
  return iterator === items
}

/** The list in an envelope, with the bytes before its length and after it. */
interface OpenEnvelope {
  readonly before: Uint8Array
  readonly list: Uint8Array
  readonly after: Uint8Array
}

function openEnvelope(bytes: Uint8Array): OpenEnvelope {
  const wire = new WireReader(bytes)
  wire.pos = envelopePrefix.length
  while (wire.pos < wire.end) {
    const start = wire.pos
    const tag = wire.tag()
    if (tag === rawTag) {
      const end = wire.stop()
      return { before: bytes.subarray(0, start), list: bytes.subarray(wire.pos, end), after: bytes.subarray(end) }
    }
    wire.skip(tag & 7)
  }
  throw new MachineryError('NotAList', 'the encoder did not write a list', { path: 'items' })
}

/** Length of the fields before the items. */
function lengthOfMetadata(list: Uint8Array): number {
  const wire = new WireReader(list)
  let end = 0
  while (wire.pos < wire.end) {
    const tag = wire.tag()
    if (tag >>> 3 >= itemsNumber) break
    wire.skip(tag & 7)
    end = wire.pos
  }
  return end
}

function lengthOfList(length: number): Uint8Array {
  const head = new WireWriter(16)
  head.varint(length)
  head.byte(rawTag)
  return head.finish()
}

async function* batchesOf(items: ListItems, size: number = defaultBatchSize): AsyncGenerator<KubernetesObject[]> {
  let batch: KubernetesObject[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
