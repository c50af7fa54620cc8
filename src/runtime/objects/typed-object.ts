import { deepCopy } from '../../descriptor/deep-copy.js'
import type { JSONObject, StructDescriptor } from '../../descriptor/types.js'
import { addBrand, hasBrand } from '../../internal/has-brand.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { apiVersionText } from '../../schema/identifiers.js'
import { assignOwn } from './assign-own.js'
import { apiVersionInternal } from './internal-version.js'

/** Brand that marks instances of kind classes across copies and formats of this package. */
const brand: unique symbol = Symbol.for('apimachinery.object')

/** The properties that every Kubernetes object has in JSON. */
export interface KubernetesObject {
  apiVersion?: string
  kind?: string
}

/** Where objects of a kind are served: facts for RESTMapper, CRDs and generated clients. */
export interface ResourceInfo {
  readonly plural: string
  readonly singular?: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Names of subresources, `status` and `scale` included. */
  readonly subresources?: readonly string[]
}

/**
 * The static side of a kind: what generated classes and hand-written ones carry.
 *
 * @typeParam T - the instances.
 */
export interface KindClass<T extends KubernetesObject = KubernetesObject> {
  new (init?: never): T
  readonly name: string
  readonly groupVersionKind: GroupVersionKind<T>
  readonly descriptor: StructDescriptor
  /** Absent for kinds that are not served as a resource (lists, options). */
  readonly resource?: ResourceInfo
  /** `false` for a kind whose objects never have `apiVersion` and `kind`: `WatchEvent`. */
  readonly hasTypeMeta?: boolean
  /** For list kinds: the class of the items. */
  readonly itemClass?: KindClass
  /** For kinds that come in lists: the class of the list. */
  readonly listClass?: KindClass
  /**
   * For kinds whose descriptor does not have all fields: the fields of an object's JSON that strict reading rejects.
   */
  readonly unknownFields?: (object: Readonly<JSONObject>) => readonly UnknownField[]
}

/** A field that a type does not declare. */
export interface UnknownField {
  /** Go's notation: `spec.containers[0].foo`. */
  readonly path: string
  /** Keys and indices that lead to it. */
  readonly steps: readonly (string | number)[]
}

/**
 * Base of every kind class. An instance holds exactly the properties its JSON has; everything else is on the prototype
 * or in functions.
 */
export abstract class TypedObject implements KubernetesObject {
  declare apiVersion: string
  declare kind: string

  /**
   * Sets `apiVersion` and `kind` of the class, then the properties of `init`. An object of an internal version has neither:
   * it is never written as it is.
   */
  constructor(init?: object) {
    const { groupVersionKind } = this.constructor as KindClass
    if (groupVersionKind.version !== apiVersionInternal) {
      this.apiVersion = apiVersionText(groupVersionKind)
      this.kind = groupVersionKind.kind
    }
    if (init !== undefined) assignOwn(this, init)
  }

  /**
   * A copy that shares nothing with this object. A property of this name in the JSON hides the method; the function
   * `deepCopy(object)` of `apimachinery/descriptor` copies any object.
   */
  deepCopy(): this {
    return deepCopy(this)
  }
}
addBrand(TypedObject.prototype, brand)

/** The class of an instance of a kind class; an own property named `constructor` is data and is ignored. */
export function kindClassOf(object: object): KindClass {
  return (Object.getPrototypeOf(object) as { constructor: KindClass }).constructor
}

/** Reports whether `value` is an instance of a kind class of any loaded copy of this package. */
export function isTypedObject(value: unknown): value is TypedObject {
  return hasBrand(value, brand)
}
