import { Status, type Table, TableOptions } from 'apimachinery/meta/v1'
import { type KubernetesObject, withGroupVersionKind, withoutMembers } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import { type Encodable, statusResult } from '../registry/encodable.js'
import type { ObjectList } from '../registry/resource-storage.js'
import type { Exchange } from '../request/http.js'
import { jsonListFrame, type ListFrame, partialListFrame, protobufList } from './list-frame.js'
import type { OutputFormat } from './output-format.js'
import type { ResourceScope } from './resource-scope.js'
import { spliceRows } from './table-pieces.js'
import {
  asTable,
  expectList,
  expectObject,
  listClassOf,
  listObject,
  partialKind,
  partialListOf,
  partialMetadata,
  partialMetadataList,
  tableOptionsOf,
} from './transform.js'
import { writeBytes } from './write-bytes.js'
import { writePieces } from './write-pieces.js'

/** The content and format of a response. */
export interface Answer {
  readonly code: number
  readonly format: OutputFormat
}

const statusKind = /* @__PURE__ */ new GroupVersionKind('', 'v1', 'Status')

/** Responds with one object: its version, its metadata, or a table of it, as requested. */
export async function writeObject(
  scope: ResourceScope,
  exchange: Exchange,
  { code, format, result }: Answer & { readonly result: Encodable },
): Promise<void> {
  await scope.prepareRead?.([result])
  exchange.request.audit.responseObject(() => versioned(scope, result.object), statusResult(result) !== undefined)
  const { latencies } = exchange.request
  const bytes = latencies.timed('serialize-response-object', () => encodeObject(scope, exchange, { format, result }))
  return writeBytes(exchange, { code, mediaType: format.mediaType }, [bytes])
}

function encodeObject(
  scope: ResourceScope,
  { request }: Exchange,
  { format, result }: { readonly format: OutputFormat; readonly result: Encodable },
): Uint8Array {
  const { convert } = format
  const status = statusResult(result)
  if (status !== undefined) return format.encode(withGroupVersionKind(status, statusKind))
  if (convert === undefined) return encodingOf(scope, format, result)
  expectObject(scope, convert)
  if (convert.kind !== 'Table') return partialEncodingOf(format, convert, result)
  const options = tableOptionsOf(scope, request.query)
  const show = (): Table => asTable(scope, { object: result.object, options, target: convert })
  return format.encode(request.latencies.timed('transform-response-object', show))
}

/** The bytes of an object in the version of a scope, remembered where its owner remembers them. */
export function encodingOf(scope: ResourceScope, format: OutputFormat, result: Encodable): Uint8Array {
  return result.encoding(versionIdentifier(scope, format), (object) => format.encode(versioned(scope, object)))
}

/** Names the bytes that {@link encodingOf} makes. */
export function versionIdentifier({ kind }: ResourceScope, { identifier }: OutputFormat): string {
  return `${kind} ${identifier}`
}

/** The bytes of an object's metadata. */
export function partialEncodingOf(format: OutputFormat, target: GroupVersionKind, result: Encodable): Uint8Array {
  const identifier = `${partialKind(target)} ${format.identifier}`
  return result.encoding(identifier, (object) => format.encode(partialMetadata(object, target)))
}

function versioned(scope: ResourceScope, object: KubernetesObject): KubernetesObject {
  return object instanceof Status ? object : scope.conversion.toVersion(object)
}

/** Answers with a list. JSON and protobuf join the bytes of the items. */
export async function writeList(
  scope: ResourceScope,
  exchange: Exchange,
  { format, list }: { readonly format: OutputFormat; readonly list: ObjectList },
): Promise<void> {
  await scope.prepareRead?.(list.items)
  const { request } = exchange
  request.audit.responseObject(() => wholeList(scope, list))
  const head = { code: 200, mediaType: format.mediaType }
  const show = (): Iterable<Uint8Array> => shown(scope, exchange, { format, list })
  const pieces =
    format.convert === undefined
      ? joined(scope, format, list)
      : request.latencies.timed('transform-response-object', show)
  return request.latencies.awaited('serialize-response-object', () => writePieces(exchange, head, pieces))
}

