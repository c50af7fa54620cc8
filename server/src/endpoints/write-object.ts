import { Status } from 'apimachinery/meta/v1'
import { type KubernetesObject, withGroupVersionKind } from 'apimachinery/runtime'
import { GroupVersionKind } from 'apimachinery/schema'
import type { Encodable } from '../registry/encodable.js'
import type { ObjectList } from '../registry/resource-storage.js'
import { jsonListFrame, type ListFrame, protobufList } from './list-frame.js'
import type { OutputFormat } from './output-format.js'
import type { ResourceScope } from './resource-scope.js'
import {
  asTable,
  expectList,
  expectObject,
  listClassOf,
  listObject,
  partialMetadata,
  partialMetadataList,
  tableOptionsOf,
  withoutTypeMeta,
} from './transform.js'
import { writeBytes } from './write-bytes.js'
import type { Exchange } from './write-error.js'
import { writePieces } from './write-pieces.js'

/** What is answered, and how. */
export interface Answer {
  readonly code: number
  readonly format: OutputFormat
}

const statusKind = /* @__PURE__ */ new GroupVersionKind('', 'v1', 'Status')

/** Answers with one object: its version, its metadata, or a table of it, as the request wants. */
export async function writeObject(
  scope: ResourceScope,
  exchange: Exchange,
  { code, format, result }: Answer & { readonly result: Encodable },
): Promise<void> {
  await scope.prepareRead?.([result])
  exchange.request.audit?.responseObject(() => versioned(scope, result.object), result.object instanceof Status)
  const bytes = encodeObject(scope, exchange, { format, result })
  return writeBytes(exchange, { code, mediaType: format.mediaType }, [bytes])
}

function encodeObject(
  scope: ResourceScope,
  { request }: Exchange,
  { format, result }: { readonly format: OutputFormat; readonly result: Encodable },
): Uint8Array {
  const { convert } = format
  if (result.object instanceof Status) return format.encode(withGroupVersionKind(result.object, statusKind))
  if (convert === undefined) return encodingOf(scope, format, result)
  expectObject(scope, convert)
  if (convert.kind !== 'Table') return partialEncodingOf(format, convert, result)
  const options = tableOptionsOf(scope, request.query)
  return format.encode(asTable(scope, { object: result.object, options, target: convert }))
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
  const identifier = `${target} ${format.identifier}`
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
  request.audit?.responseObject(() => wholeList(scope, list))
  const head = { code: 200, mediaType: format.mediaType }
  if (format.convert !== undefined) {
    const bytes = format.encode(transformedList(scope, exchange, { convert: format.convert, list }))
    return writeBytes(exchange, head, [bytes])
  }
  const pieces = joinedJSON(scope, format, list) ?? joinedProtobuf(scope, format, list)
  if (pieces === undefined) return writeBytes(exchange, head, [format.encode(wholeList(scope, list))])
  return writePieces(exchange, head, pieces)
}

/** The pieces of a JSON list, each made when it is asked for. */
function joinedJSON(scope: ResourceScope, format: OutputFormat, list: ObjectList): Iterable<Uint8Array> | undefined {
  const frame = jsonListFrame(scope, format, list)
  return frame === undefined ? undefined : jsonPieces(scope, format, { frame, list })
}

function* jsonPieces(
  scope: ResourceScope,
  format: OutputFormat,
  { frame, list }: { readonly frame: ListFrame; readonly list: ObjectList },
): Generator<Uint8Array> {
  yield frame.head
  let first = true
  for (const item of list.items) {
    if (!first) yield frame.separator
    first = false
    yield* frame.item(encodingOf(scope, format, item))
  }
  yield frame.tail
}

/** The pieces of a protobuf list, whose length stands at its beginning. */
function joinedProtobuf(
  scope: ResourceScope,
  format: OutputFormat,
  list: ObjectList,
): Iterable<Uint8Array> | undefined {
  if (format.mediaType !== 'application/vnd.kubernetes.protobuf') return undefined
  const items = list.items.map((item) => encodingOf(scope, format, item))
  return protobufList(scope, format, { list, items })
}

function wholeList(scope: ResourceScope, list: ObjectList): KubernetesObject {
  const isTyped = listClassOf(scope, scope.versionedType) !== undefined
  const items = list.items.map(({ object }) => {
    const item = versioned(scope, object)
    return isTyped ? withoutTypeMeta(item) : item
  })
  return listObject(scope, scope.versionedType, { list, items })
}

function transformedList(
  scope: ResourceScope,
  { request }: Exchange,
  { convert, list }: { readonly convert: GroupVersionKind; readonly list: ObjectList },
): KubernetesObject {
  expectList(scope, convert)
  if (convert.kind !== 'Table') return partialMetadataList(list, convert)
  const options = tableOptionsOf(scope, request.query)
  const items = list.items.map(({ object }) => object)
  const object = listObject(scope, scope.hubType, { list, items })
  return asTable(scope, { object, options, target: convert })
}
