import { struct } from '../../descriptor/build.js'
import { deepCopy } from '../../descriptor/deep-copy.js'
import type { JSONObject, JSONValue, StructDescriptor } from '../../descriptor/types.js'
import { MachineryError } from '../../errors/machinery-error.js'
import { addBrand, hasBrand } from '../../internal/has-brand.js'
import { isJSONObject, stringOrEmpty } from '../../json/json-value.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { assignOwn } from './assign-own.js'
import type { KubernetesObject } from './typed-object.js'

/** Brand that marks unstructured objects across copies and formats of this package. */
const brand: unique symbol = Symbol.for('apimachinery.unstructured')
const listBrand: unique symbol = Symbol.for('apimachinery.unstructured-list')

const noDeclaredFields: StructDescriptor = /* @__PURE__ */ struct('Unstructured', () => [], {
  preserveUnknownFields: true,
})

/**
 * An object of a kind without a class. Its own properties are the JSON itself, int64 values outside ±(2^53−1) as `bigint`.
 *
 * The JSON may have any key, including the names of methods. Code that handles such input uses functions, such as
 * `nestedString(object, 'spec', 'image')` and `deepCopy(object)`, rather than methods.
 */
export class Unstructured implements KubernetesObject {
  static readonly groupVersionKind: GroupVersionKind<Unstructured> = /* @__PURE__ */ new GroupVersionKind('', '', '')
  static readonly descriptor: StructDescriptor = noDeclaredFields

  declare apiVersion?: string
  declare kind?: string;
  [property: string]: unknown

  /** Takes over the properties of `content`; nothing is copied below the first level. */
  constructor(content?: object) {
    if (content !== undefined) assignOwn(this, content)
  }

  /** A copy that shares nothing with this object. */
  deepCopy(): this {
    return deepCopy(this)
  }
}
addBrand(Unstructured.prototype, brand)

/** A list of unstructured objects: its own properties are the JSON itself, and `items` are {@link Unstructured}. */
export class UnstructuredList extends Unstructured {
  declare items: Unstructured[]
}
addBrand(UnstructuredList.prototype, listBrand)

/** Reports whether `value` is an {@link Unstructured} or {@link UnstructuredList} of any loaded copy of this package. */
export function isUnstructured(value: unknown): value is Unstructured {
  return hasBrand(value, brand)
}

/** Reports whether `value` has an `items` property, which is what makes an unstructured document a list. */
export function isUnstructuredList(value: unknown): value is UnstructuredList {
  return isUnstructured(value) && Object.hasOwn(value, 'items')
}

/** Reports whether `type` is the class {@link Unstructured} or {@link UnstructuredList} of any loaded copy. */
export function isUnstructuredClass(type: unknown): boolean {
  return typeof type === 'function' && isUnstructured((type as { prototype?: unknown }).prototype)
}

/** How a document without a class is read: by its content, always as an object, or as a list. */
export type UnstructuredForm = 'either' | 'object' | 'list'

/** The form that a class requires: {@link Unstructured} takes a document unchanged, as in Go. */
export function unstructuredFormOf(type: { readonly prototype: object }): UnstructuredForm {
  return listBrand in type.prototype ? 'list' : 'object'
}

/**
 * Makes parsed JSON an {@link Unstructured}, or an {@link UnstructuredList} if it has an `items` key. Reuses `content`,
 * which must not be used afterwards. List items without `kind` and `apiVersion` inherit them from the list, with the suffix
 * `List` removed. In form `object` only the first level is read; in form `list` absent items mean none.
 *
 * @throws {@link MachineryError} `InvalidObject` if `items` is not a list of objects.
 */
export function unstructuredFromContent(
  content: JSONObject,
  form: UnstructuredForm = 'either',
): Unstructured | UnstructuredList {
  if (form === 'object' || (form === 'either' && !Object.hasOwn(content, 'items'))) {
    return adopt(content, Unstructured.prototype)
  }
  const list = adopt(content, UnstructuredList.prototype) as UnstructuredList
  const items: unknown = content.items ?? []
  if (!Array.isArray(items)) throw new MachineryError('InvalidObject', 'items is not a list', { path: 'items' })
  const apiVersion = stringOrEmpty(content.apiVersion)
  const itemKind = stringOrEmpty(content.kind).replace(/List$/, '')
  list.items = items.map((item: JSONValue, index) => {
    // They get their kind before their prototype: afterwards the engine would give each of them its own hidden class.
    const object = objectItem(item, index)
    if (stringOrEmpty(object.kind) === '' && stringOrEmpty(object.apiVersion) === '') {
      object.kind = itemKind
      object.apiVersion = apiVersion
    }
    return adopt(object, Unstructured.prototype)
  })
  return list
}

/** The JSON of an object as a plain object that shares everything below the first level with it. */
export function unstructuredContent(object: object): JSONObject {
  const content: JSONObject = {}
  assignOwn(content, object)
  return content
}

function objectItem(item: JSONValue, index: number): JSONObject {
  if (item === null) return {}
  if (isJSONObject(item)) return item
  throw new MachineryError('InvalidObject', 'items member is not an object', { path: `items[${index}]` })
}

function adopt(content: JSONObject, prototype: object): Unstructured {
  return Object.setPrototypeOf(content, prototype)
}