/** The pieces of a list of the objects themselves. */
function joined(scope: ResourceScope, format: OutputFormat, list: ObjectList): Iterable<Uint8Array> {
  const identifier = versionIdentifier(scope, format)
  const encode = (object: KubernetesObject): Uint8Array => format.encode(versioned(scope, object))
  const bytesOf = (item: Encodable): Uint8Array => item.encoding(identifier, encode)
  const frame = jsonListFrame(scope, format, list)
  if (frame !== undefined) return jsonPieces(frame, list, bytesOf)
  if (!isProtobuf(format)) return [format.encode(wholeList(scope, list))]
  const emptyList = listObject(scope, scope.versionedType, { list, items: [] })
  return protobufList(format, { emptyList, items: list.items.map(bytesOf) })
}

/** The pieces of a list as a table, or of metadata alone. */
function shown(
  scope: ResourceScope,
  { request }: Exchange,
  { format, list }: { readonly format: OutputFormat; readonly list: ObjectList },
): Iterable<Uint8Array> {
  const convert = format.convert!
  expectList(scope, convert)
  const bytesOf = (item: Encodable): Uint8Array => partialEncodingOf(format, convert, item)
  if (convert.kind === 'Table') return tablePieces(scope, { format, list, query: request.query, bytesOf })
  const frame = partialListFrame(format, list, convert)
  if (frame !== undefined) return jsonPieces(frame, list, bytesOf)
  if (!isProtobuf(format)) return [format.encode(partialMetadataList(list, convert))]
  return protobufList(format, { emptyList: partialListOf(list, convert, []), items: list.items.map(bytesOf) })
}

interface TableAnswer {
  readonly format: OutputFormat
  readonly list: ObjectList
  readonly query: URLSearchParams
  /** The bytes of an object's metadata. */
  readonly bytesOf: (item: Encodable) => Uint8Array
}

/** The pieces of a table. The metadata in its rows is joined from bytes, where the format is plain JSON. */
function tablePieces(scope: ResourceScope, { format, list, query, bytesOf }: TableAnswer): Iterable<Uint8Array> {
  const options = tableOptionsOf(scope, query)
  const target = format.convert!
  const object = listObject(scope, scope.hubType, { list, items: list.items.map((item) => item.object) })
  const splices = format.mediaType === 'application/json' && (options.includeObject ?? 'Metadata') === 'Metadata'
  if (splices) {
    const bare = asTable(scope, { object, options: new TableOptions({ ...options, includeObject: 'None' }), target })
    const pieces = spliceRows(format.encode(bare), bare.rows.length, (i) => bytesOf(list.items[i]!))
    if (pieces !== undefined && bare.rows.length === list.items.length) return pieces
  }
  return [format.encode(asTable(scope, { object, options, target }))]
}

function isProtobuf({ mediaType }: OutputFormat): boolean {
  return mediaType === 'application/vnd.kubernetes.protobuf'
}

/** The pieces of a JSON list, each made on demand. */
function* jsonPieces(
  frame: ListFrame,
  list: ObjectList,
  bytesOf: (item: Encodable) => Uint8Array,
): Generator<Uint8Array> {
  yield frame.head
  let first = true
  for (const item of list.items) {
    if (!first) yield frame.separator
    first = false
    yield* frame.item(bytesOf(item))
  }
  yield frame.tail
}

function wholeList(scope: ResourceScope, list: ObjectList): KubernetesObject {
  const isTyped = listClassOf(scope, scope.versionedType) !== undefined
  const items = list.items.map(({ object }) => {
    const item = versioned(scope, object)
    // The list declares the kind of its items.
    return isTyped ? withoutMembers(item, 'apiVersion', 'kind') : item
  })
  return listObject(scope, scope.versionedType, { list, items })
}
