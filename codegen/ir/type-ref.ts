import type { JSONObject, ScalarKind } from '../../src/descriptor/types.js'

/** A value without fields. */
export interface ScalarRef {
  form: 'scalar'
  scalar: ScalarKind
  /** Go's name of a scalar type whose package is not part of the model, such as `types.UID`. */
  name?: string
  /** Keywords of it in structural schemas, where they are not those of the scalar. */
  structural?: JSONObject
}

/** A type declared in a package of the model, or in a package that the model only refers to. */
export interface NamedRef {
  form: 'named'
  /** Path of the declaring package, for example `k8s.io/api/core/v1`. */
  package: string
  name: string
}

/** A list; `pointerElements` is Go's `[]*T`. */
export interface ListRef {
  form: 'list'
  element: TypeRef
  pointerElements: boolean
}

/** A map with string keys; `pointerValues` is Go's `map[string]*T`. */
export interface MapRef {
  form: 'map'
  value: TypeRef
  pointerValues: boolean
  /** Go's name of a key type of its own, as Go prints it: `v1.ResourceName`. */
  key?: string
}

/** One of the three hand-written JSON shapes around `JSONSchemaProps`. */
export interface VariantRef {
  form: 'variant'
  shape: 'orBool' | 'orArray' | 'orStringArray'
  schema: NamedRef
}

/** Any use of a type. */
export type TypeRef = ScalarRef | NamedRef | ListRef | MapRef | VariantRef

/** Makes a reference to a scalar. */
export function scalarRef(scalar: ScalarKind, name?: string): ScalarRef {
  return name === undefined ? { form: 'scalar', scalar } : { form: 'scalar', scalar, name }
}

/** Makes a reference to a declared type. */
export function namedRef(packagePath: string, name: string): NamedRef {
  return { form: 'named', package: packagePath, name }
}

/** Makes a reference to a list. */
export function listRef(element: TypeRef, pointerElements: boolean = false): ListRef {
  return { form: 'list', element, pointerElements }
}

/** Makes a reference to a map with string keys. */
export function mapRef(value: TypeRef, pointerValues: boolean = false, key?: string): MapRef {
  return { form: 'map', value, pointerValues, ...(key === undefined ? {} : { key }) }
}

/** Calls `visit` for every declared type that `ref` mentions. */
export function eachNamedRef(ref: TypeRef, visit: (named: NamedRef) => void): void {
  switch (ref.form) {
    case 'named':
      visit(ref)
      break
    case 'list':
      eachNamedRef(ref.element, visit)
      break
    case 'map':
      eachNamedRef(ref.value, visit)
      break
    case 'variant':
      visit(ref.schema)
      break
    default:
  }
}

/** The struct whose inlining makes another struct carry `apiVersion` and `kind`. */
export const typeMeta: NamedRef = { form: 'named', package: 'k8s.io/apimachinery/pkg/apis/meta/v1', name: 'TypeMeta' }

/** Reports whether a type is {@link typeMeta}. */
export function isTypeMeta(ref: TypeRef): boolean {
  return ref.form === 'named' && ref.package === typeMeta.package && ref.name === typeMeta.name
}

/** Reports whether a type is the metadata of objects or of lists. */
export function isObjectOrListMeta(ref: TypeRef): boolean {
  return ref.form === 'named' && ref.package === typeMeta.package && /^(Object|List)Meta$/.test(ref.name)
}
