import { encodeUtf8 } from '../../../internal/utf8.js'
import type { JSONValue } from '../../../json/json-value.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { contentTypeJSON } from '../../content-type.js'
import type { Decoded, DecodeOptions, KindRegistry } from '../../interfaces.js'
import { instantiate } from '../../objects/instantiate.js'
import { MissingKindError } from '../../objects/missing-kind-error.js'
import { MissingVersionError } from '../../objects/missing-version-error.js'
import type { KindClass } from '../../objects/typed-object.js'
import { isUnknownClass, Unknown } from '../../objects/unknown.js'
import {
  isUnstructuredClass,
  type Unstructured,
  type UnstructuredForm,
  unstructuredFormOf,
} from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import { NotRegisteredError } from '../../scheme/not-registered-error.js'

/** A document that has been found to be JSON, and can be read once. */
export interface OpenedDocument {
  /** The input, and what it declares. */
  readonly data: Uint8Array | string
  readonly text: string
  /** The kind that the document declares. */
  kind(): GroupVersionKind
  /** The JSON of an object of a class. */
  typed(type: KindClass): JSONValue
  unstructured(form: UnstructuredForm): Unstructured
}

/**
 * Reads the object in a document: missing parts of its kind come from `defaults` and then from `into`, and the object and
 * the items of a list become instances of their class.
 *
 * @throws MissingKindError, MissingVersionError, NotRegisteredError.
 */
export function decodeObject(document: OpenedDocument, registry: KindRegistry, options: DecodeOptions): Decoded {
  const { into, defaults } = options
  let gvk = document.kind()
  if (defaults !== undefined) gvk = withDefaults(gvk, defaults)
  if (into !== undefined && isUnknownClass(into)) return unknown(document.data, gvk)
  if (into !== undefined && isUnstructuredClass(into)) return decodeUnstructured(document, unstructuredFormOf(into))
  if (into !== undefined) gvk = withDefaults(gvk, into.groupVersionKind)
  if (gvk.kind === '') throw new MissingKindError(document.text)
  if (gvk.version === '') throw new MissingVersionError(document.text)
  const type = into !== undefined && gvk.equals(into.groupVersionKind) ? into : registry.classFor(gvk)
  if (type === undefined) throw new NotRegisteredError(registry.name, { gvk })
  if (isUnstructuredClass(type)) return decodeUnstructured(document, 'either')
  return { object: instantiate(withoutNullItems(document.typed(type), type), type), gvk }
}

function decodeUnstructured(document: OpenedDocument, form: UnstructuredForm): Decoded {
  const object = document.unstructured(form)
  const gvk = groupVersionKindOf(object)
  if (gvk.kind === '') throw new MissingKindError(document.text)
  return { object, gvk }
}

/** Fills what `gvk` leaves open, as Go does. */
function withDefaults(gvk: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = gvk.kind === '' ? defaults.kind : gvk.kind
  const { group } = gvk.version === '' && gvk.group === '' ? defaults : gvk
  const version = gvk.version === '' && group === defaults.group ? defaults.version : gvk.version
  return new GroupVersionKind(group, version, kind)
}

/** The bytes themselves, with their declared kind. */
function unknown(data: Uint8Array | string, gvk: GroupVersionKind): Decoded {
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  const raw = typeof data === 'string' ? encodeUtf8(data) : data
  return { object: new Unknown({ apiVersion, kind, raw, contentType: contentTypeJSON }), gvk }
}

/** An item that is `null` reads as an empty object, which can be an instance of its class. */
function withoutNullItems(value: JSONValue, { itemClass }: KindClass): JSONValue {
  const items = itemClass === undefined ? undefined : (value as { items?: JSONValue } | null)?.items
  if (Array.isArray(items)) for (let i = 0; i < items.length; i++) items[i] ??= {}
  return value
}
