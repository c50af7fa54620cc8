import type { KubernetesObject } from 'apimachinery/runtime'
import { WireReader, written } from 'apimachinery/runtime/serializer/protobuf'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { ObjectList } from '../registry/resource-storage.js'
import type { OutputFormat } from './output-format.js'
import type { ResourceScope } from './resource-scope.js'
import { listClassOf, listObject, partialListOf } from './transform.js'

/** An object in the envelope of `application/vnd.kubernetes.protobuf`: the message, and the bytes around it. */
interface Envelope {
  /** Up to and with the tag of the message, without its length. */
  readonly before: Uint8Array
  readonly raw: Uint8Array
  readonly after: Uint8Array
}

/** `k8s` and a zero byte, and the tag of the type. */
const typeStart = 5
/** Field 2 of a message, with a length: the message in its envelope, an item in its list. */
const secondField = 0x12

/** Opens an envelope that an encoder of this library has made: type, message, encoding, in this order. */
function envelopeOf(bytes: Uint8Array): Envelope {
  const reader = new WireReader(bytes)
  reader.pos = typeStart
  reader.pos = reader.stop() + 1
  const before = bytes.subarray(0, reader.pos)
  const end = reader.stop()
  return { before, raw: bytes.subarray(reader.pos, end), after: bytes.subarray(end) }
}

/** Tag and length of an item in a list. */
function itemField(message: Uint8Array): Uint8Array {
  return written((writer) => {
    writer.varint(message.length)
    writer.byte(secondField)
  })
}

/** A length as protobuf writes it. */
function lengthPrefix(length: number): Uint8Array {
  return written((writer) => writer.varint(length))
}

/** The bytes of a list around its items, and of each item in it. */
export interface ListFrame {
  readonly head: Uint8Array
  readonly separator: Uint8Array
  readonly tail: Uint8Array
  /** The list item of an object, from its bytes alone. */
  item(bytes: Uint8Array): readonly Uint8Array[]
}

const comma = /* @__PURE__ */ Buffer.from(',')
const openBrace = /* @__PURE__ */ Buffer.from('{')
const emptyItems = '"items":[]'

/**
 * The frame of a JSON list: items are the bytes of their objects, without `kind` and `apiVersion` where the list's class
 * leaves them out. `undefined` where the format is not plain JSON.
 */
export function jsonListFrame(scope: ResourceScope, format: OutputFormat, list: ObjectList): ListFrame | undefined {
  const around = aroundItems(format, () => listObject(scope, scope.versionedType, { list, items: [] }))
  const prefix = around && typeMetaPrefix(scope, format)
  if (prefix === undefined) return undefined
  return {
    ...around,
    item: (bytes) => (prefix === 0 ? [withoutNewline(bytes)] : [openBrace, bytes.subarray(prefix, bytes.length - 1)]),
  } as ListFrame
}

/**
 * The frame of a JSON list of metadata, whose items declare their kind. `undefined` if the format is not plain JSON.
 */
export function partialListFrame(
  format: OutputFormat,
  list: ObjectList,
  target: GroupVersionKind,
): ListFrame | undefined {
  const around = aroundItems(format, () => partialListOf(list, target, []))
  return around && { ...around, item: (bytes) => [withoutNewline(bytes)] }
}

/** The JSON of a list without items, cut where they belong. */
function aroundItems(format: OutputFormat, emptyList: () => KubernetesObject): Omit<ListFrame, 'item'> | undefined {
  if (format.mediaType !== 'application/json') return undefined
  const empty = new TextDecoder().decode(format.encode(emptyList()))
  const at = empty.indexOf(emptyItems)
  if (at < 0) return undefined
  const open = at + emptyItems.length - 1
  return { head: Buffer.from(empty.slice(0, open)), separator: comma, tail: Buffer.from(empty.slice(open)) }
}

function withoutNewline(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, -1)
}

/**
 * How many bytes of an object's JSON declare its kind and are omitted in a list: 0 if items have it as well, `undefined` if
 * objects and items differ in another way.
 */
function typeMetaPrefix(scope: ResourceScope, format: OutputFormat): number | undefined {
  if (listClassOf(scope, scope.versionedType) === undefined) return 0
  const sample = new scope.versionedType({ metadata: { name: 'a' } } as never)
  const { apiVersion, kind } = scope.kind.toAPIVersionAndKind()
  const prefix = `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`
  return new TextDecoder().decode(format.encode(sample)).startsWith(prefix) ? Buffer.byteLength(prefix) : undefined
}

/** A protobuf list, which begins with its length. `emptyList`: the same without its items, which are given as bytes. */
export function protobufList(
  format: OutputFormat,
  { emptyList, items }: { readonly emptyList: KubernetesObject; readonly items: readonly Uint8Array[] },
): readonly Uint8Array[] {
  const empty = envelopeOf(format.encode(emptyList))
  const fields = items.flatMap((bytes) => {
    const { raw } = envelopeOf(bytes)
    return [itemField(raw), raw]
  })
  const size = fields.reduce((sum, { length }) => sum + length, empty.raw.length)
  return [empty.before, lengthPrefix(size), empty.raw, ...fields, empty.after]
}
